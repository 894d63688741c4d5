import { ANSWER_HOP_BY_HOP, connectionOptions, REQUEST_HOP_BY_HOP } from './hop-by-hop.ts'

/** The side that forwards a request frames it anew. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([...REQUEST_HOP_BY_HOP, 'content-length'])

/** Names and values in turn, as Node's rawHeaders. */
export type RawHeaders = readonly string[]

/** The request headers to forward, in their order and spelling. */
export function forwardableRequestHeaders(raw: RawHeaders): string[] {
  return without(raw, NOT_FORWARDED)
}

/** The response headers to pass on, in their order and spelling. */
export function forwardableResponseHeaders(raw: RawHeaders): string[] {
  return without(raw, ANSWER_HOP_BY_HOP)
}

function without(raw: RawHeaders, dropped: ReadonlySet<string>): string[] {
  const named = connectionOptions(connectionOf(raw))
  const kept: string[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const lower = name.toLowerCase()
    if (dropped.has(lower) || named.has(lower)) continue
    kept.push(name, raw[i + 1] ?? '')
  }
  return kept
}

function connectionOf(raw: RawHeaders): string {
  let value = ''
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    if (name.length === 10 && name.toLowerCase() === 'connection') value += `${raw[i + 1]},`
  }
  return value
}
