import { isIP } from 'node:net'
import { ReceiverError } from './errors.ts'
import type { ReceiverGuard } from './receiver-guard.ts'
import type { Resolve } from './resolve.ts'

export interface CheckOptions {
  readonly guard: ReceiverGuard
  readonly resolve: Resolve
  /** How long an answer of the name servers is waited for; 2 seconds if not given. */
  readonly resolveTimeoutMs?: number
}

export interface Receiver {
  /** What is connected to and verified: a name, or an address without brackets. */
  readonly host: string
  readonly port: number
  /** `https://host[:port]`. */
  readonly origin: string
  /** With the query. */
  readonly path: string
}

const RESOLVE_TIMEOUT_MS = 2000
const HTTPS_PORT = 443
const HTTPS = /^https:\/\//i
/** The URL parser would silently drop them. */
const BLANKS_AND_CONTROLS = /[\s\p{Cc}]/u

/**
 * Reads where a webhook's URL leads, as the WHATWG URL standard does: whatever way an address is written
 * (`0x7f.1`, `2130706433`, full-width digits), the host is its usual form afterwards.
 * @throws ReceiverError, whose sentence goes on from "url"
 */
export function parseWebhookUrl(text: string): Receiver {
  if (BLANKS_AND_CONTROLS.test(text)) throw new ReceiverError('it must not contain blanks or control characters')
  // Some programs read the host before it, others the one behind it.
  if (text.includes('\\')) throw new ReceiverError('it must not contain a backslash: write / instead')
  if (!URL.canParse(text)) throw new ReceiverError('it is not a URL: it must look like https://host/path')
  const url = new URL(text)
  if (url.protocol !== 'https:' || !HTTPS.test(text)) throw new ReceiverError('it must begin with https://')
  if (url.username !== '' || url.password !== '') {
    throw new ReceiverError('it must not carry credentials: set auth_token or headers instead')
  }
  if (text.includes('#')) throw new ReceiverError('it must not have a fragment, which is never sent')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: url.port === '' ? HTTPS_PORT : Number(url.port),
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
  }
}

/**
 * Checks the URL of a webhook when it is set. A name that does not resolve now, or not in time, is accepted: its receiver
 * may come later, and every attempt judges what the name leads to then.
 * @throws ReceiverError
 */
export async function checkWebhookUrl(text: string, options: CheckOptions): Promise<void> {
  const { guard } = options
  const { host, port } = parseWebhookUrl(text)
  guard.checkName(host, port)
  const addresses = isIP(host) === 0 ? await resolveInTime(host, options) : [host]
  for (const address of addresses) guard.checkAddress(address, port)
}

async function resolveInTime(host: string, { resolve, resolveTimeoutMs = RESOLVE_TIMEOUT_MS }: CheckOptions) {
  const timeout = Promise.withResolvers<readonly string[]>()
  const timer = setTimeout(() => timeout.resolve([]), resolveTimeoutMs)
  try {
    return await Promise.race([resolve(host).catch(() => []), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
