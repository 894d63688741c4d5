import type { Duplex } from 'node:stream'
import { type FrameWriter, Receiver, Sender } from '../../proxy/websocket/ws-parts.ts'
import { until } from './wire.ts'

/** A WebSocket on a stream that has switched to it already, as on one of HTTP/2: without compression. */
export class StreamSocket {
  readonly received: string[] = []
  closed: number | undefined
  readonly #writer: FrameWriter
  readonly #isServer: boolean

  constructor(stream: Duplex, isServer: boolean, onText: (text: string) => void = () => {}) {
    this.#isServer = isServer
    this.#writer = new Sender(stream, {})
    const reader = new Receiver({
      ...{ isServer, extensions: {}, maxPayload: 2 ** 25, maxFragments: 1000, maxBufferedChunks: 0 },
    })
    stream.on('data', (chunk: Buffer) => reader.write(chunk))
    stream.on('error', () => {})
    reader.on('error', () => stream.destroy())
    reader.on('message', (data) => {
      this.received.push(data.toString())
      onText(data.toString())
    })
    reader.on('conclude', (code) => {
      this.closed = code
      this.close(code)
      stream.end()
    })
  }

  send(text: string): void {
    this.#writer.send(Buffer.from(text), { binary: false, compress: false, fin: true, mask: !this.#isServer }, () => {})
  }

  close(code: number): void {
    this.#writer.close(code, '', !this.#isServer, () => {})
  }

  async expect(count: number): Promise<readonly string[]> {
    await until(
      () => this.received.length >= count,
      () => `waited for ${count} messages, got ${JSON.stringify(this.received)}`,
    )
    return this.received
  }
}
