/**
 * Header fields that are for one connection only (RFC 9110 section 7.6.1), or for this proxy: never forwarded.
 * Content-Length goes too: the side that forwards a message frames it anew.
 */
const REQUEST_HOP_BY_HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-weir-hop',
])

const RESPONSE_HOP_BY_HOP = new Set([
  // Alt-Svc would move a browser to QUIC, past the proxy.
  'alt-svc',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Names and values in turn, as Node's rawHeaders. */
export type RawHeaders = readonly string[]

/** The request headers to forward, in their order and spelling. */
export function forwardableRequestHeaders(raw: RawHeaders): string[] {
  return without(raw, REQUEST_HOP_BY_HOP)
}

/** The response headers to pass on, in their order and spelling. */
export function forwardableResponseHeaders(raw: RawHeaders): string[] {
  return without(raw, RESPONSE_HOP_BY_HOP)
}

function without(raw: RawHeaders, dropped: ReadonlySet<string>): string[] {
  const named = connectionOptions(raw)
  const kept: string[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const lower = name.toLowerCase()
    if (dropped.has(lower) || named?.has(lower) === true) continue
    kept.push(name, raw[i + 1] ?? '')
  }
  return kept
}

/** Fields the Connection header names are for this hop only; most messages name none beyond keep-alive. */
function connectionOptions(raw: RawHeaders): Set<string> | undefined {
  let names: Set<string> | undefined
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    if (name.length !== 10 || name.toLowerCase() !== 'connection') continue
    for (const option of (raw[i + 1] ?? '').split(',')) {
      const lower = option.trim().toLowerCase()
      if (lower === 'keep-alive' || lower === 'close' || lower === '') continue
      names ??= new Set()
      names.add(lower)
    }
  }
  return names
}
