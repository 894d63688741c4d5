import type { FieldBlock } from '../exchange.ts'

/** Names in lower case and values in turn, as Node's http2 gives them. */
export type RawHeaders = readonly string[]

/**
 * Fields that are for one connection only (RFC 9113 section 8.2.2). Most are gone when a message is passed on; the framer
 * would refuse all of an answer for one that is left.
 */
const CONNECTION_SPECIFIC: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Appends lines of fields to a header list: names in lower case, nothing that is connection-specific. */
export function appendFields(list: string[], block: FieldBlock): void {
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf('\r\n', at)
    const colon = block.indexOf(':', at)
    if (end === -1 || colon === -1 || colon > end) break
    const name = block.slice(at, colon).toLowerCase()
    if (!CONNECTION_SPECIFIC.has(name)) list.push(name, block.slice(colon + 1, end).trim())
    at = end + 2
  }
}
