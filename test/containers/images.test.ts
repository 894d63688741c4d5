import test, { type ExecutionContext } from 'ava'
import { Agent, fetch } from 'undici'
import { environmentDefaults, nodeOptions } from '../../bin/launch/options.mjs'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/api.ts'
import { testOn, testWith } from '../support/optional.ts'
import { Machine } from './machine.ts'
import { buildPair } from './pair.ts'
import { until } from './part.ts'

const TITLE = 'the steps of both Dockerfiles make parts that start, find each other and stop'
/** `compile` compiles re2 as an image does where nothing can be downloaded, which takes minutes. */
const MODE = process.env.WEIR_TEST_IMAGES ?? ''
const TEN_MINUTES = 600_000

const COMMAND = 'WEIR_TEST_IMAGES=1 npm test -- test/containers/images.test.ts'
const wanted = testWith(test, { command: COMMAND, isThere: () => MODE !== '' })
const isPossible = MODE === '' || Machine.isPossible()

testOn(wanted, 'machines where root may mount', isPossible)(TITLE, runImages)

async function runImages(t: ExecutionContext<unknown>): Promise<void> {
  t.timeout(TEN_MINUTES)
  const started = performance.now()
  const pair = await buildPair(t, MODE === 'compile')
  const { machine, images, api, proxy, origin, proxyUrl } = pair
  t.log(`built in ${Math.round((performance.now() - started) / 1000)} s`)

  await t.throwsAsync(api.check(), undefined, 'it is not healthy before it has started')
  pair.startApi()
  await api.untilHealthy()
  const ca = await machine.run(images.api.root, ['cat', '/data/ca.pem'])
  const dispatcher = new Agent({ connect: { ca } })
  t.teardown(() => dispatcher.close())
  const login = await fetch(`${origin}/api/v1/auth/login`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
  })
  t.is(login.status, 200, 'the certificate is for the public name, and the admin is there')
  t.is((await fetch(`${origin}/docs`, { dispatcher })).status, 200)
  t.regex(await (await fetch(`${origin}/`, { dispatcher })).text(), /<script type="module"[^>]*\/assets\//)

  const tenants = await machine.run(images.api.root, ['npm', 'run', '--silent', 'admin', '--', 'tenant', 'list'], {
    ...images.api.options,
    env: { ...images.api.options.env, HOME: '/home/node' },
  })
  t.regex(tenants, /^[0-9a-f-]{36} {2}default\n$/, 'npm run admin works in the image')

  await pair.startProxy()
  await proxy.untilHealthy()
  t.is(await (await fetch(`${proxyUrl}/ca.pem`)).text(), ca, 'both have one CA')
  await until(async () => (await fetch(`${proxyUrl}/readyz`)).status === 200)

  for (const [part, script] of [
    [proxy, 'proxy/main.ts'],
    [api, 'api/main.ts'],
  ] as const) {
    const { command, environment } = part.process()
    t.deepEqual(
      command.slice(1, -1).filter((option) => !/^--require$|\/bin\/launch\/lean-/.test(option)),
      [...nodeOptions(process.versions.node)],
    )
    t.true(command.at(-1)?.endsWith(script), 'no other process stands before it')
    for (const [name, value] of Object.entries(environmentDefaults()))
      t.true(environment.includes(`${name}=${value}`), name)
    t.is(await part.stop(), 0, part.output)
    t.false(/warning/i.test(part.output), part.output)
  }
}
