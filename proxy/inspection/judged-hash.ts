import { createHmac } from 'node:crypto'
import type { TextPart } from '../../core/inspect/parts.ts'

/**
 * What an app sends anew with every request beside its texts: UUIDs, ids such as `msg_0a1b2c`, times, short-lived tokens. They stand in
 * members that are no turn, and in no turn itself.
 */
const MAY_CHANGE = /^(?=.*[0-9])[\w.:+/=-]{1,64}$/
/** All of these together; more could carry a text. */
const CHANGING_MAX = 512

/**
 * A keyed hash of all that is judged in a request: every turn, what stands beside the messages, and files. Two requests have the same one
 * if they differ in nothing but what the app itself changes each time it sends.
 * @param unread what is in no form that can be read, such as an image; undefined where everything was read
 */
export function judgedHash(parts: readonly TextPart[], unread: Buffer | undefined, key: Uint8Array): string {
  const hash = createHmac('sha256', key).update('judged')
  let left = CHANGING_MAX
  for (const { role, text } of parts) {
    hash.update(`\n${role}`)
    // Members of one object that no format names are one text, a line each.
    for (const line of role === 'definition' ? text.split('\n') : [text]) {
      if (role === 'definition' && line.length <= left && MAY_CHANGE.test(line)) left -= line.length
      // UTF-16 keeps lone surrogates apart, which UTF-8 does not.
      else hash.update(` ${line.length} `).update(line, 'utf16le')
    }
  }
  if (unread !== undefined) hash.update('\nunread ').update(unread)
  return hash.digest('base64')
}

/** A body without what separates its parts, which a browser invents for each request. */
export function withoutBoundary(bytes: Buffer, contentType: string | undefined): Buffer {
  const boundary = /^multipart\/.*;\s*boundary="?([^";,\s]{1,70})/i.exec(contentType ?? '')?.[1]
  return boundary === undefined ? bytes : Buffer.from(bytes.toString('latin1').replaceAll(boundary, ''), 'latin1')
}
