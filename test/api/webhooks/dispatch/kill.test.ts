import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../../support/api.ts'
import { type Product, runProduct } from '../../../support/product.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { newReceiverCa, startReceiver } from '../../../support/webhook-receiver.ts'
import { until } from '../../../support/wire.ts'

const EVENTS = 2000
const KILLS = 10
const BATCH = 25
/** So that all of them are spread over all lives, on a machine of any speed. */
const EVENTS_A_LIFE_MAX = (2 * EVENTS) / KILLS
const LAST_MOMENT_MS = 50

/** The address that an API tells at its start. */
async function addressOf(api: Product): Promise<string> {
  let url: string | undefined
  await until(
    () => {
      if (api.process.exitCode !== null) throw new Error(api.stderr)
      url = /API\s+(http\S+)/.exec(api.stdout)?.[1]
      return url !== undefined
    },
    () => api.stdout + api.stderr,
    60_000,
  )
  return url ?? ''
}

async function post<T>(url: string, token: string | undefined, body: unknown): Promise<T> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', ...authorization }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}

test('kill -9 at any moment while 2,000 events flow: every one arrives, and what arrives twice has the same id', async (t) => {
  t.timeout(170_000)
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca, names: ['localhost'] })
  const dataDir = temporaryFolder(t)
  const caFile = join(dataDir, 'receiver-ca.pem')
  writeFileSync(caFile, ca.certificate.toString())
  const env = {
    WEIR_DATA_DIR: dataDir,
    WEIR_API_PORT: '0',
    WEIR_API_TLS: 'off',
    WEIR_ADMIN_EMAIL: ADMIN_EMAIL,
    WEIR_ADMIN_PASSWORD: ADMIN_PASSWORD,
    WEIR_TENANT_RATE: '1000000',
    WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEIR_WEBHOOK_CA: caFile,
    // So that a machine which stands still for a moment does not switch the webhook off.
    WEIR_WEBHOOK_SCHEDULE: Array.from({ length: 50 }, () => '0').join(),
    WEIR_WEBHOOK_TIMEOUT_MS: '3000',
  }
  const left = Array.from({ length: EVENTS }, () => randomUUID())
  const recorded = new Set<string>()
  let kills = 0
  let token: string | undefined

  /** Records what is left, a batch at a time, until the API is gone: its ids make it safe to send them again. */
  async function record(url: string): Promise<void> {
    try {
      while (left.length > 0) {
        const ids = left.slice(0, BATCH)
        const batch = ids.map((id) => ({ id, platform_id: 'openai-api', content_hash: 'a'.repeat(64) }))
        await post(`${url}/interactions/batch`, token, batch)
        for (const id of ids) recorded.add(id)
        left.splice(0, BATCH)
        await sleep(20)
      }
    } catch {
      // Killed before it answered.
    }
  }

  for (;;) {
    const api = runProduct(t, env, dataDir, 'api/main.ts')
    const url = await addressOf(api)
    if (token === undefined) {
      const login = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
      const admin = await post<{ token: string }>(`${url}/auth/login`, undefined, login)
      const webhook = { url: `https://localhost:${receiver.port}/`, events: ['interaction.created'] }
      await post(`${url}/webhooks`, admin.token, webhook)
      token = readFileSync(join(dataDir, 'secrets/proxy-token'), 'utf8').trim()
    }
    const recording = record(url)
    if (kills === KILLS) {
      await recording
      break
    }
    const enough = recorded.size + Math.random() * EVENTS_A_LIFE_MAX
    await until(
      () => recorded.size >= enough || left.length === 0,
      () => `${left.length} events are not recorded`,
    )
    await sleep(Math.random() * LAST_MOMENT_MS)
    api.process.kill('SIGKILL')
    t.is(await api.ended, 'SIGKILL')
    kills += 1
    await recording
  }

  const arrived = () => new Set(receiver.deliveries.map(({ body }) => JSON.parse(body.toString()).data.id as string))
  let missing: string[] = []
  await until(
    () => {
      const there = arrived()
      missing = [...recorded].filter((id) => !there.has(id))
      return missing.length === 0
    },
    () => `${missing.length} of ${recorded.size} events did not arrive`,
    60_000,
  )
  t.is(recorded.size, EVENTS)
  const eventIds = receiver.deliveries.map(({ headers }) => headers['webhook-id'])
  t.is(new Set(eventIds).size, EVENTS, 'an interaction is one event, however often it arrives')
  t.log(`${kills} kills, ${EVENTS} events, ${eventIds.length - EVENTS} of them repeated, none lost`)
})
