import { connect, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { AnswerHead, ExchangeRequest, Exchanger } from '../../proxy/http/exchange.ts'
import { createH1Exchanger } from '../../proxy/http/h1/service-side/exchanger.ts'
import { once } from './once.ts'
import { PATIENT_POOLS } from './patience.ts'
import { listen } from './wire.ts'

/** What came of one request. */
export interface Outcome {
  readonly head: AnswerHead | undefined
  readonly body: string
  readonly trailers: string
  readonly error: Error | undefined
}

export interface Service {
  /** What the service was sent, one text a connection. */
  readonly received: string[]
  readonly exchanger: Exchanger
  ask(request?: Partial<ExchangeRequest>): Promise<Outcome>
}

/** An exchanger, and a service on a bare socket that says what a test has it say. */
export async function startService(
  t: ExecutionContext,
  onRequest: (socket: Socket, text: string, connection: number) => void,
  options: Partial<Parameters<typeof createH1Exchanger>[0]> = {},
): Promise<Service> {
  const received: string[] = []
  const { port } = await listen(t, (socket) => {
    const connection = received.push('') - 1
    socket.on('data', (chunk: Buffer) => {
      received[connection] += chunk.toString('latin1')
      onRequest(socket, chunk.toString('latin1'), connection)
    })
  })
  const exchanger = createH1Exchanger({
    ...PATIENT_POOLS,
    connect: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
    maxConnections: 8,
    onFault: (error) => t.fail(error.stack),
    ...options,
  })
  t.teardown(() => exchanger.close())
  const connection = {
    client: { address: '127.0.0.1' },
    target: { host: 'a', port: 443 },
    scheme: 'https',
    otherName: undefined,
  } as const
  return {
    received,
    exchanger,
    ask: (request = {}) =>
      new Promise((resolve) => {
        let head: AnswerHead | undefined
        let body = ''
        const done = (trailers: string, error?: Error) => resolve({ head, body, trailers, error })
        exchanger.start(
          { connection, method: 'GET', path: '/', fields: 'Host: a\r\n', body: null, ...request },
          {
            beforeSending: () => {},
            head: (came) => {
              head = came
            },
            data: (chunk) => {
              body += chunk.toString('latin1')
            },
            flush: () => true,
            end: (trailers) => done(trailers),
            failed: (error) => done('', error),
          },
        )
      }),
  }
}
