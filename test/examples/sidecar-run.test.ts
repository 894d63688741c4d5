import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { parse } from 'yaml'
import { testWith } from '../support/optional.ts'
import { runProduct } from '../support/product.ts'
import { ProductApi } from '../support/product-api.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { announced, settings, untilReady } from '../support/weir.ts'

const HOST = 'api.openai.com'
const run = promisify(execFile)

interface Service {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}
const FILE = readFileSync(new URL('../../examples/sidecar/docker-compose.yml', import.meta.url), 'utf8')
const { weir, trust, app } = (parse(FILE) as { services: Record<'weir' | 'trust' | 'app', Service> }).services

/** A test where there is curl, which is the application of the example. */
const withCurl = testWith(test, 'curl')

withCurl(
  'the services of the sidecar file lead an application through its proxy to the records of the API',
  async (t) => {
    const upstream = await startUpstream(t, { hosts: [HOST] })
    const apiDir = temporaryFolder(t)
    const apiPart = runProduct(t, settings(apiDir), apiDir, 'api/main.ts')
    await untilReady(apiPart)
    const apiCa = join(apiDir, 'ca.pem')
    const api = new ProductApi(t, announced(apiPart, 'API'), readFileSync(apiCa, 'utf8'))
    const { json } = await api.api<{ token: string }>('POST', '/service-tokens', {
      name: 'billing-sidecar',
      scopes: ['record', 'policies'],
    })

    const proxyDir = temporaryFolder(t)
    const own = {
      WEIR_DATA_DIR: proxyDir,
      WEIR_PROXY_PORT: '0',
      WEIR_API_URL: api.apiUrl,
      WEIR_API_CA: apiCa,
      WEIR_SERVICE_TOKEN: json.token,
    }
    t.deepEqual(
      Object.keys(weir.environment).filter((name) => !(name in own)),
      ['WEIR_PROXY_HOST'],
      'whatever else the file sets is as it is there',
    )
    const toTheService = { WEIR_CONNECT_TO: upstream.connectTo(HOST), WEIR_UPSTREAM_CA: upstream.caFile }
    const proxy = runProduct(t, { ...weir.environment, ...own, ...toTheService }, proxyDir, 'proxy/main.ts')
    await untilReady(proxy)

    // What differs on this machine: the proxy's port, and where the volume is.
    const volume = temporaryFolder(t)
    const here = (text: string) =>
      text.replaceAll('http://127.0.0.1:8080', announced(proxy, 'Proxy')).replaceAll('/trust', volume)
    const [, ...script] = trust.command.map(here)
    await run(process.execPath, script)
    const variables = Object.entries(app.environment).map(([name, value]) => [name, here(value)] as const)
    const env = { PATH: process.env.PATH, ...Object.fromEntries(variables) }
    await run('curl', ['--disable', '--max-time', '60', ...app.command], { env })
    t.deepEqual(
      upstream.arrivals.map(({ method, url }) => `${method} ${url}`),
      ['GET /v1/models'],
    )

    const prompt = (content: string) => JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] })
    const url = `https://${HOST}/v1/chat/completions`
    const post = [
      '--silent',
      '--fail',
      '--header',
      'content-type: application/json',
      '--data',
      prompt('with curl'),
      url,
    ]
    await run('curl', ['--disable', '--max-time', '60', ...post], { env })
    const fetching = `fetch('${url}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: process.argv[1] })`
    const ends = '.then((answer) => process.exit(answer.status === 200 ? 0 : 1))'
    await run(process.execPath, ['--eval', fetching + ends, prompt('with Node')], { env })
    for (const content of ['with curl', 'with Node'])
      t.is((await api.interactionsOf(content))[0]?.enforced_action, 'allow')
    t.is(upstream.arrivals.length, 3)
  },
)
