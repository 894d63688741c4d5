import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { SinkEvent } from './format.ts'
import { type Format, writeWithin } from './format.ts'
import type { Transport } from './sink.ts'
import { type SyslogHeader, syslogMessage } from './syslog-message.ts'

/** RFC 5426, 3.2: receivers should take 2048 bytes. */
const DATAGRAM_MAX_BYTES = 2048

export interface UdpOptions {
  readonly url: URL
  readonly format: Format
  readonly header: SyslogHeader
}

/** Syslog over UDP (RFC 5426): one message per datagram, without any acknowledgement. */
export class UdpTransport implements Transport {
  readonly #options: UdpOptions
  #socket: Socket | undefined

  constructor(options: UdpOptions) {
    this.#options = options
  }

  format(event: SinkEvent): string | undefined {
    const { format, header } = this.#options
    const room = DATAGRAM_MAX_BYTES - Buffer.byteLength(syslogMessage(event, 'é', header))
    const text = writeWithin(format, event, room)
    return text && syslogMessage(event, text, header)
  }

  async write(lines: readonly string[]): Promise<void> {
    const socket = this.#socket ?? (await this.#open())
    for (const line of lines) {
      await new Promise<void>((resolve, reject) =>
        socket.send(line, (error) => {
          if (error === null) resolve()
          else reject(error)
        }),
      )
    }
  }

  async close(): Promise<void> {
    this.#socket?.close()
    this.#socket = undefined
  }

  /** Connected, so that the name is looked up once, and an ICMP answer (port unreachable) is reported. */
  async #open(): Promise<Socket> {
    const { url } = this.#options
    const { address, family } = await lookup(url.hostname.replace(/^\[(.*)\]$/, '$1'))
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(Number(url.port), address, resolve)
    })
    socket.removeAllListeners('error')
    // The name may lead to another address by now.
    socket.on('error', () => {
      socket.close()
      if (this.#socket === socket) this.#socket = undefined
    })
    socket.unref()
    this.#socket = socket
    return socket
  }
}
