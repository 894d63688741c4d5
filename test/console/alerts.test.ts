import { fileScope } from '../support/scope.ts'
import { consoleTest } from './browser.ts'
import { emptyStageOf, VIEWER } from './stage.ts'
import { openVisit, signIn, untilTrue } from './visits.ts'

const NOTE = 'Asked Ada; =1+1 <b>was a test</b>'
const theStage = emptyStageOf(fileScope())

consoleTest('alerts are found by service and policy, and resolved with a reason that every reader sees', async (t) => {
  const { api } = await theStage()
  const policy_id = crypto.randomUUID()
  const records = ['claude-web', 'openai-api'].map((platform_id) => ({
    platform_id,
    content_hash: 'a'.repeat(64),
    source: 'proxy',
    enforced_action: 'block',
    policy_decisions: [{ policy_id, policy_name: 'No accounts', action: 'block', matched_conditions: 1 }],
    classifications: [{ type: 'IBAN', value: 'FR**', score: 0.9, start: 0, end: 4 }],
    content_metadata: { host: 'claude.ai', inspection: { status: 'partial', reason: 'unreadable_file' } },
  }))
  await api.request('POST', '/interactions/batch', { token: await api.serviceToken(['record']), json: records })
  const visit = await openVisit(t, await theStage())
  const { page, go, problems } = visit
  await signIn(visit, undefined, undefined, `/alerts?type=policy_block&policy_id=${policy_id}&platform_id=claude-web`)
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  t.is(await rows.count(), 1)
  await page.getByRole('button', { name: 'Remove the filter Service' }).click()
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === 2`)
  await rows.first().getByRole('link').first().click()
  await page.getByRole('heading', { name: 'What to do now' }).waitFor()
  await page.getByText('Nothing left the company.').waitFor()
  await go(`/alerts?type=policy_block&policy_id=${policy_id}`)
  await rows.first().waitFor()
  await page.getByLabel('All on this page').check()
  await page.getByRole('button', { name: 'Resolve with a reason' }).click()
  await page.getByLabel('Reason').selectOption('false_alarm')
  await page.getByLabel('Note').fill(NOTE)
  await page.locator('dialog button[type=submit]').click()
  await page.getByText('2 alerts are resolved.').waitFor()
  await page.getByRole('heading', { name: 'No open alert' }).waitFor()
  const { json } = await api.request<{ alerts: { id: string; resolution?: string; note?: string }[] }>(
    'GET',
    `/alerts?policy_id=${policy_id}&platform_id=claude-web`,
    { token: api.admin },
  )
  t.like(json.alerts[0], { resolution: 'false_alarm', note: NOTE })

  const other = await openVisit(t, await theStage())
  await signIn(other, VIEWER.email, VIEWER.password, `/alerts/${json.alerts[0]?.id}`)
  await other.page.getByText('False alarm').waitFor()
  const facts = (await other.page.locator('dl.facts').first().textContent()) ?? ''
  for (const text of [NOTE, 'claude.ai', 'unreadable file', 'IBAN']) t.true(facts.includes(text), `${text}: ${facts}`)
  // It happened once: when it was resolved is not when it happened last.
  t.notRegex(facts, /Last/)
  t.is(await other.page.getByRole('button', { name: 'Change the reason' }).count(), 0)
  await go(`/alerts/${json.alerts[0]?.id}`)
  // It is resolved: nothing is to be done.
  t.is(await page.getByRole('heading', { name: 'What to do now' }).count(), 0)
  await page.getByRole('button', { name: 'Change the reason' }).click()
  await page.getByLabel('Reason').selectOption('accepted')
  await page.getByRole('button', { name: 'Save the reason' }).click()
  await page.getByText('Accepted: it did happen, and that is allowed').waitFor()
  t.deepEqual([...problems, ...other.problems], [])
})
