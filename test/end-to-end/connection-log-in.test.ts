import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { upstreamRequest } from '../../proxy/gate/upstream-request.ts'
import { bindsConnection } from '../../proxy/http/connection-auth.ts'
import type { ClientExchange } from '../../proxy/http/exchange.ts'
import { h1FieldsOf } from '../../proxy/http/h1/read-request.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { Wire } from '../support/wire.ts'

/** A server that logs a connection in, as IIS does with NTLM: who has spoken the third message on it is its user. */
async function startServer(t: ExecutionContext): Promise<{ readonly host: string }> {
  const users = new WeakMap<Socket, string>()
  const server = createServer((request, response) => {
    const { authorization } = request.headers
    if (authorization?.startsWith('NTLM three ')) users.set(request.socket, authorization.slice(11))
    const user = users.get(request.socket)
    if (user === undefined)
      response.writeHead(401, { 'www-authenticate': authorization === undefined ? 'NTLM' : 'NTLM two' })
    response.end(`you are ${user ?? 'nobody'};`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function get(wire: Wire, host: string, authorization?: string): Promise<string> {
  const before = wire.received.length
  const field = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`
  wire.send(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${field}\r\n`)
  for (;;) {
    const said = /you are (\w+);/.exec(wire.received.slice(before))?.[1]
    if (said !== undefined) return said
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function logIn(wire: Wire, host: string, user: string): Promise<string> {
  await get(wire, host)
  await get(wire, host, 'NTLM one')
  return get(wire, host, `NTLM three ${user}`)
}

test('who logs a connection in has it alone, and keeps it', async (t) => {
  const weir: Weir = await startWeir(t, { env: { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8' } })
  const { host } = await startServer(t)
  const [ada, bob] = [await Wire.open(t, weir.proxyPort), await Wire.open(t, weir.proxyPort)]
  t.is(await logIn(ada, host, 'ada'), 'ada')
  t.is(await get(ada, host), 'ada', 'the log-in holds for the next request')
  t.is(await get(bob, host), 'nobody', 'and for nobody else')
  t.is(await logIn(bob, host, 'bob'), 'bob')
  t.is(await get(ada, host), 'ada')
  ada.socket.destroy()
  const carol = await Wire.open(t, weir.proxyPort)
  t.is(await get(carol, host), 'nobody', 'nor for who comes after')
})

for (const [value, binds] of [
  ['NTLM', true],
  ['ntlm TlRMTVNTUAAB', true],
  ['Negotiate', true],
  ['Negotiate YIIB==', true],
  ['Basic realm="a", NTLM', true],
  ['Basic realm="NTLM"', false],
  ['Basic TlRMTQ==', false],
  ['Bearer negotiate', false],
  ['Digest ntlm=1, realm="x"', false],
] as const) {
  test(`${value} ${binds ? 'binds' : 'does not bind'} its connection`, (t) => {
    t.is(bindsConnection(['Host', 'a', 'WWW-Authenticate', value]), binds)
    t.is(bindsConnection(['authorization', value]), binds)
    t.false(bindsConnection(['X-Other-Header', value]))
  })
}

for (const [fields, isBound] of [
  [['Authorization', 'Bearer a'], false],
  [['Authorization', 'NTLM a'], true],
  [['Authorization', 'Bearer a', 'authorization', 'NTLM b'], true],
  [['Authorization', 'Bearer a', 'AUTHORIZATION', 'Basic b, Negotiate c'], true],
  [['Authorization', 'Kerberos a'], true],
  [['X-Authorization', 'NTLM a'], false],
] as const) {
  test(`a request to an AI service with ${fields.join(' ')} ${isBound ? 'gets' : 'needs no'} connection of its own`, (t) => {
    const request = { method: 'GET', target: '/', minorVersion: 1, fields: h1FieldsOf(fields), framing: 'none' }
    const connection = { scheme: 'https', target: { host: 'api.openai.com', port: 443 } }
    t.is(upstreamRequest({ request, connection } as unknown as ClientExchange, null).isConnectionBound, isBound)
  })
}
