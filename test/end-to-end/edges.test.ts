import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, refusingPort, until, Wire } from '../support/wire.ts'

async function ask(t: ExecutionContext, weir: Weir, head: string): Promise<string> {
  const wire = await Wire.open(t, weir.proxyPort)
  const answer = await wire.send(`${head}\r\n\r\n`).expect('\r\n\r\n')
  wire.socket.destroy()
  return answer
}

test('the proxy’s own pages answer to its names alone, a port that is not listed and a failed name are told apart', async (t) => {
  const weir = await startWeir(t, { env: { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8' } })
  for (const path of ['/', '/metrics', '/ca.pem']) {
    t.regex(await ask(t, weir, `GET ${path} HTTP/1.1\r\nHost: evil.example`), /^HTTP\/1\.1 421 /)
    t.regex(await ask(t, weir, `GET ${path} HTTP/1.1\r\nHost: localhost:${weir.proxyPort}`), /^HTTP\/1\.1 200 /)
  }
  t.regex(await ask(t, weir, 'GET http://weir.proxy/ HTTP/1.1\r\nHost: weir.proxy'), /^HTTP\/1\.1 200 /)

  const wire = await Wire.open(t, weir.proxyPort)
  const refused = await wire.send('CONNECT 127.0.0.1:25 HTTP/1.1\r\n\r\n').expectEnd()
  t.regex(refused, /^HTTP\/1\.1 403 /)
  t.regex(refused, /WEIR_CONNECT_PORTS/)
  t.is(await weir.metric('weir_proxy_connects_total', { outcome: 'refused' }), 1)

  await ask(t, weir, 'CONNECT does-not-exist.invalid:443 HTTP/1.1')
  t.is(await weir.metric('weir_proxy_connects_total', { outcome: 'dns_failed' }), 1)
  const closed = await refusingPort(t)
  await ask(t, weir, `CONNECT 127.0.0.1:${closed} HTTP/1.1`)
  t.is(await weir.metric('weir_proxy_connects_total', { outcome: 'connect_failed' }), 1)
  await ask(t, weir, `GET http://127.0.0.1:${closed}/ HTTP/1.1\r\nHost: 127.0.0.1:${closed}`)
  t.is(await weir.metric('weir_proxy_plain_requests_total', { outcome: 'connect_failed' }), 1)
  t.is(await weir.metric('weir_proxy_build_info'), 1)

  // The head of a plain request is held until its answer has ended, and counts like everything else that is.
  const silent = await listen(t, () => {})
  const plain = await Wire.open(t, weir.proxyPort)
  const target = `127.0.0.1:${silent.port}`
  plain.send(`GET http://${target}/ HTTP/1.1\r\nHost: ${target}\r\nX-Long: ${'x'.repeat(9000)}\r\n\r\n`)
  const held = async () => (await weir.metric('weir_proxy_admission_held', { resource: 'bytes' })) ?? 0
  await until(
    async () => (await held()) > 9000,
    () => 'the head is not counted',
  )
  plain.socket.destroy()
  await until(
    async () => (await held()) === 0,
    () => 'the head is still counted',
  )
})

test('SIGHUP ends nothing, takes over who may use the proxy, and keeps the old where the new is wrong', async (t) => {
  const weir = await startWeir(t)
  const file = join(weir.dataDir, '.env')
  const page = () => ask(t, weir, 'GET / HTTP/1.1\r\nHost: 127.0.0.1')
  const reload = async (env: string, seen: string) => {
    writeFileSync(file, env)
    weir.product.process.kill('SIGHUP')
    await until(
      () => weir.product.stdout.includes(seen),
      () => `the log does not say: ${seen}`,
    )
  }
  t.regex(await page(), /^HTTP\/1\.1 200 /)
  await reload('WEIR_CLIENT_ALLOW_CIDRS=nonsense', 'the old ones stay')
  t.true(weir.product.stdout.includes('WEIR_CLIENT_ALLOW_CIDRS'))
  t.regex(await page(), /^HTTP\/1\.1 200 /)
  await reload('WEIR_CLIENT_ALLOW_CIDRS=192.0.2.0/24', 'were read again')
  const refused = await page()
  t.regex(refused, /^HTTP\/1\.1 403 /)
  t.is(await weir.stop(), 0)
})
