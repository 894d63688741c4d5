let page = ''
let open = 0

function show(): void {
  document.title = `${open > 0 ? `(${open}) ` : ''}${page} · Weir`
}

export function titlePage(title: string): void {
  page = title
  show()
}

/** How many alerts are open, which the tab says before anything else. */
export function titleCount(count: number): void {
  open = count
  show()
}
