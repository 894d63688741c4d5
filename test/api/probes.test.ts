import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import test from 'ava'
import { Agent, fetch } from 'undici'
import { probeRoutes } from '../../api/probes/routes.ts'
import { startTestApi } from '../support/api.ts'
import { testOn } from '../support/optional.ts'
import { until } from '../support/wire.ts'

const linux = testOn(test, 'Linux', process.platform === 'linux')

test('the probes answer under the base path and at the root, without a token', async (t) => {
  const api = await startTestApi(t)
  for (const path of ['/healthz', '/readyz', '//healthz', '//readyz']) {
    const answer = await api.request('GET', path)
    t.is(answer.status, 200)
    t.deepEqual(answer.json, { status: 'ok' })
  }
})

linux('a database whose disk is full is not ready, and is again once there is room', async (t) => {
  const api = await startTestApi(t)
  const status = async () => (await api.request('GET', '/readyz')).status
  t.is(await status(), 200)
  const probe = join(api.settings.dataDir, 'room-probe')
  t.false(existsSync(probe), 'what was written is given back')
  // Takes nothing, with ENOSPC.
  symlinkSync('/dev/full', probe)
  await until(
    async () => (await status()) === 503,
    () => 'a disk that is full is ready',
  )
  await until(
    async () => (await status()) === 200,
    () => 'a disk with room is not ready',
  )
})

test('however many ask whether it is ready, the database is asked once a second, and who asks shares the answer', async (t) => {
  const asked: number[] = []
  const settings = { metricsAllowCidrs: [] }
  const store = { ping: async () => void asked.push(performance.now()) }
  const routes = probeRoutes({ settings, store, isReady: () => true } as never)
  const { handle } = routes.find(({ operation }) => operation === 'getReadiness') ?? t.fail()
  const until = performance.now() + 2500
  while (performance.now() < until) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => handle({} as never)))
    t.true(answers.every(({ status }) => status === 200))
    await sleep(20)
  }
  t.true(asked.length >= 2)
  t.true(
    asked.every((at, index) => index === 0 || at - (asked[index - 1] ?? 0) > 990),
    asked.join(' '),
  )
})

test('metrics are in the text format, count what happened, and name nobody', async (t) => {
  const api = await startTestApi(t)
  const json = [{ platform_id: 'openai-api', content_hash: 'a'.repeat(64), id: crypto.randomUUID() }]
  await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json: [...json, {}] })
  await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json })
  for (const path of ['/metrics', '//metrics']) {
    const { status, text, headers } = await api.request('GET', path)
    t.is(status, 200)
    t.regex(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    t.regex(text, /^weir_api_interactions_total\{result="stored"\} 1$/m)
    t.regex(text, /^weir_api_interactions_total\{result="repeated"\} 1$/m)
    t.regex(text, /^weir_api_interactions_total\{result="invalid"\} 1$/m)
    t.regex(text, /^weir_api_http_requests_total\{operation="createInteractions",status="200"\} 2$/m)
    t.regex(text, /^weir_api_logins_total\{result="accepted"\} 1$/m)
    t.regex(text, /^weir_api_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*"\} 1$/m)
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    t.true(names.every((name) => name?.startsWith('weir_api_')))
    t.notRegex(text, /openai|example\.com|127\.0\.0\.1/)
  }
})

test('metrics are for the addresses of WEIR_METRICS_ALLOW_CIDRS', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_METRICS_ALLOW_CIDRS: '192.0.2.0/24' } })
  for (const path of ['/metrics', '//metrics']) {
    const answer = await api.request('GET', path)
    t.is(answer.status, 403)
    t.false(answer.text.includes('weir_api_'))
  }
  t.is((await api.request('GET', '/healthz')).status, 200)
})

test('with TLS the certificate is signed by the CA of the data directory', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  t.regex(api.server.url, /^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  const ca = readFileSync(join(api.settings.dataDir, 'ca.pem'), 'utf8')
  const dispatcher = new Agent({ connect: { ca } })
  t.teardown(() => dispatcher.close())
  const answer = await fetch(`${api.server.url}/healthz`, { dispatcher })
  t.is(answer.status, 200)
})

test('TLS 1.1 is refused, 1.2 and 1.3 are spoken', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  const handshake = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null>((resolve) => {
      const options = {
        minVersion: version,
        maxVersion: version,
        rejectUnauthorized: false,
        ciphers: 'DEFAULT@SECLEVEL=0',
      }
      const socket = connectTls(api.server.port, '127.0.0.1', options, () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.on('error', () => resolve(null))
    })
  t.is(await handshake('TLSv1.1'), null)
  t.is(await handshake('TLSv1.2'), 'TLSv1.2')
  t.is(await handshake('TLSv1.3'), 'TLSv1.3')
})
