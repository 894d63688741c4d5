import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { ProxyAgent } from 'undici'
import { crowding } from '../support/crowding.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { runProduct } from '../support/product.ts'
import { ProductApi } from '../support/product-api.ts'
import { ask, median, timeUntil } from '../support/prompts.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { announced, settings, startWeir, untilReady, untilWaiting } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const SECRET = 'Zephyr-Kumquat 8841'
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
})

test('each change of a detector is in force within a second of being made, for small prompts and in threads', async (t) => {
  const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream } })
  const client = throughProxy(t, weir)
  await weir.createPolicy(policyOn('EMPLOYEE_ID', 'block'))
  await weir.createPolicy(policyOn('IBAN', 'block'))
  const isRefused = async (prompt: string) => (await ask(client, prompt)).status === 400
  const prompt = 'badge EMP-123456 please'
  const large = `${'nothing to see here. '.repeat(9000)} ${prompt}`
  const pattern = { name: 'Badges', kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' }
  t.false(await isRefused(prompt))
  t.true(await isRefused(`is ${IBAN} refused?`))
  const times: number[] = []
  const change = async (method: string, path: string, body: unknown, text: string, refusedThen: boolean) => {
    const { status, json } = await weir.api<{ id: string }>(method, path, body)
    t.true(status < 300, JSON.stringify(json))
    times.push(await timeUntil(async () => (await isRefused(text)) === refusedThen))
    return json?.id
  }
  const id = await change('POST', '/detectors', pattern, prompt, true)
  t.true(await isRefused(large), 'in a thread')
  await change('PATCH', `/detectors/${id}/toggle`, { enabled: false }, prompt, false)
  t.false(await isRefused(large))
  await change('PATCH', `/detectors/${id}/toggle`, { enabled: true }, prompt, true)
  await change('PUT', `/detectors/${id}`, { pattern: 'EMX-\\d{6}' }, prompt, false)
  await change('DELETE', `/detectors/${id}`, undefined, prompt.replace('EMP', 'EMX'), false)
  const words = { name: 'Staff', kind: 'dictionary', type: 'EMPLOYEE_ID', words: ['Aurore Bellefeuille'] }
  await change('POST', '/detectors', words, 'ask AURORE  BELLEFEUILLE, she knows', true)
  const known = { name: 'Codes', kind: 'known_values', type: 'EMPLOYEE_ID', values: [SECRET] }
  await change('POST', '/detectors', known, '{"code":"zephyr kumquat 8841"}', true)
  t.true(await isRefused(`${'nothing to see here. '.repeat(9000)} {"code":"${SECRET}"}`), 'in a thread')
  const allowed = { name: 'Examples', kind: 'allow_list', values: [IBAN], types: ['IBAN'] }
  await change('POST', '/detectors', allowed, `is ${IBAN} refused?`, false)
  t.true(Number.isFinite(Math.max(...times)), `all took effect: ${times.map(Math.round)} ms`)
  t.true(median(times) / crowding() < 1000, `within a second: ${times.map(Math.round)} ms`)

  t.log(`in force after ${times.map(Math.round).join(', ')} ms`)
  await ask(client, 'thank Aurore Bellefeuille')
  const [record] = await weir.interactionsOf('thank Aurore Bellefeuille')
  t.deepEqual(
    record?.classifications.filter(({ type }) => type === 'EMPLOYEE_ID').map(({ value }) => value),
    ['A****************'],
    'values of own types are masked',
  )
})

test('a proxy that starts with its API away has its detectors, which nobody can read from its disk', async (t) => {
  const apiDir = temporaryFolder(t)
  const api = runProduct(t, settings(apiDir), apiDir, 'api/main.ts')
  await untilReady(api)
  const apiUrl = announced(api, 'API')
  const ca = join(apiDir, 'ca.pem')
  const management = new ProductApi(t, apiUrl, readFileSync(ca, 'utf8'))
  await management.api('POST', '/policies', { ...policyOn('OWN', 'block'), enabled: true })
  await management.api('POST', '/detectors', { name: 'a', kind: 'known_values', type: 'OWN', values: [SECRET] })
  await management.api('POST', '/detectors', { name: 'b', kind: 'dictionary', type: 'OWN', words: ['Bellefeuille'] })
  const { json } = await management.api<{ token: string }>('POST', '/service-tokens', {
    name: 'proxies',
    scopes: ['record', 'policies'],
  })
  const dataDir = temporaryFolder(t)
  const env = {
    ...settings(dataDir, { [OPENAI]: upstream }),
    WEIR_API_URL: apiUrl,
    WEIR_SERVICE_TOKEN: json.token,
    WEIR_API_CA: ca,
  }
  const start = async (more: Readonly<Record<string, string>> = {}, untilStarted = untilReady) => {
    const product = runProduct(t, { ...env, ...more }, dataDir, 'proxy/main.ts')
    await untilStarted(product)
    const client = new ProxyAgent({
      uri: announced(product, 'Proxy'),
      requestTls: { ca: readFileSync(announced(product, 'CA'), 'utf8') },
    })
    t.teardown(() => client.destroy())
    const stop = async () => {
      product.process.kill('SIGINT')
      await product.ended
    }
    return { client, stop }
  }
  const prompts = [`use ${SECRET} there`, 'write to madame BELLEFEUILLE']
  const first = await start()
  for (const prompt of prompts) t.is((await ask(first.client, prompt)).status, 400)
  await first.stop()
  const kept = join(dataDir, 'detectors.json')
  await until(
    () => readFileSync(kept, 'utf8').length > 500,
    () => 'the detectors are not on disk',
  )
  // Short words stand in sealed bytes by chance: OWN in one of thirty files.
  t.notRegex(readFileSync(kept, 'utf8'), /Zephyr|Kumquat|Bellefeuille|"OWN"|known_values/i)
  api.process.kill('SIGINT')
  await api.ended

  const second = await start()
  for (const prompt of prompts) t.is((await ask(second.client, prompt)).status, 400)
  t.is((await ask(second.client, 'nothing of ours')).status, 200)
  await second.stop()

  const other = await start({ WEIR_SERVICE_TOKEN: `wst_${'x'.repeat(43)}` }, untilWaiting)
  const refused = await ask(other.client, 'nothing of ours')
  t.is(refused.status, 400)
  t.regex(refused.text, /the detectors of your company have not been loaded yet/)
})
