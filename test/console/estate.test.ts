import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { adminCommand } from '../support/admin-command.ts'
import type { TestApi } from '../support/api.ts'
import { invitationToken } from '../support/api-users.ts'
import { fileScope } from '../support/scope.ts'
import { consoleTest } from './browser.ts'
import { emptyStageOf, VIEWER } from './stage.ts'
import { barriers, openVisit, settled, signIn, untilTrue } from './visits.ts'

const ADMIN = new URL('../../cli/main.ts', import.meta.url).pathname
const theStage = emptyStageOf(fileScope())

interface Excepted {
  readonly total: number
  readonly exceptions: readonly Readonly<Record<string, unknown>>[]
}

consoleTest('an exception is made for what is chosen, for a time and with its reason, and ended', async (t) => {
  const { api } = await theStage()
  const visit = await openVisit(t, await theStage())
  const { page, problems } = visit
  await signIn(visit, undefined, undefined, '/exceptions')
  await page.getByText('There is no exception').waitFor()
  await page.getByRole('button', { name: 'New exception' }).click()
  const save = page.getByRole('button', { name: 'Make the exception' })
  await page.getByLabel('Reason').fill('The press office publishes it')
  await page.getByLabel('Owner').fill('ann@acme.example')
  t.true(await save.isDisabled(), 'an exception for everything is none')
  await page.getByText(/^Services: any/).click()
  await page.getByLabel('Claude', { exact: true }).check()
  await page.getByLabel('Exact values').fill('press@acme.example\n\n hello@acme.example \n')
  await page.getByLabel('For how long').selectOption('30')
  await save.click()
  await page.getByText('1 exception is in force.').waitFor()
  await page.getByText('2 exact values').waitFor()
  const listed = async () => (await api.request<Excepted>('GET', '/exceptions', { token: api.admin })).json
  const [made] = (await listed()).exceptions
  t.like(made, { policy_id: null, types: [], platform_ids: ['claude-web'], user_ids: [], value_count: 2 })
  t.like(made, { reason: 'The press office publishes it', owner: 'ann@acme.example' })
  const days = (Date.parse(String(made?.expires_at)) - Date.now()) / 86_400_000
  t.true(days > 29 && days <= 30, `${days}`)
  await page.getByRole('button', { name: 'End it' }).click()
  await page.locator('dialog button[type=submit]').click()
  await page.getByText('There is no exception').waitFor()
  t.is((await listed()).total, 0)
  t.deepEqual(problems, [])
})

interface Switched {
  readonly service_switches: readonly {
    readonly kind: string
    readonly platform_id: string
    readonly reason: string
    readonly addresses: readonly string[]
    readonly user_ids: readonly string[]
    readonly expires_at: string | null
  }[]
}
const switchesOf = async (api: TestApi) =>
  (await api.request<Switched>('GET', '/service-switches', { token: api.admin })).json.service_switches

consoleTest(
  'a service is passed through with a reason, for a time, once somebody is sure; and read again',
  async (t) => {
    const { api } = await theStage()
    const visit = await openVisit(t, await theStage())
    const { page, problems } = visit
    await signIn(visit, undefined, undefined, '/services')
    await page.getByText('There is no switch').waitFor()
    await page.getByRole('button', { name: 'Pass a service through' }).click()
    const decide = page.getByRole('button', { name: 'Pass it through' })
    await page.getByLabel('Service', { exact: true }).selectOption('openai-api')
    await page.getByLabel('Reason').fill('Codex does not connect')
    await page.getByLabel('For how long').selectOption('4')
    t.true(await decide.isDisabled())
    await page.getByLabel(/No policy holds for OpenAI API meanwhile/).check()
    await decide.click()
    await page.getByText('OpenAI API passes without inspection').waitFor()
    await page.getByText('admin@example.com: “Codex does not connect”').waitFor()
    const [made] = await switchesOf(api)
    t.like(made, { kind: 'pass_through', platform_id: 'openai-api', reason: 'Codex does not connect' })
    const hours = (Date.parse(made?.expires_at ?? '') - Date.now()) / 3_600_000
    t.true(hours > 3.5 && hours <= 4, `${hours}`)
    await page.getByRole('button', { name: 'End it' }).click()
    await page.locator('dialog button[type=submit]').click()
    await page.getByText('There is no switch').waitFor()
    t.deepEqual(await switchesOf(api), [])
    await page.getByRole('link', { name: 'Who decided what' }).click()
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
    await settled(page)
    t.is(await page.locator('tbody tr').count(), 2)
    t.deepEqual(problems, [])
  },
)

consoleTest('a service is read for some people and addresses only, which viewers see and cannot change', async (t) => {
  const { api } = await theStage()
  const visit = await openVisit(t, await theStage())
  const { page } = visit
  await signIn(visit, undefined, undefined, '/services')
  await page.getByRole('button', { name: 'Read a service for some only' }).click()
  await page.getByLabel('Service', { exact: true }).selectOption('claude-web')
  await page.getByLabel('Addresses').fill('10.1.0.0/16\nnonsense')
  await page.getByLabel(VIEWER.email).check()
  await page.getByLabel('Reason').fill('The first group')
  await page.getByLabel(/pass unread. I want this/).check()
  const decide = page.getByRole('button', { name: 'Read it for these only' })
  await decide.click()
  // The API's own words about what was typed.
  await page.getByText('addresses.1 must be a CIDR or an address').waitFor()
  await page.getByLabel('Addresses').fill('10.1.0.0/16')
  await decide.click()
  await page.getByText('is read only for 1 user and 1 address').waitFor()
  const [made] = await switchesOf(api)
  t.like(made, { kind: 'intercept_only_for', addresses: ['10.1.0.0/16'], expires_at: null })
  t.is(made?.user_ids.length, 1)

  const viewer = await openVisit(t, await theStage())
  await signIn(viewer, VIEWER.email, VIEWER.password, '/services')
  await viewer.page.getByText('is read only for 1 user and 1 address').waitFor()
  t.is(await viewer.page.locator('main button').count(), 0)
})

consoleTest('names and numbers in lists lead to the pages of services and people', async (t) => {
  const { api } = await theStage()
  const { json } = await api.request<{ users: { id: string; email: string }[] }>('GET', '/users', { token: api.admin })
  const jo = json.users.find(({ email }) => email === VIEWER.email)
  const token = await api.serviceToken(['record'])
  for (const text of ['one', 'two']) {
    const content_hash = createHash('sha256').update(text).digest('hex')
    const record = { platform_id: 'mistral-api', content_hash, source: 'proxy', user_id: jo?.id }
    await api.request('POST', '/interactions', { token, json: record })
  }
  const visit = await openVisit(t, await theStage())
  const { page, problems } = visit
  await signIn(visit)
  await page.getByRole('link', { name: VIEWER.email }).click()
  await page.getByRole('heading', { name: VIEWER.email, level: 1 }).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Erase all prompts' }).click()
  await page.getByText('2 records are deleted for good. The account stays.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('main dd a').first().click()
  await page.waitForURL(/\/interactions\?user_id=/)
  await settled(page)
  await page.locator('tbody a').first().click()
  await page.getByRole('heading', { name: /^Interaction / }).waitFor()
  await settled(page)
  await page.locator('main dd a[href^="/services/"]').click()
  await page.getByRole('heading', { name: 'What is known' }).waitFor()
  t.true(page.url().endsWith('/services/mistral-api'))
  await page.getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/\/interactions\?platform_id=mistral-api/)
  t.deepEqual(problems, [])

  // A viewer reads the same names, which lead to no page that they may not open.
  const viewer = await openVisit(t, await theStage())
  await signIn(viewer, VIEWER.email, VIEWER.password)
  await viewer.page.getByRole('heading', { name: 'Who?', exact: true }).waitFor()
  t.true((await viewer.page.locator('main td bdi').allTextContents()).includes(VIEWER.email))
  t.is(await viewer.page.locator('main a[href^="/users/"]').count(), 0)
  await viewer.go(`/interactions?user_id=${jo?.id}`)
  t.deepEqual(await viewer.page.locator('.chip bdi').allTextContents(), [VIEWER.email])
  const who = await viewer.page.locator('tbody tr td:nth-child(6)').allTextContents()
  t.deepEqual(who, [VIEWER.email, VIEWER.email])
  t.deepEqual(viewer.problems, [])
})

consoleTest(
  'the audit log says what no user did: it was the command line, or somebody who could not sign in',
  async (t) => {
    const { api } = await theStage()
    const env = { WEIR_DATA_DIR: api.settings.dataDir }
    const command = [ADMIN, 'token', 'create', '--name', 'by hand', '--scopes', 'record']
    await promisify(execFile)(process.execPath, command, { cwd: api.settings.dataDir, env })
    await api.request('POST', '/auth/login', { json: { email: VIEWER.email, password: 'Wrong-Password-1' } })
    const visit = await openVisit(t, await theStage())
    await signIn(visit, undefined, undefined, '/audit-log')
    const rows = await visit.page.locator('tbody tr').allTextContents()
    t.regex(rows.find((row) => row.includes('service_token.created')) ?? '', /the command line, or Weir itself/)
    t.regex(rows.find((row) => row.includes('auth.login_failed')) ?? '', /somebody not signed in/)
  },
)

consoleTest('who was invited accepts with the link of the mail, and is in the console', async (t) => {
  const { api } = await theStage()
  const email = 'sam@example.com'
  await api.request('POST', '/users/invite', { token: api.admin, json: { email, role: 'viewer' } })
  const { page, go, problems } = await openVisit(t, await theStage())
  await go('/')
  await page.getByText('You were invited?').click()
  const link = page.getByLabel('The link of the invitation')
  await link.fill('https://weir.example.com/accept-invitation')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.getByText('This is no link of an invitation.').waitFor()
  await link.fill(` https://other.example/accept-invitation#token=${invitationToken(api, email)} `)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.locator('#password').fill('Quiet-Harbour-43')
  await page.locator('#accept').click()
  await page.locator('#console').click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  t.true((await page.locator('.menu > summary').textContent())?.includes(email))
  t.deepEqual(problems, [])
})

consoleTest('what the API refuses is said in the language of the reader', async (t) => {
  const { page, go, ...visit } = await openVisit(t, await theStage(), 'fr-FR')
  await signIn({ page, go, ...visit }, undefined, undefined, '/users')
  await page.locator('main input[type="email"]').fill(VIEWER.email)
  await page.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await page.getByText('Cette adresse e-mail est déjà prise.').waitFor()
  t.false((await page.content()).includes('is taken already'))
})

consoleTest('a person whose prompts are erased has no alerts left, and the page says so at once', async (t) => {
  const { api } = await theStage()
  const invited = { token: api.admin, json: { email: 'gone@example.com', role: 'viewer' } }
  const { json } = await api.request<{ id: string }>('POST', '/users/invite', invited)
  const rules = { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'PASSPORT' }] }
  const made = { token: api.admin, json: { name: 'No passports', enabled: true, rules } }
  t.is((await api.request('POST', '/policies', made)).status, 201)
  const record = {
    platform_id: 'cohere-api',
    content_hash: createHash('sha256').update('erased').digest('hex'),
    source: 'proxy',
    user_id: json.id,
    classifications: [{ type: 'PASSPORT', value: '12**', score: 0.9, start: 0, end: 4 }],
  }
  await api.request('POST', '/interactions', { token: await api.serviceToken(['record']), json: record })
  const visit = await openVisit(t, await theStage())
  const { page, problems } = visit
  await signIn(visit, undefined, undefined, `/users/${json.id}`)
  const numbers = `[...document.querySelectorAll('main dd a')].slice(0, 2).map((one) => one.textContent).join()`
  // The first use of a service raises one, too.
  await untilTrue(page, `/^1,[12]$/.test(${numbers})`)
  await page.getByRole('button', { name: 'Erase all prompts' }).click()
  await page.locator('dialog button[type=submit]').click()
  await untilTrue(page, `${numbers} === '0,0'`)
  t.deepEqual(problems, [])
})

consoleTest('a refused erasure says why in its dialog, and can be tried again there', async (t) => {
  const { api } = await theStage()
  const email = 'held@example.com'
  const { json: person } = await api.request<{ id: string }>('POST', '/users/invite', {
    token: api.admin,
    json: { email, role: 'viewer' },
  })
  const record = {
    platform_id: 'claude-web',
    content_hash: createHash('sha256').update('held').digest('hex'),
    source: 'proxy',
    user_id: person.id,
  }
  await api.request('POST', '/interactions', { token: await api.serviceToken(['record']), json: record })
  const command = (...args: string[]) => adminCommand(api.settings.dataDir, ['legal-hold', ...args])
  await command('set', '--user', email, '--reason', 'Case 42', '--owner', 'Legal')
  const visit = await openVisit(t, await theStage())
  const { page } = visit
  await signIn(visit, undefined, undefined, `/users/${person.id}`)
  await page.getByRole('button', { name: 'Erase all prompts' }).click()
  await page.locator('dialog button[type=submit]').click()
  const problem = page.locator('dialog[open] [role=alert]')
  await problem.waitFor()
  t.regex((await problem.textContent()) ?? '', /A legal hold keeps it: Case 42/)
  t.is(await page.locator('.toast').count(), 0)
  t.deepEqual(await barriers(page), [])
  const { json: holds } = await api.request<{ legal_holds: { id: string }[] }>('GET', '/legal-holds', {
    token: api.admin,
  })
  t.is((await command('lift', '--id', holds.legal_holds[0]?.id ?? '', '--reason', 'Closed')).code, 0)
  await page.locator('dialog button[type=submit]').click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  t.is(await page.locator('.toast').count(), 1)
})
