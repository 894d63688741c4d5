import type { IncomingMessage } from 'node:http'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import type { Scope } from './scope.ts'
import { type FakeUpstream, startUpstream } from './upstream.ts'

export interface SocketService extends FakeUpstream {
  /** Texts that arrived, of all WebSockets; binary messages in hexadecimal behind `0x`. */
  readonly messages: string[]
  /** Open or closed, in the order they came. */
  readonly accepted: { readonly socket: WebSocket; readonly request: IncomingMessage }[]
}

export interface SocketServiceOptions extends ServerOptions {
  readonly hosts: readonly string[]
  /** What it does with a message; nothing where not given. */
  readonly onMessage?: (socket: WebSocket, text: string, isBinary: boolean, data: Buffer) => void
}

/** A fake AI service that takes WebSockets on every path. */
export async function startSocketService(
  scope: Scope,
  { hosts, onMessage, ...options }: SocketServiceOptions,
): Promise<SocketService> {
  const upstream = await startUpstream(scope, { hosts })
  const messages: string[] = []
  const accepted: SocketService['accepted'] = []
  const server = new WebSocketServer({ noServer: true, ...options })
  upstream.server.on('upgrade', (request, socket, head) => {
    server.handleUpgrade(request, socket, head, (channel) => {
      accepted.push({ socket: channel, request })
      channel.on('error', () => {})
      channel.on('message', (data: Buffer, isBinary) => {
        const text = isBinary ? `0x${data.toString('hex')}` : data.toString()
        messages.push(text)
        onMessage?.(channel, text, isBinary, data)
      })
    })
  })
  scope.teardown(() => {
    for (const { socket } of accepted) socket.terminate()
    server.close()
  })
  return Object.assign(upstream, { messages, accepted })
}
