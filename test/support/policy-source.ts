import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import { createApiClient } from '../../proxy/api-client/client.ts'
import { PolicySource } from '../../proxy/feeds/policies/policy-source.ts'
import { FAKE_TOKEN, type FakeApi } from './fake-api.ts'
import { logLines } from './log-lines.ts'
import { temporaryFolder } from './temp.ts'

/** A policy source on the fake API that is closed with the test; its log lines and metrics beside it. */
export async function openPolicySource(t: ExecutionContext<unknown>, api: FakeApi, cacheFile?: string) {
  const file = cacheFile ?? join(temporaryFolder(t), 'policies.json')
  const { logger, lines } = logLines()
  const metrics = new Registry()
  const client = createApiClient({ apiUrl: api.url, token: FAKE_TOKEN, ca: undefined })
  const source = await PolicySource.open({ client, cacheFile: file, logger, metrics, now: Date.now })
  const close = async () => {
    await source.close()
    await client.close()
  }
  t.teardown(close)
  const metric = async (name: string, labels: Record<string, string> = {}): Promise<number> => {
    const { values } = (await metrics.getSingleMetric(`weir_proxy_policies_${name}`)?.get()) ?? { values: [] }
    const wanted = values.filter((value) => Object.entries(labels).every(([key, label]) => value.labels[key] === label))
    return wanted.reduce((sum, { value }) => sum + value, 0)
  }
  return { source, file, lines, metric, close }
}
