import type { Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { ClientExchange } from '../../proxy/http/exchange.ts'
import { H1Server } from '../../proxy/http/h1/client-side/server.ts'
import type { ServerOptions } from '../../proxy/http/h1/client-side/server-context.ts'
import { writeProxyError } from '../../proxy/respond/error-page.ts'
import { PATIENT_WITH_CLIENTS } from './patience.ts'
import { listen } from './wire.ts'

/** What every test's server does with bytes that are no request: as the product does. */
export function refuseBytes(socket: Socket, status: number, message: string): void {
  writeProxyError(socket, { status, code: 'bad_request', message, retry: false })
}

/** An H1Server that is handed every connection to a free port, as from a CONNECT to `host`. */
export async function startH1(
  t: ExecutionContext,
  options: Pick<ServerOptions, 'onExchange'> & Partial<ServerOptions>,
  host = 'a',
): Promise<{ readonly port: number; readonly server: H1Server; readonly faults: Error[] }> {
  const faults: Error[] = []
  const server = new H1Server({
    patience: PATIENT_WITH_CLIENTS,
    onBadRequest: refuseBytes,
    onFault: (error) => faults.push(error),
    ...options,
  })
  t.teardown(() => server.closeAll())
  const { port } = await listen(
    t,
    (socket) => {
      server.accept(socket, {
        client: { address: '127.0.0.1' },
        target: { host, port: 443 },
        scheme: 'https',
        otherName: undefined,
      })
    },
    { allowHalfOpen: true },
  )
  return { port, server, faults }
}

/** Reads a whole body, then answers 200 with what `reply` makes of it. */
export function answerWhole(exchange: ClientExchange, reply: (body: Buffer) => string): void {
  const chunks: Buffer[] = []
  const answer = () => {
    const body = Buffer.from(reply(Buffer.concat(chunks)))
    exchange.begin({ status: 200, reason: 'OK', fields: `Content-Length: ${body.length}\r\n`, body: 'framed' })
    exchange.write(body)
    exchange.end()
  }
  const { framing } = exchange.request
  if (framing === 'none' || framing === 0) answer()
  else exchange.receive({ data: (chunk) => void chunks.push(chunk), end: answer, cut: () => {} })
}
