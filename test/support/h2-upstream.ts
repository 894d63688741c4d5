import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { once } from './once.ts'
import type { Scope } from './scope.ts'
import type { ReachableUpstream } from './upstream.ts'

export interface H2Upstream extends ReachableUpstream {
  /** Sessions in the order they came. */
  readonly sessions: ServerHttp2Session[]
}

export type OnStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

/** A fake AI service on loopback that speaks HTTP/2 and nothing else, with a certificate of a CA of its own. */
export async function startH2Upstream(
  scope: Scope,
  {
    hosts,
    onStream,
    takesWebSockets = false,
  }: { readonly hosts: readonly string[]; readonly onStream: OnStream; readonly takesWebSockets?: boolean },
): Promise<H2Upstream> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-h2-upstream-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const now = new Date()
  const authority = openAuthority(folder, () => now)
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.certificatePem)
  const server = createSecureServer({
    ...issueServerCertificate(authority, hosts, now),
    settings: { initialWindowSize: 1_048_576, enableConnectProtocol: takesWebSockets },
  })
  const sessions: ServerHttp2Session[] = []
  server.on('session', (session) => sessions.push(session.on('error', () => {})))
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    onStream(stream, headers)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  scope.teardown(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return { caFile, sessions, connectTo: (host, from = 443) => `${host}:${from}:127.0.0.1:${port}` }
}
