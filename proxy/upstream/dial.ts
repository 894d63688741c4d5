import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectTo } from '../../config/parsers.ts'
import { DestinationError, errorCode, UpstreamError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { DestinationGuard } from './destination.ts'

export interface Target {
  /** Lower case, without brackets or a trailing dot. */
  readonly host: string
  readonly port: number
}

/** The parent proxy of WEIR_UPSTREAM_PROXY. */
export interface Parent {
  readonly url: URL
  /** Marks our own connections, so that a loop is recognised. */
  readonly hopId: string
}

/** Opens a TCP connection on whose other end the target speaks. */
export type Dial = (target: Target) => Promise<Socket>

export interface DialOptions {
  readonly connectTo: readonly ConnectTo[]
  readonly parent: Parent | undefined
  readonly guard: DestinationGuard
  /** Resolves a name to addresses; injected by tests. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/**
 * The one way out of the proxy: every connection to a destination is made here, in the order of proxy-decisions
 * ("Where it connects"): WEIR_CONNECT_TO first and direct, then the parent proxy, then the network itself, guarded.
 * Rejects with DestinationError or UpstreamError.
 */
export function createDial(options: DialOptions): Dial {
  const resolve = options.resolve ?? resolveAddresses
  return async (target) => {
    const rerouted = reroute(options.connectTo, target)
    if (rerouted !== undefined) return connectAny(await resolve(rerouted.host), rerouted)
    options.guard.checkName(target.host)
    if (options.parent !== undefined) {
      // Names are resolved by the parent; an address can be judged here already.
      if (isIP(target.host) !== 0) options.guard.checkAddress(target.host, target.port)
      return dialThroughParent(options.parent, target)
    }
    const addresses = await resolve(target.host)
    // All answers are checked: a name with one public and one private address is a rebinding attempt.
    for (const address of addresses) options.guard.checkAddress(address, target.port)
    return connectAny(addresses, target)
  }
}

/** Where WEIR_CONNECT_TO sends a target; undefined where no entry names it. The first entry that fits wins, as in curl. */
export function reroute(entries: readonly ConnectTo[], target: Target): Target | undefined {
  const entry = entries.find(
    ({ host, port }) => (host === undefined || host === target.host) && (port === undefined || port === target.port),
  )
  if (entry === undefined) return undefined
  return { host: entry.toHost ?? target.host, port: entry.toPort ?? target.port }
}

async function resolveAddresses(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  try {
    return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)
  } catch (error) {
    throw new UpstreamError('dns', `the name ${host} cannot be resolved (${errorCode(error) ?? 'no answer'})`)
  }
}

/** Tries the addresses one after the other; each gets its share of the connect time-out. */
async function connectAny(addresses: readonly string[], target: Target): Promise<Socket> {
  const share = Math.max(1000, limits.connectTimeout / Math.max(1, addresses.length))
  let failure: unknown
  for (const address of addresses) {
    try {
      return await connectAddress(address, target.port, share)
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new UpstreamError('dns', `the name ${target.host} has no address`)
}

function connectAddress(address: string, port: number, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new UpstreamError('timeout', `no connection to ${address} port ${port} within ${timeout} ms`))
    }, timeout)
    const onError = (error: Error) => {
      clearTimeout(timer)
      reject(
        new UpstreamError('connect', `no connection to ${address} port ${port} (${errorCode(error) ?? 'unknown'})`, {
          cause: error,
        }),
      )
    }
    socket.once('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      resolve(socket)
    })
  })
}

/** A connection to the parent proxy itself, encrypted where its URL says https. */
export async function dialParent(parent: URL): Promise<Socket> {
  const host = parent.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = parent.protocol === 'https:'
  const target = { host, port: Number(parent.port) || (secure ? 443 : 80) }
  const tcp = await connectAny(await resolveAddresses(host), target)
  return secure ? connectTls({ socket: tcp, ...(isIP(host) === 0 && { servername: host }) }) : tcp
}

/** CONNECT through the parent. Its refusal is an error, never a reason to go direct. */
async function dialThroughParent({ url, hopId }: Parent, target: Target): Promise<Socket> {
  const socket = await dialParent(url)
  const authority = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`
  const credentials = parentCredentials(url)
  const head = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(credentials === undefined ? [] : [`Proxy-Authorization: Basic ${credentials}`]),
    // For a parent that leads back here: the listener refuses its own id.
    'Via: 1.1 weir',
    `X-Weir-Hop: ${hopId}`,
    '',
    '',
  ].join('\r\n')
  try {
    const status = await exchangeConnect(socket, head)
    if (status < 200 || status > 299) {
      throw new UpstreamError('parent_proxy', `the parent proxy refused the connection with status ${status}`)
    }
    return socket
  } catch (error) {
    socket.destroy()
    if (error instanceof UpstreamError || error instanceof DestinationError) throw error
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
function exchangeConnect(socket: Socket, head: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const timer = setTimeout(
      () => finish(new UpstreamError('timeout', 'the parent proxy did not answer in time')),
      limits.connectTimeout,
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
    socket.write(head)
  })
}
