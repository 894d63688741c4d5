import type { Socket } from 'node:net'
import { isEchFront } from '../../core/catalogue/ech-fronts.ts'
import type { Introduction } from '../http/connection.ts'
import type { Target } from '../http/target.ts'
import type { Client, Interceptor } from '../intercept/interceptor.ts'
import { openTunnel, type TunnelPatience } from '../passthrough/tunnel.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { Dial } from '../upstream/dial.ts'
import type { Admission } from './admission.ts'
import { admit } from './admit.ts'
import { shareOf } from './client.ts'
import type { PassingTunnels } from './passing-tunnels.ts'

export interface OpenerOptions {
  readonly admission: Pick<Admission, 'handshakes'>
  readonly interceptor: Interceptor
  readonly dial: Dial
  /** What a parent proxy is told about a client. */
  readonly introduce?: ((client: Client) => Introduction) | undefined
  /** Whether this client passes through to a host that is intercepted (intercept/refusing-clients.ts). */
  readonly passes?: (client: string, host: string) => boolean
  readonly isIntercepted: (host: string, client: Client) => boolean
  /** The service behind a host that a service switch lets pass for this client, and the kind of the switch. */
  readonly passing: (host: string, client: Client) => { readonly platform: string; readonly kind: string } | undefined
  readonly passingTunnels: PassingTunnels
  /** Told of a host whose tunnel has opened. @returns whether an AI service is there */
  readonly onUnread: (host: string) => boolean
  readonly patience: TunnelPatience
  /** What becomes of tunnels whose TLS hello hides its name behind one that AI services share (WEIR_ECH). */
  readonly encryptedNames?: 'end' | 'pass'
  readonly metrics: Pick<ProxyMetrics, 'openTunnels' | 'tunnelEnds' | 'tunnelBytes' | 'encryptedNames' | 'switched'>
}

/** A connection that a client wants to be led to a destination. */
interface Wish {
  readonly socket: Socket
  /** What the client has sent already. */
  readonly head: Buffer
  readonly target: Target
  readonly client: Client
  /** Called when it will be led there; what it sends the client comes first. */
  readonly onOpen: (way: 'intercepted' | 'tunnelled') => void
}

/** Leads a client's connection to where it wants to go: decrypted here, or as a tunnel. */
export class Opener {
  readonly #options: OpenerOptions

  constructor(options: OpenerOptions) {
    this.#options = options
  }

  /** Rejects with DestinationError, UpstreamError, AdmissionError or RequestError, as long as onOpen was not called. */
  async open(wish: Wish): Promise<void> {
    if (this.#isIntercepted(wish.target.host, wish.client)) await this.#intercept(wish)
    else await this.#tunnel(wish)
  }

  async #intercept({ socket, head, target, client, onOpen }: Wish): Promise<void> {
    const { admission, interceptor } = this.#options
    const room = admit(admission.handshakes, shareOf(client), socket)
    const handshake = room instanceof Promise ? await room : room
    interceptor.prepare(target.host)
    onOpen('intercepted')
    interceptor.accept(socket, head, target, client, () => handshake.release())
  }

  #isIntercepted(host: string, client: Client): boolean {
    const { isIntercepted, passes } = this.#options
    return isIntercepted(host, client) && passes?.(client.address, host) !== true
  }

  /** Whether a tunnel may go on whose hello hides its name behind this one. */
  #mayHideBehind(front: string): boolean {
    if (!isEchFront(front)) return true
    const { encryptedNames = 'end', metrics } = this.#options
    metrics.encryptedNames.inc({ outcome: encryptedNames === 'end' ? 'ended' : 'passed' })
    return encryptedNames === 'pass'
  }

  async #tunnel({ socket, head, target, client, onOpen }: Wish): Promise<void> {
    const { dial, introduce, onUnread, patience, metrics } = this.#options
    const note = (host: string) => this.#noteIfPassing(socket, host, client)
    const upstream = await dial(target, shareOf(client), introduce?.(client))
    if (socket.destroyed) return void upstream.destroy()
    metrics.openTunnels.inc()
    onOpen('tunnelled')
    const isSeen = onUnread(target.host)
    note(target.host)
    openTunnel(socket, upstream, head, {
      isIntercepted: (name) => this.#isIntercepted(name, client),
      mayHideBehind: (front) => this.#mayHideBehind(front),
      patience,
      // A client may ask for an address, or for a name of its own, and say only in TLS whom it wants.
      onServerName: (name) => {
        if (!isSeen) onUnread(name)
        if (name !== target.host) note(name)
      },
      onEnd: (reason, bytes) => {
        metrics.openTunnels.dec()
        metrics.tunnelEnds.inc({ reason })
        metrics.tunnelBytes.inc({ direction: 'sent' }, bytes.sent)
        metrics.tunnelBytes.inc({ direction: 'received' }, bytes.received)
      },
    })
  }

  #noteIfPassing(socket: Socket, host: string, client: Client): void {
    const { passing, passingTunnels, metrics } = this.#options
    const switched = passing(host, client)
    if (switched === undefined) return
    metrics.switched.inc({ ...switched })
    passingTunnels.add(socket, () => passing(host, client) !== undefined)
  }
}
