import { publishRecorded } from '../../api/events/interaction-events.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { anInteraction } from '../api/store/fixtures.ts'

/** Records blocked interactions until it is killed, in batches, and says which are stored: `<file> <tenant>`. */
const [, , file = '', tenant = ''] = process.argv
const store = openSqliteStore(file, { webhookBacklog: Number.MAX_SAFE_INTEGER })
for (;;) {
  const batch = Array.from({ length: 20 }, () =>
    anInteraction(tenant, { risk_score: 0.9, enforced_action: 'block', platform_id: 'openai-api' }),
  )
  const { stored } = await store.interactions.record(tenant, batch, publishRecorded)
  process.stdout.write(`${stored.join('\n')}\n`)
  // What is written to a pipe leaves the process only when it is this process's turn.
  await new Promise((resolve) => setImmediate(resolve))
}
