import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { EventType } from '../../../core/model/event.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, aWebhook, FIRST_PAGE, NEWEST } from './fixtures.ts'

const CHILD = join(import.meta.dirname, '../../support/recording-child.ts')
const KILLS = 8
const KILL_AFTER_MS = 150
/** Of one interaction that was blocked at high risk. */
const EVENTS_EACH = 3

/** Runs a process that records, and kills it in the midst of it. @returns the ids that it said are stored */
async function recordAndDie(file: string, tenant: string): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, file, tenant], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString()
  })
  await once(child.stdout, 'data')
  await sleep(randomInt(KILL_AFTER_MS))
  child.kill('SIGKILL')
  await once(child, 'close')
  return said.split('\n').slice(0, -1)
}

async function assertWhole(t: ExecutionContext, file: string, tenant: string, webhookId: string, said: string[]) {
  const store = openSqliteStore(file)
  const { total } = await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE)
  t.true(total >= said.length)
  for (const id of said) t.truthy(await store.interactions.get(tenant, id))
  const sort = { field: 'created_at', descending: false } as const
  const alerts = (await store.alerts.list(tenant, {}, sort, FIRST_PAGE)).items
  const counted = alerts.filter(({ type }) => type === 'policy_block').reduce((sum, { count }) => sum + count, 0)
  t.is(counted, total)
  const deliveries = (await store.deliveries.list(tenant, webhookId, 1_000_000)).items
  const told = new Map<string, number>()
  for (const { interaction_id, event_type } of deliveries) {
    // Those of an alert name the interaction as well, so that they are erased with it.
    if (interaction_id === null || event_type.startsWith('alert.')) continue
    t.true(event_type.startsWith('interaction.'))
    told.set(interaction_id, (told.get(interaction_id) ?? 0) + 1)
  }
  t.is(told.size, total)
  t.deepEqual([...new Set(told.values())], [EVENTS_EACH])
  const ofAlerts = deliveries.filter(({ event_type }) => event_type === 'alert.created')
  t.is(ofAlerts.length, alerts.length)
  await store.close()
}

test('a process that is killed leaves no interaction without its events and its alert, nor any event without it', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const tenant = randomUUID()
  const store = openSqliteStore(file)
  await store.tenants.insert({ id: tenant, name: 'Acme', created_at: AT })
  const webhook = aWebhook(tenant, { events: EventType.options })
  await store.webhooks.insert(webhook)
  await store.close()
  const said: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    said.push(...(await recordAndDie(file, tenant)))
    await assertWhole(t, file, tenant, webhook.id, said)
  }
  t.true(said.length > 0)
})
