/**
 * A process of its own: the API in its thread and a proxy's recorder beside it, as in `npm start`, without a proxy. Takes
 * records at an even pace and sends what they cost from the hand-over to the committed row, when all are stored: once it is warm, what the
 * pace itself costs, and then round by round.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { ownAccess } from '../../api/access.ts'
import { startApiThread } from '../../api/thread.ts'
import { openAuthority } from '../../certs/authority.ts'
import { loadSettings } from '../../config/settings.ts'
import { createApiClient } from '../../proxy/api-client/client.ts'
import { buildInteractionRecord, type InteractionFacts } from '../../proxy/record/interaction-record.ts'
import { Recorder } from '../../proxy/record/recorder.ts'
import { again, promptFacts } from './records.ts'

export interface HandOverOptions {
  readonly folder: string
  readonly perSecond: number
  /** Of a round. */
  readonly seconds: number
  readonly rounds: number
  /** Besides the proxy, which listens for policies: a console, which listens for everything. */
  readonly console: boolean
}

/** Microseconds of CPU a record, of the whole process and of its main thread, which is the proxy's. */
export interface HandedOver {
  readonly cpuMicros: number
  readonly proxyMicros: number
  readonly records: number
}

const TICK_MS = 10
/**
 * Until then V8 compiles what it will, in threads that are charged to the records, and what it has not compiled yet costs two or
 * three times as much (inspect/run.ts warms up likewise): after five seconds these threads still take 8 µs a record, after fifteen 1.5, as
 * what runs once a batch is compiled late. Fewer before short measurements.
 */
const WARM_UP = { perSecond: 4000, seconds: 15, ofMeasured: 3 } as const
const TEMPLATES = 1000
const PASSWORD = 'Bench-Passw0rd-1'
const {
  folder,
  perSecond,
  seconds,
  rounds,
  console: isConsoleOpen,
} = JSON.parse(process.argv[2] ?? '{}') as HandOverOptions

// All of it stays open until the parent has read what it takes in memory, and ends the process.
process.channel?.ref()
try {
  await measure()
} catch (error) {
  process.send?.({ failed: (error as Error).stack })
}

async function measure(): Promise<void> {
  const dataDir = join(folder, 'hand-over', 'data')
  mkdirSync(dataDir, { recursive: true })
  const env = {
    WEIR_DATA_DIR: dataDir,
    WEIR_API_PORT: '0',
    WEIR_ADMIN_PASSWORD: PASSWORD,
    WEIR_JWT_SECRET: 'what the bench signs its sessions with',
    WEIR_LOG_LEVEL: 'warn',
  }
  const settings = loadSettings(env, folder)
  const authority = openAuthority(dataDir, () => new Date())
  const fail = (error: unknown) => {
    throw error
  }
  const api = await startApiThread({ settings, logger: pino({ level: 'silent' }), onCrash: fail })
  const access = ownAccess(settings, api, authority.certificatePem)
  const client = createApiClient({ ...access, apiUrl: access.url, records: () => api.records() })
  const live = client.openLiveUpdates()
  live.on('open', () => live.send(JSON.stringify({ type: 'subscribe', events: ['policy.*'] })))
  if (isConsoleOpen) await openConsole(api.url, authority.certificatePem)
  const recorder = await Recorder.open({
    directory: join(dataDir, 'spool'),
    worker: 'proxy',
    workers: ['proxy'],
    client,
    logger: pino({ level: 'warn' }),
    metrics: new Registry(),
  })
  const templates = promptFacts(TEMPLATES, Date.now())
  /** @param record undefined: nothing is recorded, and what the pace takes is left */
  const send = async (length: number, perSecond: number, record: ((fact: InteractionFacts) => void) | undefined) => {
    const count = Math.ceil(length * perSecond)
    const before = { all: process.cpuUsage(), own: process.threadCpuUsage() }
    const begun = performance.now()
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - begun) / 1000) * perSecond))
      // What a prompt's text and id cost is not the record's: the pace has it too. Made before, thousands of them would live until they are
      // recorded, and what the garbage collector does with them would count.
      for (; sent < due; sent++) {
        const fact = again(templates, sent, Date.now())
        record?.(fact)
      }
      await sleep(TICK_MS)
    }
    await recorder.flush()
    const all = process.cpuUsage(before.all)
    const own = process.threadCpuUsage(before.own)
    return {
      cpuMicros: (all.user + all.system) / count,
      proxyMicros: (own.user + own.system) / count,
      records: count,
    }
  }
  const record = (fact: InteractionFacts) => recorder.record(buildInteractionRecord(fact))
  await send(Math.min(WARM_UP.seconds, WARM_UP.ofMeasured * seconds), WARM_UP.perSecond, record)
  process.send?.('warm')
  process.send?.(await send(seconds, perSecond, undefined))
  for (let round = 1; round <= rounds; round++) process.send?.(await send(seconds, perSecond, record))
}

async function openConsole(url: string, ca: string): Promise<void> {
  const { Agent, fetch } = await import('undici')
  const body = JSON.stringify({ email: 'admin@weir.local', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const dispatcher = new Agent({ connect: { ca } })
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', headers, body, dispatcher })
  const { token } = (await answer.json()) as { token: string }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { ca, headers: { authorization: `Bearer ${token}` } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'subscribe', events: ['*'] }))
}
