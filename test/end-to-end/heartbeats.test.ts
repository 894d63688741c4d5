import test from 'ava'
import type { ProxyInstance } from '../../core/model/proxy-instance.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

/** Longer than from one heartbeat to the next. */
const PATIENCE_MS = 90_000

async function proxiesOf(weir: Weir): Promise<ProxyInstance[]> {
  return (await weir.api<{ proxies: ProxyInstance[] }>('GET', '/proxies')).json.proxies
}

test('several processes report as one proxy, which is the same one after a restart', async (t) => {
  const env = { WEIR_PROXY_WORKERS: '2', WEIR_PROXY_NAME: 'Paris, 2nd floor' }
  const weir = await startWeir(t, { env })
  let proxies: ProxyInstance[] = []
  const isSupplied = async () => {
    proxies = await proxiesOf(weir)
    return proxies.some(
      ({ policies_in_step, detectors_in_step }) => policies_in_step === true && detectors_in_step === true,
    )
  }
  await until(isSupplied, () => JSON.stringify(proxies), PATIENCE_MS)
  const [proxy, ...others] = proxies
  t.deepEqual(others, [])
  t.like(proxy, {
    ...{ name: 'Paris, 2nd floor', workers: 2, state: 'alive', records_waiting: 0 },
  })
  t.true((await weir.metric('weir_proxy_heartbeats_total', { outcome: 'ok' })) >= 1)
  await weir.stop()

  const again = await startWeir(t, { env, dataDir: weir.dataDir })
  await until(
    async () => {
      proxies = await proxiesOf(again)
      return proxies.some(({ state, started_at }) => state === 'alive' && started_at > (proxy?.started_at ?? ''))
    },
    () => JSON.stringify(proxies),
    PATIENCE_MS,
  )
  t.deepEqual(
    proxies.map(({ instance_id, first_seen }) => [instance_id, first_seen]),
    [[proxy?.instance_id, proxy?.first_seen]],
  )
})
