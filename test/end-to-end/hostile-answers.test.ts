import test, { type ExecutionContext } from 'ava'
import { fileScope } from '../support/scope.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, Wire } from '../support/wire.ts'

const scope = fileScope()
let weir: Weir

test.before(async () => {
  weir = await startWeir(scope, { env: { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8' } })
})

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'

/** What the client gets of a server that answers with these bytes, whatever it is asked. */
async function ask(t: ExecutionContext, answer: string | Buffer, headers = ''): Promise<string> {
  const { port } = await listen(t, (socket) => socket.once('data', () => void socket.write(answer)))
  const wire = await Wire.open(t, weir.proxyPort)
  const host = `127.0.0.1:${port}`
  wire.send(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`)
  const received = await wire.expect('\r\n\r\n')
  wire.socket.destroy()
  t.is(weir.product.process.exitCode, null, 'the process is still there')
  return received
}

const EMPTY = '\r\nContent-Length: 0\r\n\r\n'

for (const headers of ['', UPGRADE]) {
  const kind = headers === '' ? 'a plain request' : 'an upgrade'
  for (const [what, line, expected] of [
    ['a control character in its reason', '200 O\x01K', /^HTTP\/1\.1 200 O K\r\n/],
    ['bytes above ASCII in its reason', '200 S\xe9', /^HTTP\/1\.1 200 S\xe9\r\n/],
    ['no reason', '200', /^HTTP\/1\.1 200 \r\n/],
    ['the status 000', '000 OK', /^HTTP\/1\.1 502 /],
    ['the status 099', '099 OK', /^HTTP\/1\.1 502 /],
    ['the status 1000', '1000 OK', /^HTTP\/1\.1 502 /],
    ['the status 999', '999 Mine', /^HTTP\/1\.1 999 Mine\r\n/],
    ['no number for its status', 'abc OK', /^HTTP\/1\.1 502 /],
  ] as const) {
    test(`${kind}, answered with ${what}, ends nothing but itself`, async (t) => {
      t.regex(await ask(t, Buffer.from(`HTTP/1.1 ${line}${EMPTY}`, 'latin1'), headers), expected)
    })
  }

  test(`${kind}, answered with bytes that are no HTTP, is told 502`, async (t) => {
    t.regex(await ask(t, '\x00\x01\x02\r\n\r\n', headers), /^HTTP\/1\.1 502 /)
  })

  test(`${kind}, answered with informational answers without an end, is told 502`, async (t) => {
    t.regex(await ask(t, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500), headers), /^HTTP\/1\.1 502 /)
  })

  test(`${kind} is answered after a few informational answers`, async (t) => {
    t.regex(
      await ask(t, `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}HTTP/1.1 204 Gone\r\n\r\n`, headers),
      /^HTTP\/1\.1 204 /,
    )
  })
}

test('a plain request, answered with a 101 that nobody asked for, is told 502', async (t) => {
  t.regex(await ask(t, `HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`), /^HTTP\/1\.1 502 /)
})

test('a control character in the reason of a 101 does not reach the client', async (t) => {
  const answer = await ask(t, `HTTP/1.1 101 Go\x01\r\n${UPGRADE}\r\n`, UPGRADE)
  t.regex(answer, /^HTTP\/1\.1 101 Switching Protocols\r\n/)
})
