import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A page of the site, and the files that it shows or links to. */
export interface Page {
  /** From the repository's root, as `docs/faq.md`. */
  readonly path: string
  readonly title: string
  /** Its text, with links that lead to the same places in the site. */
  readonly text: string
  /** Pictures that the page shows, from the root. */
  readonly pictures: readonly string[]
  /** Files that it links to and that are no pages, from the root. */
  readonly files: readonly string[]
}

const FIRST = ['README.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md']
const FOLDERS = ['docs', 'examples']

/** All documents, and whatever other Markdown they link to. */
export function readPages(root: string): Page[] {
  const waiting = [...FIRST, ...FOLDERS.flatMap((folder) => markdownIn(root, folder))]
  const pages = new Map<string, Page>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue
    const { page, links } = readPage(root, path)
    pages.set(path, page)
    waiting.push(...links)
  }
  return [...pages.values()]
}

function markdownIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
}

/** Where a page is below the site's root: a README is what its folder shows. */
export const placeOf = (path: string) => path.replace(/(?:^|(?<=\/))README\.md$/, 'index.md')

/** Where a file that is no page is: as text, since a server may know no type for it. */
export const placeOfFile = (path: string) => (/\.(?:jpe?g|png|svg)$/.test(path) ? path : `${path}.txt`)

function readPage(root: string, path: string): { page: Page; links: string[] } {
  const [pictures, files, links]: [string[], string[], string[]] = [[], [], []]
  const source = readFileSync(join(root, path), 'utf8')
  const text = outsideCode(source, (part) =>
    part.replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (...found: string[]) => {
      const [, mark = '', label = '', target = '', anchor = ''] = found
      const named = posix.normalize(posix.join(posix.dirname(path), target))
      const full = join(root, named)
      if (named.startsWith('..') || !existsSync(full)) throw new Error(`${path}: ${target} leads nowhere`)
      if (mark !== '') {
        pictures.push(named)
        return `![${label}](${target.startsWith('.') ? target : `./${target}`})`
      }
      const linked = statSync(full).isDirectory() ? posix.join(named, 'README.md') : named
      if (!existsSync(join(root, linked))) throw new Error(`${path}: ${target} is a folder without a README`)
      if (linked.endsWith('.md')) {
        links.push(linked)
        return `[${label}](/${placeOf(linked)}${anchor})`
      }
      files.push(linked)
      return `[${label}](/${placeOfFile(linked)})`
    }),
  )
  const title = /^# (.*)$/m.exec(source)?.[1]
  if (title === undefined) throw new Error(`${path} has no title`)
  return { page: { path, title: title.replaceAll('`', ''), text, pictures, files }, links }
}

const CODE = /^( *)(`{3,})[^\n]*\n.*?^\1\2$|(`+)[^`].*?(?<!`)\3(?!`)/gms

/** Changes a text where it is no code. */
function outsideCode(text: string, change: (part: string) => string): string {
  let [changed, done] = ['', 0]
  // A link's own label may hold code, so what stands between code is not enough: code that is within a label stays with it.
  for (const { 0: code, index } of text.matchAll(CODE)) {
    if (isInLabel(text, index, code.length)) continue
    changed += change(text.slice(done, index)) + code
    done = index + code.length
  }
  return changed + change(text.slice(done))
}

function isInLabel(text: string, index: number, length: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return line.lastIndexOf('[') > line.lastIndexOf(']') && /^[^\n[]*\]\(/.test(text.slice(index + length))
}
