import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Between two events of a stream. */
const EVENT_MS = 10

/** Answers at once; `/v1/events` with an event every 10 ms that says when it left, in nanoseconds of the system's monotonic clock. */
const folder = process.argv[2] ?? ''
const server = createServer(
  { cert: readFileSync(join(folder, 'upstream.pem')), key: readFileSync(join(folder, 'upstream.key')) },
  (request, response) => {
    request.resume().once('end', () => {
      if (request.url !== '/v1/events') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}')
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(`data: ${process.hrtime.bigint()}\n\n`), EVENT_MS)
      response.once('close', () => clearInterval(timer))
    })
  },
)
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
