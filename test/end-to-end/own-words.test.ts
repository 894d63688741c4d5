import test from 'ava'
import type { AuditEntry } from '../../core/model/audit.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { ask, timeUntil } from '../support/prompts.ts'
import { policyOn } from '../support/sample-policies.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir } from '../support/weir.ts'

const OPENAI = 'api.openai.com'
const WORD = 'Co-Authored-By: Claude <noreply@anthropic.com>'

test('a tenant switches the list of products’ own words off and on again, for small prompts and large ones', async (t) => {
  const upstream = await startUpstream(t, { hosts: [OPENAI] })
  const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream } })
  await weir.createPolicy(policyOn('EMAIL', 'block'))
  const client = throughProxy(t, weir)
  const prompts = [WORD, `${WORD}\n${'A long text without anything in it. '.repeat(5000)}`]
  const refused = async () => Promise.all(prompts.map(async (prompt) => (await ask(client, prompt)).status === 400))
  t.deepEqual(await refused(), [false, false])
  t.deepEqual((await weir.api('GET', '/settings')).json, { own_words: true })
  for (const own_words of [false, true]) {
    const { status, json } = await weir.api('PATCH', '/settings', { own_words })
    t.deepEqual([status, json as unknown], [200, { own_words }])
    const time = await timeUntil(async () => (await refused()).every((isRefused) => isRefused === !own_words))
    t.true(Number.isFinite(time), `own_words ${own_words}`)
  }
  const { json } = await weir.api<{ entries: AuditEntry[] }>('GET', '/audit-log?action=settings.updated')
  t.deepEqual(
    json.entries.map(({ details }) => details),
    [{ own_words: true }, { own_words: false }],
  )
  t.false(weir.product.stdout.includes('a detector cannot be used'))
  t.is(await weir.metric('weir_proxy_detectors_skipped'), 0)
})
