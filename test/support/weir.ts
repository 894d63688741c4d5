import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetch } from 'undici'
import type { Policy, Rules } from '../../core/model/policy.ts'
import { withDatabase } from './mongodb.ts'
import { type Product, runProduct } from './product.ts'
import { ADMIN, ProductApi } from './product-api.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'
import type { ReachableUpstream } from './upstream.ts'
import { until } from './wire.ts'

const START_PATIENCE = 60_000
const AMPLE_RATE = '1000000'

export interface WeirOptions {
  /** Settings besides those of every test. */
  readonly env?: Readonly<Record<string, string>>
  /** Where hosts really are: `host` (its port 443) or `host:port`. Their CAs are trusted. */
  readonly upstreams?: Readonly<Record<string, ReachableUpstream>>
  /** To start again on a folder that was used before. */
  readonly dataDir?: string
  /** A command that becomes the one it is given; not where API and proxy run apart. */
  readonly through?: readonly string[]
}

export interface PolicySketch {
  readonly name: string
  readonly rules: Rules
  readonly priority?: number
}

/** The whole product, running, and what a test asks of it. */
export class Weir extends ProductApi {
  readonly dataDir: string
  readonly caFile: string
  readonly ca: string
  /** http://host:port */
  readonly proxyUrl: string
  readonly proxyPort: number
  readonly product: Product

  /** `api`: where the API runs apart from the proxy. */
  constructor(scope: Scope, dataDir: string, product: Product, api?: ApiPart) {
    const caFile = announced(product, 'CA')
    const ca = readFileSync(caFile, 'utf8')
    super(scope, api?.url ?? announced(product, 'API'), api?.ca ?? ca)
    this.dataDir = dataDir
    this.product = product
    this.caFile = caFile
    this.ca = ca
    this.proxyUrl = announced(product, 'Proxy')
    this.proxyPort = Number(new URL(this.proxyUrl).port)
  }

  /** Resolves when the proxy has it in force. */
  async createPolicy(sketch: PolicySketch): Promise<Policy> {
    const { status, json } = await this.api<Policy>('POST', '/policies', { enabled: true, ...sketch })
    if (status !== 201) throw new Error(`creating a policy answered ${status}: ${JSON.stringify(json)}`)
    await this.untilInForce(json)
    return json
  }

  /** Waits until the proxy works with this version of a policy, which it keeps on disk as well. */
  async untilInForce({ id, updated_at }: Policy): Promise<void> {
    const known = () => {
      const { policies } = JSON.parse(readFileSync(join(this.dataDir, 'policies.json'), 'utf8')) as {
        policies: Policy[]
      }
      return policies.some((policy) => policy.id === id && policy.updated_at === updated_at)
    }
    await until(known, () => `policy ${id} is not in force`)
  }

  /** The sum of a metric of the proxy over all series that carry these labels. */
  async metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const text = await (await fetch(`${this.proxyUrl}/metrics`)).text()
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter((line) => wanted.every((label) => line.includes(label)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
  }

  async untilMetric(name: string, labels: Readonly<Record<string, string>>, atLeast: number): Promise<void> {
    let value = 0
    await until(
      async () => {
        value = await this.metric(name, labels)
        return value >= atLeast
      },
      () => `${name}${JSON.stringify(labels)} is ${value}, not ${atLeast}`,
    )
  }

  /** Resolves to the exit code. */
  stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | NodeJS.Signals> {
    this.product.process.kill(signal)
    return this.product.ended
  }
}

/**
 * Starts the product on free ports and a data directory of its own; resolves when it has announced itself. Where
 * WEIR_TEST_APART_ON_MONGODB names a server, API and proxy are processes of their own and documents live there: the same
 * tests must pass (test/end-to-end/apart-on-mongodb.test.ts).
 */
export async function startWeir(scope: Scope, options: WeirOptions = {}): Promise<Weir> {
  const dataDir = options.dataDir ?? temporaryFolder(scope)
  const env = { ...settings(dataDir, options.upstreams ?? {}), ...options.env }
  const server = process.env.WEIR_TEST_APART_ON_MONGODB
  if (server !== undefined) return startApart(scope, dataDir, env, server)
  const product = runProduct(scope, env, dataDir, 'main.ts', options.through)
  await untilReady(product)
  return new Weir(scope, dataDir, product)
}

/** An API that runs alone. */
interface ApiPart {
  readonly url: string
  readonly ca: string
  readonly caFile: string
  readonly serviceToken: string
}

/** By the data directory of their proxy, which may be killed and started again. */
const apiParts = new Map<string, ApiPart>()

async function startApart(scope: Scope, dataDir: string, env: Record<string, string>, server: string): Promise<Weir> {
  const api = apiParts.get(dataDir) ?? (await startApiPart(scope, env, server))
  apiParts.set(dataDir, api)
  const access = { WEIR_API_URL: api.url, WEIR_API_CA: api.caFile, WEIR_SERVICE_TOKEN: api.serviceToken }
  const product = runProduct(scope, { ...env, ...access }, dataDir, 'proxy/main.ts')
  await untilReady(product)
  return new Weir(scope, dataDir, product, api)
}

async function startApiPart(scope: Scope, env: Record<string, string>, server: string): Promise<ApiPart> {
  const dataDir = temporaryFolder(scope)
  const database = `weir_test_${randomUUID().replaceAll('-', '')}`
  const own = {
    WEIR_DATA_DIR: dataDir,
    WEIR_MONGODB_URL: withDatabase(server, database),
    WEIR_JWT_SECRET: 'one secret for all processes of a test',
  }
  const product = runProduct(scope, { ...env, ...own }, dataDir, 'api/main.ts')
  await untilReady(product)
  const caFile = join(dataDir, 'ca.pem')
  const part = { url: announced(product, 'API'), ca: readFileSync(caFile, 'utf8'), caFile }
  const { json } = await new ProductApi(scope, part.url, part.ca).api<{ token: string }>('POST', '/service-tokens', {
    name: 'proxy',
    scopes: ['record', 'policies'],
  })
  return { ...part, serviceToken: json.token }
}

/** Waits until one of the product's commands has announced itself; rejects where it ends instead. */
export function untilReady(product: Product): Promise<void> {
  return untilAnnounced(product, / is ready\n( {2}\w+ .*\n)+/)
}

/** Waits until a proxy listens that has nothing yet to judge prompts by. */
export function untilWaiting(product: Product): Promise<void> {
  return untilAnnounced(product, / waits for its policies\n( {2}\w+ .*\n)+/)
}

function hasEnded({ process }: Product): boolean {
  return process.exitCode !== null || process.signalCode !== null
}

async function untilAnnounced(product: Product, announcement: RegExp): Promise<void> {
  const ended = product.ended.then((code) => {
    throw new Error(`Weir ended with ${code} instead of starting: ${product.stderr}`)
  })
  const ready = until(
    () => announcement.test(product.stdout) || hasEnded(product),
    () => `Weir does not start: ${product.stdout}${product.stderr}`,
    START_PATIENCE,
  )
  await Promise.race([ready, ended])
  // It has ended, and what it printed last is still on its way.
  if (!announcement.test(product.stdout)) await ended
}

/** The settings a test's instance needs, for tests that start it themselves. */
export function settings(
  dataDir: string,
  upstreams: Readonly<Record<string, ReachableUpstream>> = {},
): Record<string, string> {
  const trusted = join(dataDir, 'upstream-cas.pem')
  writeFileSync(
    trusted,
    Object.values(upstreams)
      .map(({ caFile }) => readFileSync(caFile, 'utf8'))
      .join(''),
  )
  const connectTo = Object.entries(upstreams).map(([authority, upstream]) => {
    const [host = '', port = '443'] = authority.split(':')
    return upstream.connectTo(host, Number(port))
  })
  return {
    WEIR_DATA_DIR: dataDir,
    WEIR_PROXY_PORT: '0',
    WEIR_API_PORT: '0',
    WEIR_ADMIN_EMAIL: ADMIN.email,
    WEIR_ADMIN_PASSWORD: ADMIN.password,
    WEIR_LOGIN_RATE: AMPLE_RATE,
    WEIR_TENANT_RATE: AMPLE_RATE,
    ...(connectTo.length > 0 && { WEIR_CONNECT_TO: connectTo.join(','), WEIR_UPSTREAM_CA: trusted }),
  }
}

/** What a line of its announcement says. */
export function announced(product: Product, label: string): string {
  const value = new RegExp(`^ {2}${label} +(.*)$`, 'm').exec(product.stdout)?.[1]
  if (value === undefined) throw new Error(`Weir announces no ${label}: ${product.stdout}`)
  return value
}
