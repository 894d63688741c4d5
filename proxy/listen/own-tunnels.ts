import type { Socket } from 'node:net'
import { OWN_HOST } from '../../core/network/own-host.ts'
import { RequestError } from '../errors.ts'
import type { Client, InnerServer, Interceptor } from '../intercept/interceptor.ts'
import type { Admission } from './admission.ts'
import { admit } from './admit.ts'
import { shareOf } from './client.ts'
import { announcePeer } from './peers.ts'

export interface OwnTunnelsOptions {
  /** What ends the TLS of these tunnels with a leaf of the installation's CA. */
  readonly createInterceptor: (inner: InnerServer) => Pick<Interceptor, 'accept' | 'prepare'>
  /** Whether the CA may sign for this name: one with name constraints of its own may not. */
  readonly maySignFor: (host: string) => boolean
  readonly admission: Pick<Admission, 'handshakes'>
  /** Speaks HTTP on what was inside. */
  readonly speak: (socket: Socket) => void
}

/**
 * CONNECT to the proxy's own name: its pages over https://, with a certificate of the installation's CA. A program that gets them
 * uses the proxy and trusts the CA, and no AI service has been asked anything: the check of a device lives on that.
 */
export class OwnTunnels {
  readonly #options: OwnTunnelsOptions
  readonly #interceptor: Pick<Interceptor, 'accept' | 'prepare'>
  readonly #inside = new WeakSet<object>()

  constructor(options: OwnTunnelsOptions) {
    this.#options = options
    this.#interceptor = options.createInterceptor({
      accept: (socket, { client }) => {
        this.#inside.add(socket)
        announcePeer(socket, client.address)
        options.speak(socket)
      },
    })
  }

  /** Whether a connection was inside such a tunnel: only the proxy's own pages are there. */
  has(socket: object): boolean {
    return this.#inside.has(socket)
  }

  /** Rejects with AdmissionError or RequestError, as long as onOpen was not called. */
  async open(socket: Socket, head: Buffer, port: number, client: Client, onOpen: () => void): Promise<void> {
    const { admission, maySignFor } = this.#options
    if (!maySignFor(OWN_HOST)) throw new RequestError(501, `the CA of this proxy may not sign for ${OWN_HOST}`)
    const room = admit(admission.handshakes, shareOf(client), socket)
    const handshake = room instanceof Promise ? await room : room
    this.#interceptor.prepare(OWN_HOST)
    onOpen()
    this.#interceptor.accept(socket, head, { host: OWN_HOST, port }, client, () => handshake.release())
  }
}
