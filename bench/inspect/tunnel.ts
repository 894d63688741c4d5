import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect as connectTcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Client } from 'undici'

export const HOST = 'api.openai.com'

/** How a client gets at the service. */
export interface Way {
  /** Of a proxy, or of the service itself where `direct`. */
  readonly port: number
  readonly caPem: string
  readonly direct?: boolean
  /** Where the client comes from, such as 127.0.0.2; proxies tell clients apart by it. */
  readonly localAddress?: string
  /** HTTP/2; otherwise HTTP/1.1, which is what all contestants speak. */
  readonly isH2?: boolean
}

/** One connection to the service. */
export function openClient(way: Way): Client {
  return new Client(`https://${HOST}`, {
    allowH2: way.isH2 === true,
    connect: (_options, callback) => {
      openTls(way).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
  })
}

async function openTls(way: Way): Promise<TLSSocket> {
  const socket = way.direct === true ? connectTcp(way.port, '127.0.0.1') : await openTunnel(way)
  const ALPNProtocols = [way.isH2 === true ? 'h2' : 'http/1.1']
  const tls = connectTls({ socket, servername: HOST, ca: way.caPem, ALPNProtocols })
  await once(tls, 'secureConnect')
  return tls
}

async function openTunnel({ port, localAddress }: Way): Promise<Duplex> {
  const from = localAddress === undefined ? {} : { localAddress }
  const options = { port, host: '127.0.0.1', method: 'CONNECT', path: `${HOST}:443`, agent: false, ...from } as const
  const [response, socket] = (await once(httpRequest(options).end(), 'connect')) as [{ statusCode?: number }, Duplex]
  if (response.statusCode !== 200) throw new Error(`CONNECT was answered with ${response.statusCode}`)
  return socket
}
