import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { once } from './once.ts'
import type { Scope } from './scope.ts'

export interface ParentProxy {
  readonly url: string
  /** Every CONNECT and absolute-form request, in order. */
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[]
}

/** Where the parent really connects to: a port of this machine; undefined is answered with 403. */
type Route = (authority: string) => number | undefined

/** A plain forward proxy of the kind companies have: CONNECT, and absolute-form requests. */
export async function startParentProxy(scope: Scope, route: Route): Promise<ParentProxy> {
  const requests: ParentProxy['requests'] = []
  const note = (request: IncomingMessage) => {
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers })
  }
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    note(request)
    const { host, pathname, search } = new URL(request.url ?? '')
    const port = route(host)
    if (port === undefined) return void response.writeHead(403).end()
    const { 'proxy-authorization': _, ...headers } = request.headers
    const outgoing = httpRequest({ port, host: '127.0.0.1', method: request.method, path: pathname + search, headers })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    request.pipe(outgoing)
  })
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    note(request)
    const port = route(request.url ?? '')
    if (port === undefined) return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    const upstream = connect(port, '127.0.0.1')
    for (const side of [socket, upstream]) {
      sockets.add(side)
      side.on('close', () => sockets.delete(side)).on('error', () => side.destroy())
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
