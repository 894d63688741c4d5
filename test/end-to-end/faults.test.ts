import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Agent, fetch, ProxyAgent } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { type Product, runProduct } from '../support/product.ts'
import { ProductApi } from '../support/product-api.ts'
import { ask } from '../support/prompts.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { announced, settings, startWeir, untilReady, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const FAULTS = { NODE_OPTIONS: `--import=${new URL('../support/faults.ts', import.meta.url).href}` }
/** It has more than two hundred of its own alone. */
const API_MODULES = 200
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
})

async function fault(product: Product, restarts: number, signal: NodeJS.Signals = 'SIGUSR2'): Promise<number> {
  const started = performance.now()
  product.process.kill(signal)
  await until(
    () => product.stdout.includes(`"restarts":${restarts},`),
    () => `no restart ${restarts}: ${product.stdout}${product.stderr}`,
  )
  return performance.now() - started
}

/** Asks the API all the time; resolves to how often it answered, and rejects where it once did not. */
function askMeanwhile(t: ExecutionContext, weir: Weir): () => Promise<number> {
  let isOver = false
  const asking = (async () => {
    let answers = 0
    while (!isOver) {
      const { status } = await weir.api('GET', '/policies')
      t.is(status, 200)
      answers++
      await sleep(5)
    }
    return answers
  })()
  return () => {
    isOver = true
    return asking
  }
}

test('an error that belongs to no connection restarts the proxy in its process, and the API answers all the time', async (t) => {
  const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream }, env: FAULTS })
  t.is((await ask(throughProxy(t, weir), 'before')).status, 200)
  const open = await Wire.open(t, weir.proxyPort)
  const stop = askMeanwhile(t, weir)
  const times = [await fault(weir.product, 1)]
  await open.expectEnd()
  t.is((await ask(throughProxy(t, weir), 'between')).status, 200)
  t.is(await weir.metric('weir_proxy_restarts_total'), 1)
  times.push(await fault(weir.product, 2, 'SIGWINCH'))
  t.is((await ask(throughProxy(t, weir), 'after')).status, 200)
  t.is(await weir.metric('weir_proxy_restarts_total'), 2)
  t.true((await stop()) > 5)
  t.log(`again after ${times.map(Math.round).join(', ')} ms`)
  for (const prompt of ['before', 'between', 'after']) t.is((await weir.interactionsOf(prompt)).length, 1)
  t.regex(weir.product.stdout, /"code":"ERR_PROXY_FAULT","reason":"TypeError","at":\["at Timeout/)
  t.regex(weir.product.stdout, /"code":"ERR_PROXY_FAULT","reason":"RangeError"/)
  t.notRegex(weir.product.stdout + weir.product.stderr, /4111 ?1111/)
  t.is(await weir.stop(), 0)
})

test('more restarts than five within a minute end the process, for its supervisor to see', async (t) => {
  const weir = await startWeir(t, { env: FAULTS })
  for (let n = 1; n <= 5; n++) await fault(weir.product, n)
  weir.product.process.kill('SIGUSR2')
  t.is(await weir.product.ended, 1)
  t.is(weir.product.stderr, 'the proxy failed 6 times within a minute\n')
})

/** Ends the thread of the API; resolves when another one answers. */
async function failApi(product: Product, restarts: number, meanwhile: () => Promise<void> = async () => {}) {
  const started = performance.now()
  product.process.kill('SIGCONT')
  await until(
    () => product.stdout.split('"code":"ERR_API_FAULT"').length > restarts,
    () => `no fault ${restarts}: ${product.stdout}${product.stderr}`,
  )
  await meanwhile()
  await until(
    () => product.stdout.includes(`"api_restarts":${restarts},`),
    () => `no restart ${restarts}: ${product.stdout}${product.stderr}`,
    60_000,
  )
  return performance.now() - started
}

const TICKS_A_SECOND = 100

/** Processor time of the product so far, all its threads, in seconds (Linux's /proc; elsewhere none is counted). */
function processorTime({ process: { pid } }: Product): number {
  if (process.platform !== 'linux') return 0
  // Behind the name of the program, which may hold blanks: fields 14 and 15 of proc_pid_stat(5).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

test('an error that ends the API starts it again, and prompts are judged and recorded as before', async (t) => {
  const compiled = temporaryFolder(t)
  const env = { ...FAULTS, NODE_COMPILE_CACHE: compiled }
  const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream }, env })
  const start = processorTime(weir.product)
  // What the thread made of its sources is there for the next one, although the process has not ended.
  await until(
    () => readdirSync(compiled, { recursive: true }).length > API_MODULES,
    () => 'nothing is kept of what was compiled',
  )
  await weir.createPolicy(policyOn('IBAN', 'block'))
  const client = throughProxy(t, weir)
  const prompts: string[] = []
  const send = async (prompt: string) => {
    prompts.push(prompt)
    return (await ask(client, prompt)).status
  }
  t.is(await send('before'), 200)
  const took = await failApi(weir.product, 1, async () => {
    for (let n = 0; n < 5; n++) t.is(await send(`without the API ${n}`), 200)
    t.is(await send(`my IBAN is ${IBAN}`), 400)
  })
  t.is(await send('after'), 200)
  // How long another start takes depends on what else the machine does; how much work it is beside the first one, hardly.
  const before = processorTime(weir.product)
  const again = await failApi(weir.product, 2)
  const work = processorTime(weir.product) - before
  t.true(work === 0 || work < start, `${work} s of processor time, the first start took ${start} s`)
  t.log(
    `again after ${Math.round(took)} and ${Math.round(again)} ms, ${work.toFixed(2)} s of processor time; the first start took ${start} s`,
  )
  t.is(await send('after both'), 200)
  for (const prompt of prompts) t.is((await weir.interactionsOf(prompt)).length, 1, prompt)
  const dispatcher = new Agent({ connect: { ca: weir.ca } })
  t.regex(await (await fetch(`${weir.apiUrl}/metrics`, { dispatcher })).text(), /^weir_api_restarts_total 2$/m)
  await dispatcher.destroy()
  t.is(await weir.metric('weir_proxy_restarts_total'), 0)
  t.regex(weir.product.stdout, /"code":"ERR_API_FAULT","reason":"TypeError","at":\["at /)
  t.notRegex(weir.product.stdout + weir.product.stderr, /4111 ?1111/)
  t.is(await weir.stop(), 0)
})

test('a proxy alone restarts as well, and what it recorded while the API was away arrives once', async (t) => {
  const apiDir = temporaryFolder(t)
  const startApi = async (port: string) => {
    const api = runProduct(t, { ...settings(apiDir), WEIR_API_PORT: port }, apiDir, 'api/main.ts')
    await untilReady(api)
    return api
  }
  const api = await startApi('0')
  const apiUrl = announced(api, 'API')
  const ca = join(apiDir, 'ca.pem')
  const management = new ProductApi(t, apiUrl, readFileSync(ca, 'utf8'))
  const { json } = await management.api<{ token: string }>('POST', '/service-tokens', {
    name: 'proxies',
    scopes: ['record', 'policies'],
  })
  const dataDir = temporaryFolder(t)
  const access = { WEIR_API_URL: apiUrl, WEIR_SERVICE_TOKEN: json.token, WEIR_API_CA: ca }
  const env = { ...settings(dataDir, { [OPENAI]: upstream }), ...access, ...FAULTS }
  const proxy = runProduct(t, env, dataDir, 'proxy/main.ts')
  await untilReady(proxy)
  const send = async (prompt: string) => {
    const client = new ProxyAgent({
      uri: announced(proxy, 'Proxy'),
      requestTls: { ca: readFileSync(announced(proxy, 'CA'), 'utf8') },
    })
    t.is((await ask(client, prompt)).status, 200)
    await client.destroy()
  }
  api.process.kill('SIGINT')
  await api.ended
  const prompts = Array.from({ length: 10 }, (_, n) => `prompt ${n}`)
  for (const prompt of prompts.slice(0, 5)) await send(prompt)
  await fault(proxy, 1)
  for (const prompt of prompts.slice(5)) await send(prompt)
  await startApi(new URL(apiUrl).port)
  for (const prompt of prompts) t.is((await management.interactionsOf(prompt)).length, 1)
  t.notRegex(proxy.stdout + proxy.stderr, /4111 ?1111/)
})
