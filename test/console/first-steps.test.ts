import { createHash } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { noteBackup } from '../../api/settings/last-backup.ts'
import { installedCas } from '../../certs/rotation.ts'
import type { TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { apiBesideProxy, PROXY_PORT } from './beside-proxy.ts'
import { type Browser, consoleTest, launchBrowser, type Page } from './browser.ts'
import { barriers, openVisit, settled, signIn } from './visits.ts'

const CONTAINS_IBAN = { field: 'classifications', operator: 'contains', value: 'IBAN' }
const scope = fileScope()
let opened: Promise<{ readonly api: TestApi; readonly browser: Browser; readonly origin: string }> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const api = await apiBesideProxy(scope)
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}

const open = async (t: ExecutionContext) => openVisit(t, await theStage())
const main = async (page: Page) => (await page.locator('main').textContent()) ?? ''
/** The steps that are done, by their titles. */
const done = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main ol > li')].filter((one) => one.querySelector('.badge.ok')).map((one) => one.querySelector('h2').textContent)`,
  )

let sent = 0
async function record(api: TestApi, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  sent += 1
  const token = await api.serviceToken(['record'])
  const { json } = await api.request<{ id: string }>('POST', '/interactions', {
    token,
    json: {
      platform_id: 'openai-api',
      content_hash: createHash('sha256').update(`prompt ${sent}`).digest('hex'),
      source: 'proxy',
      ...changes,
    },
  })
  return json.id
}

async function policy(api: TestApi, name: string): Promise<{ readonly id: string; readonly name: string }> {
  const json = { name, enabled: true, rules: { action: 'block', conditions: [CONTAINS_IBAN] } }
  return (await api.request<{ id: string; name: string }>('POST', '/policies', { token: api.admin, json })).json
}

// The tests of this file tell one story, from the first sign-in on.

consoleTest('the first sign-in leads to the first steps, which tick themselves as they are done', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, go, problems } = visit
  await signIn(visit)
  await page.getByText('Nothing is recorded yet.').waitFor()
  t.deepEqual(await done(page), ['Have devices trust the CA'])
  await page.getByText(installedCas(api.settings.dataDir).ca?.fingerprint256 ?? 'no CA').waitFor()
  await page.getByRole('link', { name: `http://127.0.0.1:${PROXY_PORT}/proxy.pac` }).waitFor()
  const link = page.getByRole('link', { name: `http://127.0.0.1:${PROXY_PORT}/`, exact: true })
  await link.waitFor()

  // The demonstration is no device's.
  await record(api, { content_metadata: { user_agent: 'weir-demo' } })
  await go('/')
  await page.getByText('2 of 7 steps are done.').waitFor()
  await page.getByRole('link', { name: 'Go on with setup' }).click()
  await page.getByRole('heading', { name: 'Setup', level: 1 }).waitFor()
  await link.waitFor()
  t.deepEqual(await done(page), ['Have devices trust the CA', 'See the first prompt'])
  t.deepEqual(await barriers(page), [])

  await record(api)
  await page.locator('main ol > li:nth-child(2) .badge.ok').waitFor()
  await policy(api, 'Nothing leaves')
  await api.request('POST', '/users/invite', { token: api.admin, json: { email: 'jo@example.com', role: 'viewer' } })
  noteBackup(api.settings.dataDir, new Date())
  await go('/setup')
  await page.getByText('6 of 7 steps are done.').waitFor()
  t.true((await done(page)).includes('Keep a backup'))
  await go('/')
  await page.getByText('Next: Tell another system').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await go('/')
  await page.getByRole('heading', { name: 'Which data?' }).waitFor()
  t.notRegex(await main(page), /Weir is not set up yet/)
  t.deepEqual(problems, [])
})

consoleTest('a prompt that was let through and did not get through is not called passed', async (t) => {
  const { api } = await theStage()
  const id = await record(api, { content_metadata: { not_delivered: 'upstream_dns' } })
  const other = await record(api, { content_metadata: { not_delivered: 'new_code' }, enforced_action: 'block' })
  const visit = await open(t)
  const { page, go } = visit
  await signIn(visit, undefined, undefined, `/interactions/${id}`)
  await page.getByText('Let through, but not delivered: a prompt to').waitFor()
  await page.getByText('The name of the service could not be resolved: nothing was sent to it.').waitFor()
  t.notRegex(await main(page), /Passed/)
  await go('/interactions')
  t.true((await page.locator('tbody .badge').allTextContents()).includes('Not delivered'))
  await go(`/interactions/${other}`)
  t.notRegex(await main(page), /[Nn]ot delivered/)
})

consoleTest('an alert names its policies, and says which were deleted instead of leading there', async (t) => {
  const { api } = await theStage()
  const kept = await policy(api, 'No accounts')
  const gone = await policy(api, 'Demo')
  const decisions = [kept, gone].map(({ id, name }) => ({
    ...{ policy_id: id, policy_name: name, action: 'block', matched_conditions: 1 },
  }))
  await record(api, { enforced_action: 'block', policy_decisions: decisions })
  await api.request('DELETE', `/policies/${gone.id}`, { token: api.admin })
  const { json } = await api.request<{ alerts: { id: string; policy_ids: string[] }[] }>(
    'GET',
    '/alerts?type=policy_block',
    { token: api.admin },
  )
  const alert = json.alerts.find(({ policy_ids }) => policy_ids.length === 2)
  const visit = await open(t)
  const { page } = visit
  await signIn(visit, undefined, undefined, `/alerts/${alert?.id}`)
  await page.getByText('The policy has been deleted since.').waitFor()
  const links = await page.locator('main a.button').allTextContents()
  t.deepEqual(links, ['Why? See the interaction', 'Policy “No accounts”'])
  t.is(new Set(links).size, links.length)
  await page.getByRole('link', { name: 'Policy “No accounts”' }).click()
  await settled(page)
  t.true(page.url().endsWith(`/policies/${kept.id}`))
})
