import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { Agent, fetch } from 'undici'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'
import { ROOT } from './dockerfile.ts'
import { Builder, type Image } from './image.ts'
import { Machine } from './machine.ts'

const TITLE = 'the steps of both Dockerfiles make parts that start, find each other and stop'
/** `compile` compiles re2 as an image does where nothing can be downloaded, which takes minutes. */
const MODE = process.env.WEIR_TEST_IMAGES ?? ''
const TEN_MINUTES = 600_000
const HEALTHY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 20_000

/** As in docker-compose.yml, which files.test.ts holds to it. */
const PROXY_COMMAND = ['sh', '-c', 'WEIR_SERVICE_TOKEN=$(cat /data/proxy-token) exec node proxy/main.ts']
const HANDED_OVER = ['ca.pem', 'ca.key', 'secrets/proxy-token']

if (MODE === '') test.skip(`${TITLE} (WEIR_TEST_IMAGES=1 npm test -- test/containers/images.test.ts)`, (t) => t.pass())
else if (!Machine.isPossible()) test.skip(`${TITLE} (needs root, and a kernel that lets it mount)`, (t) => t.pass())
else test(TITLE, runImages)

async function runImages(t: ExecutionContext<unknown>): Promise<void> {
  t.timeout(TEN_MINUTES)
  const environment = buildEnvironment(temporaryFolder(t))
  const machine = await Machine.start(t)
  const builder = new Builder(machine, environment)
  const started = performance.now()
  const [api, proxy] = [await builder.build('Dockerfile.api'), await builder.build('Dockerfile.proxy')]
  t.log(`built in ${Math.round((performance.now() - started) / 1000)} s`)
  t.log(`they add ${await machine.size(api.root)} and ${await machine.size(proxy.root)} MB to their base`)

  const [apiVolume, proxyVolume] = [machine.folder('api-volume'), machine.folder('proxy-volume')]
  await machine.seal(api.root, apiVolume)
  await machine.seal(proxy.root, proxyVolume)
  const [apiPort, proxyPort] = [await freePort(), await freePort()]
  const origin = `https://localhost:${apiPort}`

  const apiPart = new Part(machine, api, {
    WEIR_PUBLIC_URL: origin,
    WEIR_API_PORT: String(apiPort),
    WEIR_ADMIN_EMAIL: ADMIN_EMAIL,
    WEIR_ADMIN_PASSWORD: ADMIN_PASSWORD,
    WEIR_JWT_SECRET: 'j'.repeat(64),
  })
  await t.throwsAsync(apiPart.check(), undefined, 'it is not healthy before it has started')
  apiPart.start(api.command)
  await apiPart.untilHealthy()
  const ca = await machine.run(api.root, ['cat', '/data/ca.pem'])
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

  const tenants = await machine.run(api.root, ['npm', 'run', '--silent', 'admin', '--', 'tenant', 'list'], {
    ...api.options,
    env: { ...api.options.env, HOME: '/home/node' },
  })
  t.regex(tenants, /^[0-9a-f-]{36} {2}default\n$/, 'npm run admin works in the image')
  for (const file of HANDED_OVER) {
    await machine.copy(join(apiVolume, file), join(proxyVolume, basename(file)))
    await machine.run(proxy.root, ['chown', '1000:1000', join('/data', basename(file))])
  }

  const proxyPart = new Part(machine, proxy, {
    WEIR_API_URL: `${origin}/api/v1`,
    WEIR_API_CA: '/data/ca.pem',
    WEIR_PROXY_PORT: String(proxyPort),
  })
  proxyPart.start(PROXY_COMMAND)
  await proxyPart.untilHealthy()
  t.is(await (await fetch(`http://localhost:${proxyPort}/ca.pem`)).text(), ca, 'both have one CA')
  await until(async () => (await fetch(`http://localhost:${proxyPort}/readyz`)).status === 200)

  for (const part of [proxyPart, apiPart]) t.is(await part.stop(), 0, part.output)
}

/** A container: an image that runs. */
class Part {
  readonly #machine: Machine
  readonly #image: Image
  readonly #options: Image['options']
  #child: ChildProcessWithoutNullStreams | undefined
  output = ''

  constructor(machine: Machine, image: Image, env: Readonly<Record<string, string>>) {
    this.#machine = machine
    this.#image = image
    this.#options = { ...image.options, env: { ...image.options.env, ...env } }
  }

  start(command: readonly string[]): void {
    const child = this.#machine.spawn(this.#image.root, command, this.#options)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output += chunk))
    this.#child = child
  }

  /** HEALTHCHECK; rejects where it says no. */
  check(): Promise<string> {
    return this.#machine.run(this.#image.root, this.#image.healthCheck, this.#options)
  }

  async untilHealthy(): Promise<void> {
    await until(async () => {
      if (this.#child?.exitCode !== null) throw new Error(`it ended: ${this.output}`)
      return this.check().then(
        () => true,
        () => false,
      )
    })
  }

  /** As `docker stop` does. @returns the exit code */
  async stop(): Promise<number | null> {
    const ended = once(this.#child as ChildProcessWithoutNullStreams, 'close')
    this.#child?.kill('SIGTERM')
    const [code] = await Promise.race([ended, delay(STOPPED_WITHIN_MS, [null], { ref: false })])
    return code
  }
}

/** What `npm ci` needs to know of this machine; and re2 as it was compiled here, in the place of its release. */
function buildEnvironment(folder: string): Record<string, string> {
  // Not all of npm's own variables: those of the npm that runs this test would be about another folder.
  const wanted = /^(?:npm_config_registry|npm_config_cafile|node_extra_ca_certs|https?_proxy|no_proxy)$/i
  const given = Object.entries(process.env).filter(([name]) => wanted.test(name)) as [string, string][]
  const environment = { HOME: homedir(), ...Object.fromEntries(given) }
  if (MODE === 'compile') return environment
  const addon = readFileSync(join(ROOT, 'node_modules/re2/build/Release/re2.node'))
  const release = join(folder, `${process.platform}-${process.arch}-${process.versions.modules}.br`)
  writeFileSync(release, brotliCompressSync(addon, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
  return { ...environment, RE2_DOWNLOAD_MIRROR: folder, RE2_DOWNLOAD_SKIP_PATH: '1', RE2_DOWNLOAD_SKIP_VER: '1' }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`nothing came of it within ${HEALTHY_WITHIN_MS} ms`)
    await delay(200)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
