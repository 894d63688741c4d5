import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'undici'
import { Child } from '../child.ts'
import { BenchError } from '../errors.ts'
import { generateInteractions } from '../lists/generate.ts'
import { type Spread, spread } from '../statistics.ts'
import { type Memory, measureIdleMemory } from './memory.ts'
import type { Options } from './options.ts'
import type { Parts } from './parts-program.ts'
import { measureParts, measureWay, type Way } from './way.ts'

const BATCH = 500
/** Requests under way at once: what a handful of proxies send. */
const CONNECTIONS = { one: 16, batch: 4 } as const
const PREPARED_BATCHES = 20
const TENANT = '00000000-0000-4000-8000-000000000000'
const TOKEN_PATTERN = /^wst_/
const ADMIN = { email: 'admin@weir.local', password: 'Bench-Passw0rd-1' }

export interface Measured {
  readonly engine: 'embedded' | 'mongodb'
  readonly endpoint: 'one' | 'batch'
  readonly interactionsPerSecond: Spread
  /** Of the API's process, per interaction. */
  readonly cpuMicros: Spread
  /** Resident memory of the API's process after the last round, in millions of bytes. */
  readonly residentMB: number
}

export interface Report {
  readonly comparison: 'record'
  readonly node: string
  readonly seconds: number
  readonly rounds: number
  readonly results: readonly Measured[]
  /** CPU in microseconds of one record, from the proxy's hand-over on: as a whole, and of each part by itself. */
  readonly way: readonly Way[]
  readonly parts: Parts
  readonly memory: readonly Memory[]
}

/** @throws BenchError, also when `signal` aborts */
export async function runRecord(
  { seconds, rounds, mongodb }: Options,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<Report> {
  const results: Measured[] = []
  for (const engine of ['embedded', ...(mongodb === undefined ? [] : ['mongodb' as const])] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
    const api = startApi(folder, engine === 'mongodb' ? mongodb : undefined)
    const stop = () => api.stop()
    signal.addEventListener('abort', stop)
    try {
      const [, url = ''] = await api.output(/^ +API +(\S+)\n/m)
      const token = await serviceToken(url)
      for (const endpoint of ['one', 'batch'] as const) {
        const measure = () => load(api, url, token, endpoint, seconds)
        progress(`${engine}: warming up ${endpoint}`)
        await measure()
        const measured: Awaited<ReturnType<typeof load>>[] = []
        for (let round = 1; round <= rounds; round++) {
          progress(`${engine}: ${endpoint}, round ${round} of ${rounds}`)
          measured.push(await measure())
        }
        results.push({
          engine,
          endpoint,
          interactionsPerSecond: spread(measured.map(({ perSecond }) => perSecond)),
          cpuMicros: spread(measured.map(({ cpuMicros }) => cpuMicros)),
          residentMB: measured.at(-1)?.residentMB ?? 0,
        })
      }
    } finally {
      signal.removeEventListener('abort', stop)
      await stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const { way, memory } = await measureWay({ seconds, rounds }, progress, signal)
  progress('its parts')
  const parts = await measureParts(seconds, signal)
  progress('memory')
  const idle = await measureIdleMemory(signal)
  return { comparison: 'record', node: process.version, seconds, rounds, results, way, parts, memory: [idle, memory] }
}

function startApi(folder: string, mongodb: string | undefined): Child {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const database = mongodb === undefined ? undefined : new URL(`/weir_bench_${randomUUID().slice(0, 8)}`, mongodb).href
  return new Child('the API', 'api/main.ts', {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      WEIR_DATA_DIR: join(folder, 'data'),
      WEIR_API_PORT: '0',
      WEIR_API_TLS: 'off',
      WEIR_ADMIN_PASSWORD: ADMIN.password,
      WEIR_TENANT_RATE: '1000000000',
      WEIR_JWT_SECRET: 'what the bench signs its sessions with',
      ...(database !== undefined && { WEIR_MONGODB_URL: database }),
    },
  })
}

async function serviceToken(url: string): Promise<string> {
  const { token } = await post<{ token: string }>(url, '/auth/login', ADMIN)
  const created = await post<{ token: string }>(url, '/service-tokens', { name: 'bench', scopes: ['record'] }, token)
  if (!TOKEN_PATTERN.test(created.token)) throw new BenchError('the API gave no service token')
  return created.token
}

async function post<T>(url: string, path: string, body: unknown, token?: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new BenchError(`${path} was answered with ${response.status}`)
  return (await response.json()) as T
}

/** Every connection sends its next request as soon as it has the answer to the last. */
async function load(api: Child, url: string, token: string, endpoint: 'one' | 'batch', seconds: number) {
  const { origin, pathname } = new URL(url)
  const bodies = prepare(endpoint)
  const clients = Array.from({ length: CONNECTIONS[endpoint] }, () => new Client(origin))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const path = `${pathname}/interactions${endpoint === 'batch' ? '/batch' : ''}`
  const before = await api.cpuMicros()
  const begun = performance.now()
  let sent = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - begun < seconds * 1000) {
        const body = bodies[sent++ % bodies.length] ?? ''
        const answer = await client.request({ method: 'POST', path, headers, body })
        const text = await answer.body.text()
        const stored =
          endpoint === 'one' ? answer.statusCode === 201 : text === `{"received":${BATCH},"stored":${BATCH}}`
        if (!stored) throw new BenchError(`${path} was answered with ${answer.statusCode}: ${text.slice(0, 200)}`)
      }
    }),
  )
  const elapsed = (performance.now() - begun) / 1000
  const interactions = sent * (endpoint === 'batch' ? BATCH : 1)
  const cpuMicros = ((await api.cpuMicros()) - before) / interactions
  await Promise.all(clients.map((client) => client.close()))
  return { perSecond: interactions / elapsed, cpuMicros, residentMB: (await api.residentBytes()) / 1e6 }
}

/** Without ids, which the API then gives: the same body may be sent again. */
function prepare(endpoint: 'one' | 'batch'): string[] {
  const interactions = [...generateInteractions(TENANT, PREPARED_BATCHES * BATCH, Date.now())].map(
    ({ id: _id, tenant_id: _tenant, timestamp: _timestamp, ...interaction }) => interaction,
  )
  if (endpoint === 'one') return interactions.map((interaction) => JSON.stringify(interaction))
  return Array.from({ length: PREPARED_BATCHES }, (_, index) =>
    JSON.stringify(interactions.slice(index * BATCH, (index + 1) * BATCH)),
  )
}
