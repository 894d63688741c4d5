import { createHash } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { fileScope } from '../support/scope.ts'
import { consoleTest } from './browser.ts'
import { stageOf } from './stage.ts'
import { openVisit, settled, signIn } from './visits.ts'

const theStage = stageOf(fileScope())

async function record(json: object): Promise<string> {
  const { api } = await theStage()
  const token = await api.serviceToken(['record'])
  const { json: stored } = await api.request<{ id: string }>('POST', '/interactions', {
    token,
    json: { content_hash: createHash('sha256').update(JSON.stringify(json)).digest('hex'), source: 'proxy', ...json },
  })
  return stored.id
}

async function policyNamed(name: string): Promise<{ policy_id: string; policy_name: string }> {
  const { api } = await theStage()
  const { json } = await api.request<{ policies: { id: string; name: string }[] }>('GET', '/policies', {
    token: api.admin,
  })
  return { policy_id: json.policies.find((policy) => policy.name === name)?.id ?? '', policy_name: name }
}

const open = async (t: ExecutionContext) => openVisit(t, await theStage())

const EVENTS = { host: 'api.anthropic.com', path: '/api/event_logging/v2/batch', operation: 'telemetry' }

consoleTest('a record of telemetry says so, where what was found stands, and contradicts itself nowhere', async (t) => {
  const decision = await policyNamed('No bank accounts')
  const id = await record({
    platform_id: 'anthropic-api',
    enforced_action: 'block',
    risk_score: 0.69,
    policy_decisions: [{ ...decision, action: 'block', matched_conditions: 1 }],
    content_metadata: {
      ...EVENTS,
      context_findings: [{ type: 'IBAN', count: 1 }],
      matched_in_context: ['IBAN'],
      telemetry: {
        findings: [
          { type: 'IBAN', part: 'telemetry', at: 'events[3].event_data.iban', count: 1, enforced: true },
          { type: 'PHONE', part: 'telemetry', at: 'events[0].event_data.process.uptime', count: 2, enforced: false },
        ],
      },
    },
  })
  const visit = await open(t)
  const { page, go } = visit
  await signIn(visit)
  await go(`/interactions/${id}`)
  await page.getByRole('heading', { name: '3 findings' }).waitFor()
  await settled(page)
  const text = (await page.locator('main').textContent()) ?? ''
  t.regex(text, /Blocked, before anything left: telemetry to Anthropic API/)
  t.regex(text, /events\[3\]\.event_data\.iban.*looked at it/)
  t.regex(text, /× 2.*events\[0\]\.event_data\.process\.uptime.*recorded only/)
  t.regex(text, /contains an IBAN.*1 found/)
  t.regex(text, /What else was found in the telemetry explains the rest/)
  t.notRegex(text, /Nothing was found|earlier in the conversation|Earlier turns/)

  await go('/interactions')
  await page.getByText('Telemetry').first().waitFor()
  t.regex((await page.locator('tbody').textContent()) ?? '', /TelemetryIBAN/)

  await go('/alerts')
  await page.getByText('“No bank accounts” blocked telemetry to Anthropic API').first().waitFor()
  const { api } = await theStage()
  const { json } = await api.request<{ alerts: { id: string; interaction_id: string }[] }>(
    'GET',
    '/alerts?type=policy_block&limit=200',
    {
      token: api.admin,
    },
  )
  await go(`/alerts/${json.alerts.find(({ interaction_id }) => interaction_id === id)?.id}`)
  await page.getByText('“No bank accounts” blocked telemetry to Anthropic API').first().waitFor()
})

consoleTest('a prompt whose findings are all beside it does not say that nothing was found', async (t) => {
  const id = await record({
    platform_id: 'openai-api',
    enforced_action: 'allow',
    risk_score: 0.69,
    content_metadata: { host: 'api.openai.com', context_findings: [{ type: 'IBAN', count: 2 }] },
  })
  const visit = await open(t)
  const { page, go } = visit
  await signIn(visit)
  await go(`/interactions/${id}`)
  await page.getByRole('heading', { name: '2 findings' }).waitFor()
  await page.getByText('Nothing in this message itself.').waitFor()
  await page.getByRole('heading', { name: 'In earlier messages, or beside them' }).waitFor()
  t.notRegex((await page.locator('main').textContent()) ?? '', /Nothing was found/)
})
