import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { checkUpstreamIdentity } from '../../certs/trust.ts'
import { formatAuthority } from '../../core/network/host-name.ts'
import { errorCode, UpstreamError } from '../errors.ts'
import type { Introduction } from '../http/connection.ts'
import type { Resolve, Target } from '../http/target.ts'
import { connectAny } from './connect.ts'
import { finishHandshake } from './handshake.ts'

/** The parent proxy of WEIR_UPSTREAM_PROXY. */
export interface Parent {
  readonly url: URL
  /** Marks our own connections, so that a loop is recognised. */
  readonly hopId: string
  /** What an https parent is verified against: the system's roots and WEIR_UPSTREAM_CA, TLS 1.2 or newer. */
  readonly secureContext: SecureContext
  readonly resolve: Resolve
  /** For the connection, and again for the parent's answer to CONNECT. */
  readonly connectTimeoutMs: number
  /** For the TLS handshake with an https parent. */
  readonly handshakeMs: number
}

/** Look-ups of the parent's own name are nobody's in particular. */
const OURS = 'parent'

/**
 * A connection to the parent proxy itself, encrypted and verified where its URL says https.
 * Rejects with UpstreamError or AdmissionError.
 */
export async function dialParent({
  url,
  resolve,
  connectTimeoutMs,
  handshakeMs,
  secureContext,
}: Parent): Promise<Socket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'https:'
  const target = { host, port: Number(url.port) || (secure ? 443 : 80) }
  const tcp = await connectAny(await resolve(host, OURS), target, { timeoutMs: connectTimeoutMs })
  if (!secure) return tcp
  const tls = connectTls({
    socket: tcp,
    secureContext,
    // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off.
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => checkUpstreamIdentity(host, certificate),
    ...(isIP(host) === 0 && { servername: host }),
  })
  await finishHandshake(tls, host, handshakeMs)
  return tls
}

/** CONNECT through the parent. Its refusal is an error, never a reason to go direct. */
export async function dialThroughParent(
  parent: Parent,
  target: Target,
  introduction: Introduction = {},
): Promise<Socket> {
  const socket = await dialParent(parent)
  const authority = formatAuthority(target.host, target.port)
  const credentials = parentCredentials(parent.url)
  const head = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(credentials === undefined ? [] : [`Proxy-Authorization: Basic ${credentials}`]),
    // For a parent that leads back here: the listener refuses its own id.
    'Via: 1.1 weir',
    `X-Weir-Hop: ${parent.hopId}`,
    ...Object.entries(introduction).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
  try {
    const status = await exchangeConnect(socket, head, parent.connectTimeoutMs)
    if (status < 200 || status > 299) {
      throw new UpstreamError('parent_proxy', `the parent proxy refused the connection with status ${status}`)
    }
    return socket
  } catch (error) {
    socket.destroy()
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('parent_proxy', `the parent proxy broke off (${errorCode(error) ?? 'closed'})`, {
      cause: error,
    })
  }
}

/** `Basic` credentials of the parent's URL, decoded from its percent-encoding. */
export function parentCredentials(parent: URL): string | undefined {
  if (parent.username === '' && parent.password === '') return undefined
  return Buffer.from(`${decodeURIComponent(parent.username)}:${decodeURIComponent(parent.password)}`).toString('base64')
}

const MAX_CONNECT_ANSWER = 16_384

/** Sends a CONNECT head and reads the answer's head; what follows it stays in the socket. */
function exchangeConnect(socket: Socket, head: string, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const timer = setTimeout(
      () => finish(new UpstreamError('timeout', 'the parent proxy did not answer in time')),
      timeoutMs,
    )
    const finish = (result: number | Error) => {
      clearTimeout(timer)
      socket.off('readable', onReadable)
      socket.off('error', finish)
      socket.off('close', onClose)
      if (typeof result === 'number') resolve(result)
      else reject(result)
    }
    const onClose = () => finish(new UpstreamError('parent_proxy', 'the parent proxy closed the connection'))
    const onReadable = () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
        received = Buffer.concat([received, chunk as Buffer])
        const end = received.indexOf('\r\n\r\n')
        if (end === -1 && received.length <= MAX_CONNECT_ANSWER) continue
        const status = /^HTTP\/1\.[01] (\d{3})/.exec(received.subarray(0, end).toString('latin1'))?.[1]
        if (end === -1 || status === undefined) {
          return finish(new UpstreamError('parent_proxy', 'the parent proxy answered something that is not HTTP'))
        }
        const rest = received.subarray(end + 4)
        if (rest.length > 0) socket.unshift(rest)
        return finish(Number(status))
      }
    }
    socket.on('readable', onReadable)
    socket.on('error', finish)
    socket.on('close', onClose)
    // Names of people are bytes of UTF-8 in it, each a character.
    socket.write(head, 'latin1')
  })
}
