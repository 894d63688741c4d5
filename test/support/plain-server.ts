import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from './once.ts'
import type { Scope } from './scope.ts'
import type { Arrival } from './upstream.ts'

export interface PlainServer {
  readonly port: number
  /** Every request that arrived whole, in order. */
  readonly arrivals: Arrival[]
  readonly server: Server
}

/** A web server without TLS on loopback, that records what reached it. */
export async function startPlainServer(
  scope: Scope,
  answer: RequestListener = (_request, response) => void response.end('plain'),
): Promise<PlainServer> {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const { method = '', url = '', rawHeaders, headers } = request
      arrivals.push({ method, url, rawHeaders, headers, body: Buffer.concat(chunks) })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, arrivals, server }
}
