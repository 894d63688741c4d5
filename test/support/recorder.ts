import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import { createApiClient } from '../../proxy/api-client/client.ts'
import { Recorder, type RecorderOptions } from '../../proxy/record/recorder.ts'
import { FAKE_TOKEN, type FakeApi } from './fake-api.ts'
import { logLines } from './log-lines.ts'
import { temporaryFolder } from './temp.ts'

interface Options
  extends Partial<Pick<RecorderOptions, 'directory' | 'worker' | 'workers' | 'maxBytes' | 'stopTimeoutMs'>> {
  readonly api: FakeApi
}

/** A recorder that sends to the fake API and is closed with the test; its log lines and metrics beside it. */
export async function openRecorder(t: ExecutionContext<unknown>, { api, ...options }: Options) {
  const directory = options.directory ?? join(temporaryFolder(t), 'spool')
  const { logger, lines } = logLines()
  const metrics = new Registry()
  const client = createApiClient({ apiUrl: api.url, token: FAKE_TOKEN, ca: undefined })
  const recorder = await Recorder.open({
    worker: 'worker-1',
    workers: ['worker-1'],
    ...options,
    directory,
    client,
    logger,
    metrics,
  })
  t.teardown(async () => {
    await recorder.close()
    await client.close()
  })
  const metric = async (name: string): Promise<number> => {
    const { values } = (await metrics.getSingleMetric(`weir_proxy_record_${name}`)?.get()) ?? { values: [] }
    return values.reduce((sum, { value }) => sum + value, 0)
  }
  return { recorder, directory, lines, metrics, metric }
}
