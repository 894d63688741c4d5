import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext, type SecureContextOptions, TLSSocket } from 'node:tls'
import type { Counter } from 'prom-client'
import type { Client } from '../http/connection.ts'
import { writeProxyError } from '../respond/error-page.ts'
import type { Admission } from './admission.ts'
import { admit } from './admit.ts'
import { shareOf } from './client.ts'
import { announcePeer, peerOf } from './peers.ts'

interface Options {
  readonly credentials: SecureContextOptions
  /** Who is at the other end. @throws ClientRefusedError if that address may not use the proxy */
  readonly readClient: (socket: Socket) => Client
  readonly admission: Pick<Admission, 'handshakes'>
  /** How long a client may take to begin its handshake, and again to finish it. */
  readonly handshakeMs: number
  readonly handshakes: Pick<Counter<'outcome'>, 'inc'>
}

/** The first byte of a TLS record that begins a handshake (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 22

/** TLS on the proxy's own port (WEIR_PROXY_TLS): clients send proxy tokens and the names of hosts there. */
export class PortTls {
  readonly #options: Options
  readonly #waiting = new Set<Socket>()
  #context: SecureContext

  constructor(options: Options) {
    this.#options = options
    this.#context = createSecureContext({ ...options.credentials, minVersion: 'TLSv1.2' })
  }

  /** Connections from now on see this certificate. @throws if it cannot be used, and then nothing has changed */
  renew(credentials: SecureContextOptions): void {
    this.#context = createSecureContext({ ...credentials, minVersion: 'TLSv1.2' })
  }

  /** @param accept gets the connection that was inside; not called where there is none */
  take(socket: Socket, accept: (socket: Socket) => void): void {
    const { handshakeMs } = this.#options
    this.#waiting.add(socket)
    const end = () => socket.destroy()
    const timer = setTimeout(end, handshakeMs)
    socket.once('close', () => {
      clearTimeout(timer)
      this.#waiting.delete(socket)
    })
    socket.once('error', end)
    const look = () => {
      const first = socket.read() as Buffer | null
      if (first === null) return end()
      socket.off('readable', look)
      clearTimeout(timer)
      if (first[0] !== TLS_HANDSHAKE) return this.#refusePlain(socket)
      socket.unshift(first)
      this.#shake(socket, accept).catch(end)
    }
    // What came with an announcement is there already, and is told no more.
    if (socket.readableLength > 0) look()
    else socket.once('readable', look)
  }

  /** Ends those that have not finished their handshake. */
  close(): void {
    for (const socket of this.#waiting) socket.destroy()
  }

  /** Rejects with AdmissionError or ClientRefusedError. */
  async #shake(socket: Socket, accept: (socket: Socket) => void): Promise<void> {
    const { readClient, admission, handshakeMs, handshakes } = this.#options
    const room = await admit(admission.handshakes, shareOf(readClient(socket)), socket)
    const tls = new TLSSocket(socket, {
      isServer: true,
      secureContext: this.#context,
      // On this port only HTTP/1.1 is spoken; inside intercepted connections both are.
      ALPNProtocols: ['http/1.1'],
    })
    const timer = setTimeout(() => finish('timeout'), handshakeMs)
    const finish = (outcome: 'done' | 'timeout' | 'failed') => {
      clearTimeout(timer)
      room.release()
      tls.off('error', onError)
      socket.off('close', onClose)
      handshakes.inc({ outcome })
      if (outcome === 'done') return
      tls.on('error', () => {})
      tls.destroy()
    }
    const onError = () => finish('failed')
    const onClose = () => finish('failed')
    tls.on('error', onError)
    socket.once('close', onClose)
    tls.once('secure', () => {
      finish('done')
      this.#waiting.delete(socket)
      // Whom a balancer has announced for the connection, it has announced for what is inside.
      announcePeer(tls, peerOf(socket))
      socket.once('close', () => tls.destroy())
      Object.assign(tls, { secureConnecting: false })
      accept(tls)
    })
  }

  #refusePlain(socket: Socket): void {
    this.#options.handshakes.inc({ outcome: 'plain' })
    writeProxyError(socket, {
      status: 400,
      code: 'bad_request',
      message: 'This proxy takes encrypted connections only: give its address as https://.',
      retry: false,
    })
  }
}
