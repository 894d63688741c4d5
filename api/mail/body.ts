import { oneLine } from '../../core/one-line.ts'
import type { Mail } from './mailer.ts'

/** A paragraph, or a link on a line of its own. */
export type MailBlock = string | { readonly link: string; readonly label: string }

/** More than any template and the names in it have. */
const PARAGRAPH_MAX = 4000

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:16px;line-height:1.5'

/**
 * The parts of a mail, both from the same blocks. What stands in a block may come from anybody: it is text in either part.
 * The HTML loads nothing from anywhere and shows the address that its link leads to.
 */
export function mailBody(given: readonly MailBlock[]): Pick<Mail, 'text' | 'html'> {
  const blocks = given.map((block) =>
    typeof block === 'string' ? inLine(block) : { link: inLine(block.link), label: inLine(block.label) },
  )
  const paragraphs = blocks.map((block) => `<p>${typeof block === 'string' ? escapeHtml(block) : linkHtml(block)}</p>`)
  return {
    text: `${blocks.map((block) => (typeof block === 'string' ? block : `${block.label}:\n${block.link}`)).join('\n\n')}\n`,
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

function linkHtml({ link, label }: Exclude<MailBlock, string>): string {
  const address = escapeHtml(link)
  return `<a href="${address}">${escapeHtml(label)}</a><br>${address}`
}

/** A paragraph is one line of text, in which nothing is hidden or turned round, so that none can pass for the link's. */
function inLine(value: string): string {
  return oneLine(value, PARAGRAPH_MAX).replace(/\s+/g, ' ')
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
