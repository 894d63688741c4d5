import type { Socket } from 'node:net'
import type { Counter } from 'prom-client'
import { announcePeer, peerOf } from './peers.ts'
import { ANNOUNCEMENT_MAX, readAnnouncement } from './proxy-protocol.ts'

interface Options {
  /** WEIR_PROXY_PROTOCOL=on. */
  readonly isExpected: boolean
  /** Whether an address is one of WEIR_TRUSTED_PROXIES. */
  readonly isTrusted: (address: string) => boolean
  /** How long an announcement may take, in milliseconds. */
  readonly patienceMs: number
  readonly announcements: Pick<Counter<'outcome'>, 'inc'>
}

/**
 * Takes the PROXY protocol's line or header off connections from trusted proxies, and notes whom it announces. From them it has
 * to be there: a receiver that guesses could be lied to by a client whose balancer sends none. Others cannot announce anyone.
 */
export class Announcements {
  readonly #options: Options
  readonly #waiting = new Set<Socket>()

  constructor(options: Options) {
    this.#options = options
  }

  /** @param accept called where the connection itself begins; not where what came is no announcement: that connection ends */
  take(socket: Socket, accept: (socket: Socket) => void): void {
    const { isExpected, isTrusted } = this.#options
    if (isExpected && isTrusted(peerOf(socket))) this.#read(socket, accept)
    else accept(socket)
  }

  /** Ends those whose announcement is still awaited. */
  close(): void {
    for (const socket of this.#waiting) socket.destroy()
  }

  #read(socket: Socket, accept: (socket: Socket) => void): void {
    const { patienceMs, announcements } = this.#options
    let seen = Buffer.alloc(0)
    this.#waiting.add(socket)
    const finish = (outcome: 'client' | 'balancer' | 'malformed' | 'late' | 'closed') => {
      clearTimeout(timer)
      this.#waiting.delete(socket)
      socket.off('readable', onReadable).off('close', onClose).off('error', onError)
      announcements.inc({ outcome })
      if (outcome === 'client' || outcome === 'balancer') return
      socket.on('error', () => {})
      socket.destroy()
    }
    const onClose = () => finish('closed')
    const onError = () => socket.destroy()
    const onReadable = () => {
      for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
        seen = Buffer.concat([seen, chunk])
        const read = readAnnouncement(seen)
        if (read.kind === 'incomplete' && seen.length < ANNOUNCEMENT_MAX) continue
        if (read.kind !== 'read') return finish('malformed')
        finish(read.source === undefined ? 'balancer' : 'client')
        if (read.source !== undefined) announcePeer(socket, read.source)
        if (seen.length > read.length) socket.unshift(seen.subarray(read.length))
        return accept(socket)
      }
    }
    const timer = setTimeout(() => finish('late'), patienceMs)
    socket.on('readable', onReadable).on('close', onClose).on('error', onError)
  }
}
