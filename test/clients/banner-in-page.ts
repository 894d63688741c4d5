import type { PageNode } from './chromium.ts'

/** The banner's own part of a page: the closed shadow root beside the body. */
export function bannerIn(node: PageNode): PageNode | undefined {
  const own = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed')
  if (own !== undefined) return own
  for (const child of node.children ?? []) {
    const found = bannerIn(child)
    if (found !== undefined) return found
  }
  return undefined
}

export function textOf(node: PageNode | undefined): string {
  if (node === undefined) return ''
  return [node.nodeValue, ...(node.children ?? []).map(textOf)].filter((text) => text !== '').join('\n')
}

export function elementIn(node: PageNode | undefined, name: string): PageNode | undefined {
  if (node === undefined || node.nodeName === name) return node
  for (const child of node.children ?? []) {
    const found = elementIn(child, name)
    if (found !== undefined) return found
  }
  return undefined
}
