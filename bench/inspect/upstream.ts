import { readFileSync } from 'node:fs'
import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** What a small, quick model answers. `x-bench-upstream` proves to the load generator that a request got through. */
const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_764_000_000,
    model: 'gpt-4o',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Three points are open: the budget, the date and the contract. '.repeat(4),
        },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 512, completion_tokens: 64, total_tokens: 576 },
  }),
)
const HEADERS = { 'content-type': 'application/json', 'content-length': ANSWER.length, 'x-bench-upstream': 'yes' }

const folder = process.argv[2] ?? ''
const certificate = {
  cert: readFileSync(join(folder, 'upstream.pem')),
  key: readFileSync(join(folder, 'upstream.key')),
}
const server = createServer(certificate, (request, response) => {
  request.resume().once('end', () => response.writeHead(200, HEADERS).end(ANSWER))
})
const h2Server = createSecureServer(certificate).on('stream', (stream: ServerHttp2Stream) => {
  stream.resume().once('end', () => {
    stream.respond({ ':status': 200, ...HEADERS })
    stream.end(ANSWER)
  })
})
// Longer than any pause between two turns of a contestant: none should pay for new connections.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  h2Server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port, h2Port: (h2Server.address() as AddressInfo).port }),
  )
})
