import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls'
import { WeirError } from '../../core/errors.ts'
import type { SinkEvent } from './format.ts'
import { type Format, writeWithin } from './format.ts'
import type { Transport } from './sink.ts'
import { countOctets, type SyslogHeader, syslogMessage } from './syslog-message.ts'

const TIMEOUT_MS = 10_000
const GOODBYE_MS = 500
/** The bytes that a receiver must read within that time. */
const CHUNK = 16 * 1024
/** Receivers must take 2048 and should take 8192 bytes (RFC 5425, 4.3.1); rsyslog takes 8 KiB as it comes. */
const MESSAGE_MAX_BYTES = 8000

export interface StreamOptions {
  readonly url: URL
  readonly format: Format
  readonly header: SyslogHeader
  /** PEM, added to the roots. */
  readonly ca: string | undefined
}

/** Syslog over TCP (RFC 6587) or TLS (RFC 5425), with counted octets. */
export class StreamTransport implements Transport {
  readonly #options: StreamOptions
  #socket: Socket | undefined
  #opening: Socket | undefined

  constructor(options: StreamOptions) {
    this.#options = options
  }

  format(event: SinkEvent): string | undefined {
    const { format, header } = this.#options
    const text = writeWithin(format, event, MESSAGE_MAX_BYTES)
    return text && countOctets(syslogMessage(event, text, header))
  }

  async write(lines: readonly string[]): Promise<void> {
    const socket = this.#socket ?? (await this.#connect())
    let chunk = ''
    for (const [index, line] of lines.entries()) {
      chunk += line
      if (chunk.length < CHUNK && index < lines.length - 1) continue
      await send(socket, chunk)
      chunk = ''
    }
  }

  async close(): Promise<void> {
    this.#opening?.destroy()
    const socket = this.#socket
    if (socket === undefined) return
    socket.end()
    // A receiver that does not say goodbye.
    setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  }

  async #connect(): Promise<Socket> {
    const { url } = this.#options
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const isTls = url.protocol === 'tls:'
    const socket = isTls ? this.#openTls(host, Number(url.port)) : connectTcp(Number(url.port), host)
    this.#opening = socket
    await opened(socket, isTls ? 'secureConnect' : 'connect')
    this.#opening = undefined
    this.#socket = socket
    // Syslog servers send nothing. Their bytes are not read, and their end closes the connection.
    socket.resume()
    socket.setKeepAlive(true, TIMEOUT_MS)
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined
    })
    return socket
  }

  #openTls(host: string, port: number): TLSSocket {
    const { ca } = this.#options
    return connectTls({
      host,
      port,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca: [...getCACertificates('default'), ca] }),
    })
  }
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const patience = setTimeout(() => socket.destroy(new PeerError('does not answer')), TIMEOUT_MS)
  return new Promise<void>((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new PeerError('has closed the connection')))
  }).finally(() => clearTimeout(patience))
}

async function send(socket: Socket, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // A receiver that does not read for this time is given up; lines that it may not have read are sent again.
    const patience = setTimeout(() => socket.destroy(new PeerError('takes no more')), TIMEOUT_MS)
    const onClose = () => {
      clearTimeout(patience)
      reject(new PeerError('has closed the connection'))
    }
    socket.once('close', onClose)
    socket.write(text, (error) => {
      clearTimeout(patience)
      socket.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}

class PeerError extends WeirError {
  constructor(what: string) {
    super('ERR_SINK_PEER', `the receiver ${what}`)
  }
}
