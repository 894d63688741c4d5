import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { limits } from '../limits.ts'
import { readClientHello } from './client-hello.ts'

export type TunnelEnd = 'closed' | 'idle' | 'forbidden_name' | 'error'

interface TunnelOptions {
  /** True for a name that must be intercepted: a tunnel whose TLS hello asks for it ends. */
  readonly isIntercepted: (host: string) => boolean
  /** Told the name that a TLS hello asks for, where it may. */
  readonly onServerName?: (host: string) => void
  /** Called once, when both sides are gone. */
  readonly onEnd: (end: TunnelEnd, bytes: { readonly sent: number; readonly received: number }) => void
}

/**
 * Joins a client and a destination: bytes both ways, never decrypted. Each side's end is passed on (half-close), an error
 * on one side destroys the other. Nothing is held back: the first client bytes are looked at in passing.
 * @param head bytes the client sent right behind its CONNECT
 */
export function openTunnel(client: Duplex, upstream: Socket, head: Buffer, options: TunnelOptions): void {
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
      // One side is gone for good; what the other still has to send has nowhere to go.
      client.destroy()
      upstream.destroy()
    } else if (open === 0) options.onEnd(end, { sent: upstream.bytesWritten, received: upstream.bytesRead })
  }
  client.on('error', () => close('error')).on('close', onClose)
  upstream.on('error', () => close('error')).on('close', onClose)
  // The destination's socket sees bytes in both directions, so its timer alone tells an idle tunnel.
  upstream.setTimeout(limits.tunnelIdleTimeout, () => close('idle'))

  watchHello(client, head, (name) => {
    if (options.isIntercepted(name)) close('forbidden_name')
    else options.onServerName?.(name)
  })
  if (head.length > 0) upstream.write(head)
  client.pipe(upstream)
  upstream.pipe(client)
}

/** Looks at the client's first bytes as they pass until they are known to be a harmless TLS hello, or none. */
function watchHello(client: Duplex, head: Buffer, onName: (host: string) => void): void {
  let seen = head
  const look = (): boolean => {
    const hello = readClientHello(seen)
    if (hello.kind === 'incomplete') return seen.length > limits.clientHelloBytes
    if (hello.kind === 'tls' && hello.name !== undefined) onName(hello.name)
    return true
  }
  if (seen.length > 0 && look()) return
  const onData = (chunk: Buffer) => {
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
    if (look()) client.off('data', onData)
  }
  client.on('data', onData)
}
