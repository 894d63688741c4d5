/** The look of the pages that the proxy serves itself, light or dark as the system is; commands wrap, so that none is cut. */
const PAGE_STYLE = `:root { color-scheme: light dark; --text: #1b1f24; --page: #fff; --quiet: #57606a; --code: #f4f5f7; --link: #0b5cad; --on-link: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --page: #14171c; --quiet: #a5adb8; --code: #22272f; --link: #7db8f5; --on-link: #10141a }
}
body { font: 16px/1.5 system-ui, sans-serif; padding: 0 1rem; color: var(--text); background: var(--page); overflow-wrap: break-word }
a { color: var(--link) }
code, pre { font-family: ui-monospace, monospace; font-size: .9rem; overflow-wrap: anywhere }
pre { background: var(--code); border-radius: 6px; padding: .7rem .9rem; white-space: pre-wrap }`

/** A page of the proxy itself. All three are its source: a title and a body of HTML, and the style rules that only this page has. */
export function renderOwnPage(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${PAGE_STYLE}
${style}
</style>
</head>
<body>
${body}</body>
</html>
`
}
