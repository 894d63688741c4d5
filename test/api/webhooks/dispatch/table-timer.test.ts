import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { openSqliteStore } from '../../../../api/store/sqlite/sqlite-store.ts'
import { TableTimer } from '../../../../api/webhooks/dispatch/table-timer.ts'
import { logLines } from '../../../support/log-lines.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { aDelivery, aWebhook } from '../../store/fixtures.ts'
import { FakeClock } from './fake-clock.ts'

const START = '2026-11-21T12:00:00.000Z'

function inMs(ms: number): string {
  return new Date(Date.parse(START) + ms).toISOString()
}

test('what is due and held back, as its receiver is down, makes no other webhook wait', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const tenant_id = randomUUID()
  await store.tenants.insert({ id: tenant_id, name: tenant_id, created_at: START })
  const [down, other] = [aWebhook(tenant_id), aWebhook(tenant_id)]
  for (const webhook of [down, other]) await store.webhooks.insert(webhook)
  await store.deliveries.insert(aDelivery(down, { next_attempt_at: inMs(0) }))
  for (const ms of [100, 400, 1700]) await store.deliveries.insert(aDelivery(other, { next_attempt_at: inMs(ms) }))

  const clock = new FakeClock(START)
  const rung: [id: string, at: string][] = []
  const timer = new TableTimer({ deliveries: store.deliveries, clock, logger: logLines().logger })
  timer.start(async ({ webhook_id }) => {
    const now = new Date(clock.now()).toISOString()
    rung.push([webhook_id, now])
    if (webhook_id === other.id) await store.deliveries.claimDue(other.id, now, inMs(600_000), 10)
  })
  t.teardown(() => timer.close())
  await clock.pass(3000)

  const times = (id: string) => rung.filter(([webhook]) => webhook === id).map(([, at]) => at)
  t.deepEqual(times(other.id), [inMs(100), inMs(400), inMs(1700)])
  t.true(times(down.id).length <= 8, `it is asked for ${times(down.id).length} times in three seconds`)
})
