import { openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createApiClient } from '../../../proxy/api-client/client.ts'
import { Recorder } from '../../../proxy/record/recorder.ts'
import { FAKE_TOKEN } from '../../support/fake-api.ts'
import { sampleRecord } from '../../support/sample-records.ts'

/**
 * Records for ever, and says each id in a file once its record is kept, as a proxy answers a client once it has recorded.
 * Arguments: the spool's directory, the API's URL, a name for this run, the file.
 */
const [directory = '', apiUrl = '', run = '', answers = ''] = process.argv.slice(2)
const answered = openSync(answers, 'a')
const recorder = await Recorder.open({
  directory,
  worker: 'worker-1',
  workers: ['worker-1'],
  client: createApiClient({ apiUrl, token: FAKE_TOKEN, ca: undefined }),
  logger: pino({ level: 'silent' }),
  metrics: new Registry(),
})
for (let n = 0; ; n++) {
  const record = sampleRecord({ content_metadata: { sequence: `${run}-${n}` } })
  recorder.record(record)
  writeSync(answered, `${record.id}\n`)
  if (n % 5 === 0) await sleep(1)
}
