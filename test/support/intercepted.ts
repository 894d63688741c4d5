import { connect as connectTls, type TLSSocket } from 'node:tls'
import { once } from './once.ts'
import type { Scope } from './scope.ts'
import type { Weir } from './weir.ts'
import { Wire } from './wire.ts'

interface Options {
  /** The server name of the TLS hello; the host where not given. */
  readonly servername?: string
  /** Offered in ALPN; none where not given. */
  readonly protocols?: string[]
}

/** A client's connection through CONNECT and the proxy's leaf: what is written on it is read by the gate. */
export async function connectIntercepted(
  scope: Scope,
  weir: Pick<Weir, 'proxyPort' | 'ca'>,
  host: string,
  { servername = host, protocols }: Options = {},
): Promise<TLSSocket> {
  const wire = await Wire.open(scope, weir.proxyPort)
  wire.send(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`)
  const answer = await wire.expect('\r\n\r\n')
  if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`CONNECT was answered with ${answer}`)
  wire.socket.removeAllListeners('data')
  const tls = connectTls({
    ...{ socket: wire.socket, ca: weir.ca, servername, checkServerIdentity: () => undefined },
    ...(protocols !== undefined && { ALPNProtocols: protocols }),
  })
  scope.teardown(() => tls.destroy())
  await once(tls, 'secureConnect')
  return tls
}

/** The same, to write bytes and wait for others. */
export async function openIntercepted(
  scope: Scope,
  weir: Pick<Weir, 'proxyPort' | 'ca'>,
  host: string,
  options?: Options,
): Promise<Wire> {
  return new Wire(await connectIntercepted(scope, weir, host, options))
}

/** A POST of JSON as bytes on the wire. */
export function postJson(host: string, path: string, json: unknown, headers: readonly string[] = []): string {
  const body = typeof json === 'string' ? json : JSON.stringify(json)
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
}
