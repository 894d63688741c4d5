import { type ClientOptions, WebSocket } from 'ws'
import { connectIntercepted } from './intercepted.ts'
import { once } from './once.ts'
import type { Scope } from './scope.ts'
import type { Weir } from './weir.ts'
import { until } from './wire.ts'

/** A client's WebSocket through the proxy, and what came on it. */
export class TestSocket {
  readonly socket: WebSocket
  readonly received: string[] = []
  closed: { readonly code: number; readonly reason: string } | undefined

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('message', (data: Buffer, isBinary) => {
      this.received.push(isBinary ? `0x${data.toString('hex')}` : data.toString())
    })
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
    })
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  }

  /** Waits until N messages have come. */
  async expect(count: number): Promise<readonly string[]> {
    await until(
      () => this.received.length >= count,
      () => `waited for ${count} messages, got ${JSON.stringify(this.received)} and ${JSON.stringify(this.closed)}`,
    )
    return this.received
  }

  async expectClose(): Promise<{ readonly code: number; readonly reason: string }> {
    await until(
      () => this.closed !== undefined,
      () => `waited for the end, got ${JSON.stringify(this.received)}`,
    )
    return this.closed ?? { code: 0, reason: '' }
  }
}

/** Resolves when it is open. */
export async function openTestSocket(
  scope: Scope,
  weir: Pick<Weir, 'proxyPort' | 'ca'>,
  url: string,
  { protocols = [], ...options }: ClientOptions & { readonly protocols?: string[] } = {},
): Promise<TestSocket> {
  const tls = await connectIntercepted(scope, weir, new URL(url).hostname)
  const socket = new WebSocket(url, protocols, { createConnection: () => tls, ...options })
  scope.teardown(() => socket.terminate())
  const opened = new TestSocket(socket)
  await once(socket, 'open')
  return opened
}
