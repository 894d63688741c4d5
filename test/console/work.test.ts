import { createHash } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { consoleTest } from './browser.ts'
import { stageOf } from './stage.ts'
import { openVisit, settled, signIn, untilTrue } from './visits.ts'

const theStage = stageOf(fileScope())

const open = async (t: ExecutionContext) => openVisit(t, await theStage())

consoleTest(
  '"my prompt was blocked": pasted text is hashed here and found, with the reason, and never sent',
  async (t) => {
    const { api } = await theStage()
    const text = 'please pay to FR76 3000 6000 0112 3456 7890 189'
    const token = await api.serviceToken(['record'])
    const policies = await api.request<{ policies: { id: string; name: string }[] }>('GET', '/policies', {
      token: api.admin,
    })
    const policy = policies.json.policies.find(({ name }) => name === 'No bank accounts')
    const { json } = await api.request<{ reference: string }>('POST', '/interactions', {
      token,
      json: {
        platform_id: 'chatgpt-web',
        content_hash: createHash('sha256').update(text).digest('hex'),
        source: 'proxy',
        classifications: [{ type: 'IBAN', value: 'FR76 **** 0189', score: 0.99, start: 14, end: 47 }],
        policy_decisions: [
          { policy_id: policy?.id, policy_name: policy?.name, action: 'block', matched_conditions: 1 },
        ],
        enforced_action: 'block',
        content_metadata: {
          context_findings: [{ type: 'IBAN', count: 1 }],
          justification: { reason: 'My own account', types: ['IBAN'], given_at: '2026-11-22T12:00:00.000Z' },
        },
      },
    })
    const visit = await open(t)
    const { page, go, requests } = visit
    await signIn(visit, ADMIN_EMAIL, ADMIN_PASSWORD, '/find')
    await page.getByLabel(/A reference/).fill(`${text}\n`)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('heading', { name: 'Found once' }).waitFor()
    await page.getByText('Found without white space around it.').waitFor()
    for (const request of requests)
      t.false(`${decodeURIComponent(request.url())} ${request.postData() ?? ''}`.includes('FR76'), request.url())
    t.false(page.url().includes('FR76'))

    // A colleague pastes the refusal: what became of it is said before anything is clicked.
    await page
      .getByLabel(/A reference/)
      .fill(`The policy does not allow it. Ask Jo and give the reference ${json.reference}.`)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.waitForURL(/find\?reference=[0-9a-f]{10}$/)
    await page.getByRole('heading', { name: 'Found once' }).waitFor()
    t.regex((await page.locator('main ul').textContent()) ?? '', /Blocked.*“No bank accounts”/)

    await go(`/find?reference=${json.reference}`)
    await page.locator('main ul a').first().click()
    await page.getByRole('heading', { name: 'Why', exact: true }).waitFor()
    const why = page.locator('section[aria-labelledby=why]')
    await page.getByText('2 found: 1 in this message, 1 earlier in the conversation').waitFor()
    t.regex((await why.textContent()) ?? '', /No bank accounts.*enforced.*contains an IBAN/)
    t.regex((await why.textContent()) ?? '', /Let through after this reason was given: My own account \(.*12:00:00/)
  },
)

consoleTest('a new policy: from a template, tried on the record, saved as a draft, enforced', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, go, problems } = visit
  await signIn(visit)
  await go('/policies/new?template=keys')
  await page.getByText('Block prompts that contain an API key.').waitFor()
  await page.getByLabel('Until the person gives a reason').check()
  await page.getByText('Block prompts that contain an API key, until a reason is given.').waitFor()
  await page.getByLabel('Name').fill('No keys outside')
  await page.getByRole('button', { name: 'Try on the record' }).click()
  await page.getByText(/of all \d+ prompts since .* would match/).waitFor()
  // What became of those prompts is another question, and none of the columns answers it.
  t.true((await page.locator('.bars .amount').count()) > 0)
  t.false((await page.locator('.bars .amount').allTextContents()).some((text) => /blocked/.test(text)))
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.waitForURL(/\/policies\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Enforce' }).click()
  await untilTrue(
    page,
    `/contain an API key, until a reason is given/.test(document.querySelector('dialog p').textContent)`,
  )
  await page.locator('dialog button[type=submit]').click()
  await page.getByRole('button', { name: 'Make it a draft' }).waitFor()
  const { json } = await api.request<{ policies: { name: string; enabled: boolean }[] }>('GET', '/policies', {
    token: api.admin,
  })
  t.true(json.policies.some(({ name, enabled }) => name === 'No keys outside' && enabled))
  t.deepEqual(problems, [])
})

consoleTest('a secret that is shown once is left without the word cancel, since what it is of is there', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, go, problems } = visit
  await signIn(visit)
  await go('/proxies')
  await page.getByLabel('Name').fill('Proxy in Lyon')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.locator('dialog code').waitFor()
  t.is(await page.locator('dialog').getByRole('button', { name: 'Cancel' }).count(), 0)
  await page.locator('dialog').getByRole('button', { name: 'Close without storing it' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  const { text } = await api.request('GET', '/service-tokens', { token: api.admin })
  t.true(text.includes('Proxy in Lyon'))
  t.deepEqual(problems, [])
})

consoleTest('an alert is resolved and taken back, and a new one arrives by itself', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, go } = visit
  await signIn(visit)
  await go('/alerts')
  const rows = async () => page.locator('tbody tr').count()
  const before = await rows()
  await page.locator('tbody input').first().check()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === ${before - 1}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === ${before}`)
  const token = await api.serviceToken(['record'])
  await api.request('POST', '/interactions', {
    token,
    json: { platform_id: 'perplexity-web', content_hash: 'b'.repeat(64), source: 'proxy' },
  })
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === ${before + 1}`)
  t.pass()
})

consoleTest('a number on the dashboard leads to its list, whose filters are in the address', async (t) => {
  const visit = await open(t)
  const { page } = visit
  await signIn(visit, ADMIN_EMAIL, ADMIN_PASSWORD, '/?period=90d')
  const figure = page.locator('a.figure').first()
  const shown = Number(/(\d+)$/.exec((await figure.textContent()) ?? '')?.[1])
  await figure.click()
  await page.waitForURL(/\/interactions\?period=90d$/)
  // The address changes before the page does.
  await page.getByRole('heading', { name: 'Interactions', level: 1 }).waitFor()
  await settled(page)
  t.is(Number(/^(\d+)/.exec((await page.locator('.page-head .lead').textContent()) ?? '')?.[1]), shown)
  await page.getByLabel('Add filter').selectOption('enforced_action')
  await page.getByLabel('Action', { exact: true }).selectOption('block')
  await page.waitForURL(/period=90d&enforced_action=block|enforced_action=block&period=90d/)
  await settled(page)
  await untilTrue(page, `[...document.querySelectorAll('tbody .badge')].every((one) => one.textContent === 'Blocked')`)
})

consoleTest('charts that are not shown are drawn without a mistake', async (t) => {
  const visit = await open(t)
  const { page, problems } = visit
  await signIn(visit)
  await page.locator('figure.chart').first().waitFor()
  await page.evaluate(`document.querySelector('main').style.display = 'none'`)
  await untilTrue(page, `document.querySelector('figure.chart svg').getAttribute('width') === '1'`)
  t.deepEqual(problems, [])
})
