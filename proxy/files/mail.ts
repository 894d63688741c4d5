import PostalMime, { type Address } from 'postal-mime'
import type { ReadInner } from './file-reading.ts'
import type { Gathered } from './gathered.ts'
import { MAX_NAME_LENGTH, MAX_NESTING } from './limits.ts'
import { readHtml } from './markup.ts'

const MAX_HEADER_BYTES = 1_048_576
/** Parts within parts of one mail. */
const MAX_PARTS_DEEP = 16 * MAX_NESTING

/** A saved mail (RFC 5322): who, what about, its text, and what is attached, mails among it. */
export async function readMail(gathered: Gathered, bytes: Buffer, readInner: ReadInner): Promise<void> {
  const mail = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_PARTS_DEEP,
    maxHeadersSize: MAX_HEADER_BYTES,
  })
  const head = [mail.subject, ...people(mail.from, ...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? []))]
  gathered.text(head.filter((line) => line !== undefined).join('\n'))
  if (mail.text !== undefined) gathered.text(mail.text)
  if (mail.html !== undefined) readHtml(gathered, mail.html)
  for (const attachment of mail.attachments) {
    gathered.allowance.entry()
    gathered.context((attachment.filename ?? '').slice(0, MAX_NAME_LENGTH))
    const { content } = attachment
    const inner =
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
    gathered.allowance.unpacked(inner.length)
    await readInner(inner)
  }
}

function people(...addresses: readonly (Address | undefined)[]): string[] {
  return addresses.flatMap((address) => {
    if (address === undefined) return []
    return address.group === undefined ? [`${address.name} <${address.address}>`] : people(...address.group)
  })
}
