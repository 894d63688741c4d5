import type { ExecutionContext } from 'ava'
import { ADMIN_EMAIL, startTestApi, type TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/wire.ts'
import { type Browser, consoleTest, launchBrowser, type Page } from './browser.ts'
import { seed } from './seed.ts'
import { barriers, openVisit, settled, signIn, untilTrue } from './visits.ts'

/** The jobs of the console's decision record; the others are in browser.test.ts. Each says how long a script needs for it. */
const scope = fileScope()
let opened: Promise<{ readonly api: TestApi; readonly browser: Browser; readonly origin: string }> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const api = await startTestApi(scope)
    await seed(api)
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}
const open = async (t: ExecutionContext, locale?: string) => openVisit(t, await theStage(), locale)
const main = async (page: Page) => (await page.locator('main').textContent()) ?? ''

async function timed(t: ExecutionContext, job: () => Promise<void>): Promise<void> {
  const from = performance.now()
  await job()
  t.log(`${((performance.now() - from) / 1000).toFixed(1)} s`)
}

consoleTest('the morning look: what is open leads to its list, and the title counts it', async (t) => {
  const visit = await open(t)
  const { page, problems } = visit
  await signIn(visit)
  await timed(t, async () => {
    await page.reload()
    await settled(page)
    await until(
      async () => /^\(\d+\) Dashboard · Weir$/.test(await page.title()),
      () => 'the title does not count the open alerts',
    )
    t.regex(await main(page), /alerts? (?:is|are) open/)
    await page.locator('main a[href^="/alerts"]').first().click()
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    await settled(page)
  })
  t.true((await page.locator('tbody tr').count()) > 0)
  await page.getByRole('link', { name: 'Resolved' }).click()
  await page.waitForURL(/status=resolved/)
  await untilTrue(page, `document.querySelector('.tabs [aria-current]').textContent === 'Resolved'`)
  t.is(await page.locator('.tabs [aria-current]').count(), 1)
  t.deepEqual(problems, [])
})

consoleTest('an alert arrives: its address leads to it, to the reason, and on to the next', async (t) => {
  const { api } = await theStage()
  const { json } = await api.request<{ alerts: { id: string }[] }>('GET', '/alerts?type=policy_block', {
    token: api.admin,
  })
  const visit = await open(t)
  const { page, go, problems } = visit
  await signIn(visit)
  await timed(t, async () => {
    await go(`/alerts/${json.alerts[0]?.id}`)
    await page.getByRole('link', { name: 'Why? See the interaction' }).click()
    await page.getByRole('heading', { name: 'Why', exact: true }).waitFor()
    await go(`/alerts/${json.alerts[0]?.id}`)
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page.getByRole('button', { name: 'Open again' }).waitFor()
  })
  t.deepEqual(problems, [])
})

consoleTest('an auditor asks: the log is whole, what a policy was, and the proof to take along', async (t) => {
  const { api } = await theStage()
  const { json } = await api.request<{ policies: { id: string; name: string }[] }>('GET', '/policies', {
    token: api.admin,
  })
  const policy = json.policies.find(({ name }) => name === 'Cards in public chats')
  const rules = {
    action: 'block',
    conditions: [{ field: 'classifications', operator: 'contains', value: 'CREDIT_CARD' }],
  }
  await api.request('PUT', `/policies/${policy?.id}`, { token: api.admin, json: { rules } })
  const visit = await open(t)
  const { page, problems } = visit
  await signIn(visit)
  await timed(t, async () => {
    await page.locator('nav').getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('button', { name: 'Verify the log' }).click()
    await page.getByText(/entries, unbroken, checked/).waitFor()
    await page.getByLabel('Action', { exact: true }).selectOption('policy.updated')
    await page.waitForURL(/action=policy\.updated/)
    // A period: nothing was changed before there was anything, and whatever was, since then.
    await page.getByLabel('To', { exact: true }).fill('2001-02-03')
    await page.waitForURL(/end_date=2001-02-0/)
    await page.getByText('No entry matches').waitFor()
    await page.getByLabel('To', { exact: true }).fill('')
    await page.getByLabel('From', { exact: true }).fill('2001-02-03')
    await page.waitForURL(/start_date=2001-02-0/)
    // On a line of its own: beside the policy's id it reads as the end of it.
    t.true(
      await page.evaluate<boolean>(
        `(({ left }, above) => left === above.left)(...['a', 'button'].map((one) => document.querySelector('td:nth-child(4) ' + one).getBoundingClientRect()))`,
      ),
    )
    await page.getByRole('link', { name: 'History' }).first().click()
    await page.waitForURL(/\/policies\/[0-9a-f-]{36}\?tab=history$/)
    await page.getByRole('button', { name: 'Restore as a draft' }).first().waitFor()
  })
  t.deepEqual(await page.locator('.tabs [aria-current]').allTextContents(), ['History'])
  const shown = await main(page)
  // Newest first: what it says now, and what it said before.
  t.regex(shown, /Rule.*Block prompts that contain .*Created.*Warn about prompts to ChatGPT/s)
  t.true(shown.includes(ADMIN_EMAIL))
  t.deepEqual(await barriers(page), [])
  await page.locator('main li:last-child').getByRole('button', { name: 'Restore as a draft' }).click()
  await page
    .getByText(/\(as of \d{4}-\d\d-\d\d /)
    .first()
    .waitFor()
  await untilTrue(page, `document.querySelector('main .badge').textContent === 'Draft'`)

  await page.locator('nav').getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  await settled(page)
  await page.evaluate(
    `{ const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { globalThis.saved = text }); return make.call(URL, blob) } }`,
  )
  await page.getByRole('button', { name: /CSV/ }).click()
  await untilTrue(page, '"saved" in globalThis')
  const csv = await page.evaluate<string>('globalThis.saved')
  t.regex(csv, /^\uFEFF?"?Weir \d{4}.*valid/)
  t.regex(csv, /policy\.updated/)
  t.deepEqual(problems, [])
})

consoleTest('a policy that is gone still has its history', async (t) => {
  const { api } = await theStage()
  const json = { name: 'For a day', rules: { action: 'log', conditions: [] } }
  const { json: made } = await api.request<{ id: string }>('POST', '/policies', { token: api.admin, json })
  await api.request('DELETE', `/policies/${made.id}`, { token: api.admin })
  const visit = await open(t, 'fr-FR')
  const { page, go } = visit
  await signIn(visit)
  await go(`/policies/${made.id}`)
  await page.getByText('Supprimée').first().waitFor()
  t.regex(await main(page), /Historique.*Supprimée.*For a day.*Créée/s)
})

consoleTest(
  'a rule is written with the names that the console shows, and a name that nobody knows is told',
  async (t) => {
    const visit = await open(t)
    const { page, go, problems } = visit
    await signIn(visit)
    await go('/policies/new')
    await page.getByRole('button', { name: 'Add condition' }).click()
    // While nobody has touched what the condition begins with, the browser suggests every type, and nothing is lost.
    const type = page.getByLabel('Type of data')
    await type.click()
    t.is(await type.inputValue(), '')
    t.is(await page.evaluate(`document.querySelector('input[list]').placeholder`), 'IBAN')
    await page.getByLabel('Name').click()
    t.is(await type.inputValue(), 'IBAN')
    await type.fill('e-mail address')
    // Now it is whoever typed it who replaces it.
    await page.getByLabel('Name').click()
    await type.click()
    t.is(await type.inputValue(), 'EMAIL')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.locator('fieldset:nth-of-type(2) select').first().selectOption('platform_id')
    const services = page.getByLabel('Services')
    await services.fill('')
    await services.click()
    await page.keyboard.type('claude, perplexity-web')
    await page.getByText(/prompts to Claude or .*erplexity.* that contain an e-mail address\./).waitFor()
    await page.getByLabel('Type of data').first().fill('EMIAL')
    await page.getByRole('button', { name: 'Try on the record' }).click()
    await page.getByText('“EMIAL”').waitFor()
    await page.getByText('Did you mean “EMAIL”?').waitFor()
    t.is(await services.inputValue(), 'claude-web, perplexity-web')
    t.deepEqual(problems, [])
  },
)
