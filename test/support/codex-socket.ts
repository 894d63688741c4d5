import { WebSocketServer } from 'ws'
import { responseEvents } from './client-services.ts'
import type { Scope } from './scope.ts'
import type { FakeUpstream } from './upstream.ts'

/** Has a fake service answer over WebSockets too, as OpenAI's responses do. @returns the messages that came */
export function answerOnWebSockets(scope: Scope, { server }: FakeUpstream): readonly string[] {
  const messages: string[] = []
  const sockets = new WebSocketServer({ noServer: true })
  scope.teardown(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (channel) => {
      channel.on('error', () => {})
      channel.on('message', (data) => {
        const text = data.toString()
        messages.push(text)
        // Codex opens a conversation before it asks for an answer.
        const isAsked = (JSON.parse(text) as { generate?: boolean }).generate !== false
        for (const event of responseEvents(`resp_${messages.length}`, isAsked)) channel.send(JSON.stringify(event))
      })
    })
  })
  return messages
}
