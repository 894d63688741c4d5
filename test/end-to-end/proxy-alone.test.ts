import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ProxyAgent } from 'undici'
import { type Product, runProduct } from '../support/product.ts'
import { ProductApi } from '../support/product-api.ts'
import { ask } from '../support/prompts.ts'
import { policyOn } from '../support/sample-policies.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { announced, settings, untilReady } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const HOST = 'api.openai.com'

async function startApi(
  t: ExecutionContext,
  dataDir: string,
  port: string,
): Promise<{ api: ProductApi; product: Product }> {
  const product = runProduct(t, { ...settings(dataDir), WEIR_API_PORT: port }, dataDir, 'api/main.ts')
  await untilReady(product)
  const ca = readFileSync(join(dataDir, 'ca.pem'), 'utf8')
  return { product, api: new ProductApi(t, announced(product, 'API'), ca) }
}

async function startProxyAlone(t: ExecutionContext, env: Readonly<Record<string, string>>) {
  const dataDir = temporaryFolder(t)
  const product = runProduct(t, { ...settings(dataDir), ...env }, dataDir, 'proxy/main.ts')
  await until(
    () => /^Weir \S+ waits for its policies\n( {2}\w+ .*\n)+/m.test(product.stdout),
    () => `it does not say that it waits: ${product.stdout}${product.stderr}`,
  )
  const ca = readFileSync(announced(product, 'CA'), 'utf8')
  const client = new ProxyAgent({ uri: announced(product, 'Proxy'), requestTls: { ca } })
  t.teardown(() => client.destroy())
  return { client, product }
}

test('a proxy whose API is away judges prompts by the fail mode; when the API is back, policies hold and all is recorded', async (t) => {
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const apiDir = temporaryFolder(t)
  const first = await startApi(t, apiDir, '0')
  const { port } = new URL(first.api.apiUrl)
  const { json } = await first.api.api<{ token: string }>('POST', '/service-tokens', {
    name: 'proxies',
    scopes: ['record', 'policies'],
  })
  await first.api.api('POST', '/policies', { ...policyOn('EMAIL', 'coach', 'Care'), enabled: true })
  first.product.process.kill('SIGINT')
  t.is(await first.product.ended, 0)

  const env = {
    WEIR_API_URL: first.api.apiUrl,
    WEIR_SERVICE_TOKEN: json.token,
    WEIR_API_CA: join(apiDir, 'ca.pem'),
    WEIR_CONNECT_TO: upstream.connectTo(HOST),
    WEIR_UPSTREAM_CA: upstream.caFile,
  }
  const closed = await startProxyAlone(t, env)
  const open = await startProxyAlone(t, { ...env, WEIR_FAIL_MODE: 'open' })
  const refused = await ask(closed.client, 'before the policies, closed')
  t.is(refused.status, 400)
  t.regex(refused.text, /the policies that decide on it have not been loaded yet/)
  t.is((await ask(open.client, 'before the policies, open')).status, 200)
  t.deepEqual(
    upstream.arrivals.map(({ body }) => body.includes('before the policies, open')),
    [true],
  )

  const { api } = await startApi(t, apiDir, port)
  const [held] = await api.interactionsOf('before the policies, closed')
  t.is(held?.enforced_action, 'block')
  t.deepEqual(held?.content_metadata.inspection, { status: 'none', reason: 'no_policies' })
  const [passed] = await api.interactionsOf('before the policies, open')
  t.is(passed?.enforced_action, 'allow')
  t.deepEqual(passed?.content_metadata.inspection, { status: 'none', reason: 'no_policies' })
  for (const { client, product } of [closed, open]) {
    await untilReady(product)
    await until(
      async () => (await ask(client, 'write to a@acme.fr')).headers['x-weir-policy'] === 'Care',
      () => 'the policy of the API is not in force',
    )
  }
})

test('a proxy alone needs to know its API', async (t) => {
  const folder = temporaryFolder(t)
  const product = runProduct(t, { WEIR_DATA_DIR: folder }, folder, 'proxy/main.ts')
  t.is(await product.ended, 2)
  t.regex(product.stderr, /^WEIR_API_URL: .*\nWEIR_SERVICE_TOKEN: .*\n$/)
})
