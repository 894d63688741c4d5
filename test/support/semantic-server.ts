import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Scope } from './scope.ts'

export interface SemanticRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly json: Record<string, unknown>
}

export interface SemanticServer {
  /** http://127.0.0.1:port */
  readonly url: string
  /** All that reached it. */
  readonly requests: readonly SemanticRequest[]
  /** Requests being answered, at most, at any one time. */
  readonly mostAtOnce: number
}

export type Answer = (request: SemanticRequest, response: ServerResponse) => void | Promise<void>

/** A fake of Presidio or of a model server: takes JSON, and answers what the test says. */
export async function startSemanticServer(scope: Scope, answer: Answer): Promise<SemanticServer> {
  const requests: SemanticRequest[] = []
  const sockets = new Set<Socket>()
  let now = 0
  let most = 0
  const server = createServer((request, response) => {
    most = Math.max(most, ++now)
    response.once('close', () => now--)
    void receive(request).then((received) => {
      requests.push(received)
      return answer(received, response)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get mostAtOnce() {
      return most
    },
  }
}

async function receive(request: IncomingMessage): Promise<SemanticRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = '', url: path = '', headers } = request
  return { method, path, headers, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
}

/** The text that a chat completion was asked about. */
export function askedText({ json }: SemanticRequest): string {
  const messages = json.messages as { role: string; content: string }[]
  return JSON.parse(messages.at(-1)?.content ?? '').text
}

export function answerJson(response: ServerResponse, json: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}

/** A chat completion whose message is this, as a text or as JSON. */
export function answerCompletion(response: ServerResponse, content: unknown): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  answerJson(response, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  })
}
