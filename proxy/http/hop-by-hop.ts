/** Fields that are for one connection only, besides those that Connection names (RFC 9110 section 7.6.1). In lower case. */
const OF_A_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Of a request: those, and what is said to this proxy. */
export const REQUEST_HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...OF_A_CONNECTION,
  'expect',
  'proxy-authorization',
  'x-weir-hop',
])

/** Of an answer. Alt-Svc would move a browser to QUIC, past the proxy. */
export const ANSWER_HOP_BY_HOP: ReadonlySet<string> = new Set([...OF_A_CONNECTION, 'alt-svc', 'proxy-authenticate'])

const NO_OPTIONS: ReadonlySet<string> = new Set()
const KEEP_ALIVE: ReadonlySet<string> = new Set(['keep-alive'])

/**
 * What Connection names, in lower case.
 * @param value of all Connection fields, each with a comma behind it
 */
export function connectionOptions(value: string): ReadonlySet<string> {
  if (value === '') return NO_OPTIONS
  // Nearly everyone says this, or nothing.
  if (value === 'keep-alive,' || value === 'Keep-Alive,') return KEEP_ALIVE
  const options = new Set<string>()
  for (const option of value.split(',')) {
    const name = option.trim().toLowerCase()
    if (name !== '') options.add(name)
  }
  return options
}
