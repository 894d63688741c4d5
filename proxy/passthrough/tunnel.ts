import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { limits } from '../limits.ts'
import { readClientHello } from './client-hello.ts'
import { readPlainHead } from './plain-head.ts'

export type TunnelEnd =
  | 'closed'
  | 'idle'
  | 'forbidden_name'
  | 'encrypted_name'
  | 'hello_too_large'
  | 'hello_malformed'
  | 'hello_timeout'
  | 'error'

/** How long a tunnel may be silent, and the TLS hello of its client take, in milliseconds. */
export interface TunnelPatience {
  readonly idleMs: number
  readonly helloMs: number
}

interface TunnelOptions {
  /** True for a name that must be intercepted: a tunnel whose TLS hello, or first request in plain HTTP, asks for it ends. */
  readonly isIntercepted: (host: string) => boolean
  readonly patience: TunnelPatience
  /** Whether a hello may hide its name behind this one, which many services share; it may where this is not given. */
  readonly mayHideBehind?: (front: string) => boolean
  /** Told the name that a TLS hello asks for, where it may. */
  readonly onServerName?: (host: string) => void
  /** Called once, when both sides are gone. */
  readonly onEnd: (end: TunnelEnd, bytes: { readonly sent: number; readonly received: number }) => void
}

/**
 * Joins a client and a destination: bytes both ways, never decrypted. Each side's end is passed on while the other direction
 * stays open (half-close, RFC 9293 section 3.6), an error on one side destroys the other. Nothing is held back: the first
 * client bytes are looked at in passing.
 * @param head bytes the client sent right behind its CONNECT
 */
export function openTunnel(client: Duplex, upstream: Socket, head: Buffer, options: TunnelOptions): void {
  const { patience } = options
  let end: TunnelEnd = 'closed'
  let open = 2
  const close = (reason: TunnelEnd) => {
    if (end === 'closed') end = reason
    client.destroy()
    upstream.destroy()
  }
  const onClose = () => {
    open -= 1
    if (open === 1) {
      // One side is gone for good, so bytes of the other side have no destination.
      client.destroy()
      upstream.destroy()
    } else if (open === 0) options.onEnd(end, { sent: upstream.bytesWritten, received: upstream.bytesRead })
  }
  client.on('error', () => close('error')).on('close', onClose)
  upstream.on('error', () => close('error')).on('close', onClose)
  // A socket that is not half-open would end its own direction by itself as soon as the other side ends its.
  client.allowHalfOpen = true
  upstream.allowHalfOpen = true
  // The destination's socket sees bytes in both directions, so its timer alone tells an idle tunnel.
  upstream.setTimeout(patience.idleMs, () => close('idle'))

  watchBeginning(client, head, patience.helloMs, {
    onName: (name, hasEch) => {
      if (options.isIntercepted(name)) close('forbidden_name')
      else if (hasEch && options.mayHideBehind?.(name) === false) close('encrypted_name')
      else options.onServerName?.(name)
    },
    onPlainName: (name) => {
      if (options.isIntercepted(name)) close('forbidden_name')
    },
    onProblem: close,
  })
  if (head.length > 0) upstream.write(head)
  client.pipe(upstream)
  upstream.pipe(client)
}

interface Watcher {
  onName(host: string, hasEch: boolean): void
  /** It may be told a name more than once. */
  onPlainName(host: string): void
  onProblem(problem: 'hello_too_large' | 'hello_malformed' | 'hello_timeout'): void
}

/**
 * Looks at the client's first bytes as they pass until they are known to be a harmless TLS hello or request in plain HTTP, or none of
 * both. A hello that is too long to be looked at, cannot be read, or never gets whole, could hide a name: its tunnel ends before the last of it
 * has passed.
 */
function watchBeginning(client: Duplex, head: Buffer, timeoutMs: number, watcher: Watcher): void {
  const { onName, onProblem } = watcher
  let seen = head
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    client.off('data', onData).off('close', stop)
  }
  const look = () => {
    const hello = readClientHello(seen)
    if (hello.kind === 'incomplete') {
      if (seen.length === 0) return
      timer ??= setTimeout(() => onProblem('hello_timeout'), timeoutMs)
      if (seen.length <= limits.clientHelloBytes) return
      stop()
      return onProblem('hello_too_large')
    }
    if (hello.kind === 'malformed') {
      stop()
      return onProblem('hello_malformed')
    }
    if (hello.kind === 'not_tls' && lookAtPlainHead(seen, watcher) === 'goes_on') return
    stop()
    if (hello.kind === 'tls' && hello.name !== undefined) onName(hello.name, hello.hasEch === true)
  }
  const onData = (chunk: Buffer) => {
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
    look()
  }
  client.on('data', onData).on('close', stop)
  look()
}

/** Tells the names in a head in plain HTTP, as far as it has come; done where it is whole, too long, or none. */
function lookAtPlainHead(seen: Buffer, { onPlainName, onProblem }: Watcher): 'goes_on' | 'done' {
  const head = readPlainHead(seen)
  if (head.kind === 'not_http') return 'done'
  for (const name of head.names) onPlainName(name)
  if (head.kind === 'whole') return 'done'
  if (seen.length <= limits.clientHelloBytes) return 'goes_on'
  onProblem('hello_too_large')
  return 'done'
}
