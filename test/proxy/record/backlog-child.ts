import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { ApiClient } from '../../../proxy/api-client/client.ts'
import { ApiError } from '../../../proxy/api-client/errors.ts'
import { Recorder } from '../../../proxy/record/recorder.ts'
import { sampleRecord } from '../../support/sample-records.ts'

/**
 * Records 100,000 interactions of 1.5 kB while the API is away, then sends some of them, and tells on stdout by how much
 * the process grew at most. Argument: the spool's directory.
 */
const [directory = ''] = process.argv.slice(2)
const RECORDS = 100_000
const BATCHES = 15

let away = true
let sent = 0
const client: Pick<ApiClient, 'sendBatch' | 'handsOver'> = {
  handsOver: () => false,
  async sendBatch(items) {
    if (away) throw new ApiError('ERR_API_UNREACHABLE', 'away')
    sent++
    return { received: items.length, stored: items.length }
  },
}
const recorder = await Recorder.open({
  directory,
  worker: 'worker-1',
  workers: ['worker-1'],
  client: client as ApiClient,
  logger: pino({ level: 'silent' }),
  metrics: new Registry(),
})
const content_metadata = { host: 'api.openai.com', padding: 'x'.repeat(1000) }
const before = process.memoryUsage().rss
let peak = before
const measure = () => {
  peak = Math.max(peak, process.memoryUsage().rss)
}
for (let n = 0; n < RECORDS; n++) {
  recorder.record(sampleRecord({ content_metadata }))
  if (n % 1000 === 0) {
    measure()
    await sleep(1)
  }
}
const backlog = recorder.backlog
away = false
while (sent < BATCHES) {
  measure()
  await sleep(10)
}
process.stdout.write(JSON.stringify({ backlog, sent, grownBy: peak - before }))
process.exit(0)
