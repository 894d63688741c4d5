import { type Page, placeOf } from './pages.ts'

/** A group of site/sidebar.json; a page that ends with a slash stands for all pages below it that no other group names. */
export interface Group {
  readonly text: string
  readonly collapsed?: boolean
  readonly pages: readonly string[]
}

export interface SidebarGroup {
  readonly text: string
  readonly collapsed: boolean
  readonly items: ReadonlyArray<{ readonly text: string; readonly link: string }>
}

/** The pages in their groups, and those that no group names in a last one. Throws if a group names one that is not there. */
export function makeSidebar(groups: readonly Group[], pages: readonly Page[]): SidebarGroup[] {
  const named = new Set(groups.flatMap((group) => group.pages))
  const left = new Set(pages.map(({ path }) => path))
  const pagesOf = (name: string) => {
    const found = name.endsWith('/')
      ? pages.filter(({ path }) => path.startsWith(name) && !named.has(path))
      : pages.filter(({ path }) => path === name)
    if (found.length === 0) throw new Error(`site/sidebar.json names ${name}, which is no page`)
    for (const { path } of found) left.delete(path)
    return found
  }
  const sidebar = groups.map(({ text, collapsed = true, pages: names }) => ({
    text,
    collapsed,
    items: names.flatMap(pagesOf).map(itemOf),
  }))
  const items = pages.filter(({ path }) => left.has(path)).map(itemOf)
  return items.length === 0 ? sidebar : [...sidebar, { text: 'More', collapsed: false, items }]
}

const itemOf = ({ title, path }: Page) => ({ text: title, link: `/${placeOf(path)}` })
