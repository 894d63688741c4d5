import type { Mail } from './mailer.ts'

/** A paragraph, or a link on a line of its own. */
export type MailBlock = string | { readonly link: string; readonly label: string }

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5'

/**
 * The parts of a mail, both from the same blocks. What stands in a block may come from anybody: it is text in either part.
 * The HTML loads nothing from anywhere and shows the address that its link leads to.
 */
export function mailBody(blocks: readonly MailBlock[]): Pick<Mail, 'text' | 'html'> {
  const paragraphs = blocks.map((block) => `<p>${typeof block === 'string' ? escapeHtml(block) : linkHtml(block)}</p>`)
  return {
    text: `${blocks.map((block) => (typeof block === 'string' ? oneLine(block) : linkText(block))).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html><head><meta charset="utf-8"></head>',
      `<body style="${FONT}">`,
      ...paragraphs,
      '</body></html>',
      '',
    ].join('\n'),
  }
}

function linkText({ link, label }: Exclude<MailBlock, string>): string {
  return `${oneLine(label)}:\n${oneLine(link)}`
}

function linkHtml({ link, label }: Exclude<MailBlock, string>): string {
  const address = escapeHtml(oneLine(link))
  return `<a href="${address}">${escapeHtml(label)}</a><br>${address}`
}

/** A paragraph is one line of text, so that none can pretend to be the link's. */
function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ')
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
