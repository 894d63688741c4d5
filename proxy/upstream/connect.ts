import { connect, isIPv6, type Socket } from 'node:net'
import { errorCode, UpstreamError } from '../errors.ts'
import type { Target } from '../http/target.ts'
import { noteOwnConnection } from './own-connections.ts'

export interface ConnectOptions {
  /** For all addresses together. */
  readonly timeoutMs: number
  /** How long an attempt is waited for before the next begins beside it (RFC 8305, 5: 250 ms). */
  readonly staggerMs?: number
  /** Judges an address at the very moment before it is connected to; throws if it may not be. */
  readonly check?: (address: string) => void
}

const STAGGER_MS = 250

/**
 * Connects to the first of several addresses that answers (Happy Eyeballs, RFC 8305): the families in turn, beginning with
 * that of the first address; the next attempt begins when one fails or after a moment; the others end when one has won.
 * Rejects with UpstreamError, or what `check` throws.
 */
export function connectAny(addresses: readonly string[], target: Target, options: ConnectOptions): Promise<Socket> {
  const { timeoutMs, staggerMs = STAGGER_MS, check } = options
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const queue = interleave(addresses)
  const attempts = new Set<Socket>()
  let failure: Error = new UpstreamError('dns', `the name ${target.host} has no address`)
  let stagger: NodeJS.Timeout | undefined
  let settled = false

  const deadline = setTimeout(() => {
    fail(new UpstreamError('timeout', `no connection to ${target.host} port ${target.port} within ${timeoutMs} ms`))
  }, timeoutMs)

  function settle(): void {
    settled = true
    clearTimeout(stagger)
    clearTimeout(deadline)
    for (const socket of attempts) socket.destroy()
    attempts.clear()
  }

  function fail(error: Error): void {
    settle()
    reject(error)
  }

  function next(): void {
    if (settled) return
    clearTimeout(stagger)
    const address = queue.shift()
    if (address === undefined) {
      if (attempts.size === 0) fail(failure)
      return
    }
    try {
      check?.(address)
    } catch (error) {
      fail(error as Error)
      return
    }
    attempt(address)
    stagger = setTimeout(next, staggerMs)
  }

  function attempt(address: string): void {
    const { port } = target
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
    attempts.add(socket)
    const onError = (error: Error) => {
      attempts.delete(socket)
      socket.destroy()
      const reason = errorCode(error) ?? 'unknown'
      failure = new UpstreamError('connect', `no connection to ${address} port ${port} (${reason})`, { cause: error })
      next()
    }
    socket.once('error', onError)
    socket.once('connect', () => {
      socket.off('error', onError)
      attempts.delete(socket)
      settle()
      noteOwnConnection(socket)
      resolve(socket)
    })
  }

  next()
  return promise
}

/** The families in turn (RFC 8305, 4). */
function interleave(addresses: readonly string[]): string[] {
  const firstFamily = isIPv6(addresses[0] ?? '')
  const first = addresses.filter((address) => isIPv6(address) === firstFamily)
  const second = addresses.filter((address) => isIPv6(address) !== firstFamily)
  return first
    .flatMap((address, index) => [address, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length))
}
