import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { protobuf } from './protobuf.ts'
import type { Scope } from './scope.ts'
import type { ReachableUpstream } from './upstream.ts'
import type { Weir } from './weir.ts'

/** A message of one text, in protobuf. */
export const textMessage = (text: string) => protobuf([[1, text]])

/** The text of such a message, if it is shorter than 128 bytes. */
export const textOf = (message: Buffer) => `${message.subarray(2)}`

const asItIs = (bytes: Buffer) => bytes

/** The four shapes that a call of gRPC can have; messages are bytes. */
export const CHAT = Object.fromEntries(
  (
    [
      ['Unary', false, false],
      ['FromService', false, true],
      ['FromClient', true, false],
      ['BothWays', true, true],
    ] as const
  ).map(([name, requestStream, responseStream]) => [
    name,
    {
      ...{ path: `/weir.test.Chat/${name}`, requestStream, responseStream },
      ...{ requestSerialize: asItIs, requestDeserialize: asItIs },
      ...{ responseSerialize: asItIs, responseDeserialize: asItIs },
    },
  ]),
) satisfies ServiceDefinition

/** A service on loopback that speaks gRPC, by its usual library. */
export async function startGrpcService(
  scope: Scope,
  host: string,
  implementation: UntypedServiceImplementation,
): Promise<ReachableUpstream> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-grpc-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const now = new Date()
  const authority = openAuthority(folder, () => now)
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.certificatePem)
  const { cert, key } = issueServerCertificate(authority, [host], now)
  const server = new Server()
  server.addService(CHAT, implementation)
  const pair = { private_key: Buffer.from(key), cert_chain: Buffer.from(cert) }
  const secure = ServerCredentials.createSsl(null, [pair])
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', secure, (error, bound) => (error === null ? resolve(bound) : reject(error)))
  })
  scope.teardown(() => server.forceShutdown())
  return { caFile, connectTo: (name, from = 443) => `${name}:${from}:127.0.0.1:${port}` }
}

/** A client of gRPC's usual library, which finds the proxy in the environment as it does anywhere. */
export function grpcClient(scope: Scope, weir: Weir, host: string, options: ClientOptions = {}): Client {
  process.env.grpc_proxy = weir.proxyUrl
  const client = new Client(`${host}:443`, credentials.createSsl(Buffer.from(weir.ca)), options)
  scope.teardown(() => client.close())
  return client
}

type Method = keyof typeof CHAT

/** Begins a call in which both sides may speak at any time. */
export function callBothWays(
  client: Client,
  method: Method = 'BothWays',
  headers: Readonly<Record<string, string>> = {},
): ClientDuplexStream<Buffer, Buffer> {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  return client.makeBidiStreamRequest(CHAT[method]?.path ?? '', asItIs, asItIs, metadata)
}
