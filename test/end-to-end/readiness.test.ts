import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { fetch } from 'undici'
import { startWeir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

test('a proxy that cannot record is not ready until it can again, and alive all the while', async (t) => {
  const weir = await startWeir(t)
  const probe = async (path: string) => {
    const answer = await fetch(`${weir.proxyUrl}${path}`)
    await answer.text()
    return answer.status
  }
  const untilReadyz = (status: number) =>
    until(
      async () => (await probe('/readyz')) === status,
      () => `/readyz does not answer ${status}`,
    )
  await untilReadyz(200)
  const spool = join(weir.dataDir, 'spool', 'worker-1')
  renameSync(spool, `${spool}.away`)
  await untilReadyz(503)
  t.is(await probe('/healthz'), 200)
  mkdirSync(spool)
  await untilReadyz(200)
})
