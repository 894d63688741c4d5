import { escapeHtml } from '../respond/escape-html.ts'
import type { Guide, Place } from './guides/guide.ts'
import { renderIdentityNote } from './identity-note.ts'
import { renderFrame } from './page-frame.ts'

/** How one system or tool is set up. */
export function renderGuidePage({ title, steps }: Guide, place: Place, accountUrl?: string): string {
  const parts = steps(place).map((step) =>
    'say' in step ? `<p>${escapeHtml(step.say)}</p>` : `<pre>${escapeHtml(step.type)}</pre>`,
  )
  return renderFrame(
    `Weir: ${escapeHtml(title)}`,
    `<p><a href="/">Set up this device for Weir</a></p>
<h1>${escapeHtml(title)}</h1>
<p><a class="button" href="/ca.pem">CA certificate (PEM)</a> <a class="button" href="/ca.der">CA certificate (DER)</a></p>
${renderIdentityNote(accountUrl, place.url)}${parts.join('\n')}
`,
  )
}
