import test from 'ava'
import { EMAIL, policyOn } from '../../support/sample-policies.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir } from '../../support/weir.ts'
import { ask, ListeningPage, prompt } from './chat.ts'

const HOST = 'chatgpt.com'

test('a page hears of prompts that other workers have judged, and once', async (t) => {
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const weir = await startWeir(t, { upstreams: { [HOST]: upstream }, env: { WEIR_PROXY_WORKERS: '2' } })
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  // Connections are dealt out to the workers in turn: the prompt comes to another one than the page.
  for (let at = 0; at < 2; at++) {
    const mine = { cookie: `__Host-weir-banner=${String(at).padStart(22, 'w')}` }
    const page = await ListeningPage.open(t, weir, HOST, mine)
    const { headers, ...rest } = prompt(`Write to ${EMAIL}`)
    await ask(t, weir, `https://${HOST}/backend-api/conversation`, { ...rest, headers: { ...headers, ...mine } })
    await page.untilHeard('event: notice')
    t.is(page.notices.length, 1)
  }
})
