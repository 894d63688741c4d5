import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { supplyVersion } from '../../core/supply-version.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { invitationToken } from '../support/api-users.ts'
import { aHeartbeat } from '../support/heartbeat.ts'
import { fileScope } from '../support/scope.ts'
import { type Browser, consoleTest, launchBrowser } from './browser.ts'
import { barriers, openVisit, signIn } from './visits.ts'

const VIEWER = { email: 'jo@example.com', password: 'Quiet-Harbour-42' }
const NONE = supplyVersion([])
const IN_FORCE = { policies_version: NONE, detectors_version: NONE }
const scope = fileScope()
let ahead = 0
let opened: Promise<{ readonly api: TestApi; readonly browser: Browser; readonly origin: string }> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const env = { WEIR_PROXY_SILENT_MINUTES: '1' }
    const api = await startTestApi(scope, { env, now: () => new Date(Date.now() + ahead) })
    await api.request('POST', '/users/invite', { token: api.admin, json: { email: VIEWER.email, role: 'viewer' } })
    const token = invitationToken(api, VIEWER.email)
    await api.request('POST', '/auth/accept-invitation', { json: { token, password: VIEWER.password } })
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}

async function beat(fields: Parameters<typeof aHeartbeat>[0]): Promise<void> {
  const { api } = await theStage()
  const json = aHeartbeat(fields)
  const { status } = await api.request('POST', '/proxies/heartbeat', { token: api.admin, json })
  if (status !== 200) throw new Error(`a heartbeat was answered with ${status}`)
}

/** Proxies that go on reporting, however long a browser takes. */
async function reporting(...all: readonly NonNullable<Parameters<typeof aHeartbeat>[0]>[]) {
  const beatAll = async () => {
    for (const one of all) await beat(one)
  }
  await beatAll()
  const stopping = new AbortController()
  const running = (async () => {
    while (await sleep(2000, true, { signal: stopping.signal }).catch(() => false)) await beatAll()
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

// The tests of this file tell one story.

consoleTest('the page of proxies shows how each does, and the dashboard names silent ones', async (t) => {
  const visit = await openVisit(t, await theStage())
  const { page, go, problems } = visit
  await signIn(visit, undefined, undefined, '/proxies')
  await page.getByText('No proxy has reported yet').waitFor()

  const paris = { ...IN_FORCE, instance_id: randomUUID(), name: 'paris', prompts: 200, not_inspected: { too_large: 3 } }
  const error = { code: 'ERR_API_UNREACHABLE', at: new Date().toISOString() }
  const lyon = { instance_id: randomUUID(), name: 'lyon', last_error: error, records_waiting: 1234 }
  await beat({ ...IN_FORCE, instance_id: randomUUID(), name: 'nice', stopping: true })
  const both = await reporting(paris, lyon)
  t.teardown(both.stop)
  await go('/proxies')
  await page.getByText('2 proxies report.').waitFor()
  const row = async (name: string) => (await page.locator(`main tr:has-text("${name}")`).first().textContent()) ?? ''
  const second = await row('lyon')
  for (const part of ['Alive', 'no policies yet', '1,234', '9', 'The API could not be reached']) {
    t.true(second.includes(part), `${part}: ${second}`)
  }
  const first = await row('paris')
  for (const part of ['as here', '1.5%', 'too large (3)']) {
    t.true(first.includes(part), `${part}: ${first}`)
  }
  t.true((await row('nice')).includes('Stopped'))
  t.deepEqual(await barriers(page), [])

  await both.stop()
  ahead = 61_000
  const one = await reporting(paris)
  t.teardown(one.stop)
  await go('/proxies')
  await page.getByText('1 proxy reports, 1 is silent.').waitFor()
  await page.getByRole('link', { name: 'Alerts' }).first().click()
  await page.getByText('The proxy “lyon” is silent').first().waitFor()
  await go('/')
  await page.getByRole('link', { name: '1 proxy is silent' }).click()
  await page.getByRole('heading', { name: 'Proxies', level: 1 }).waitFor()
  t.deepEqual(problems, [])
})

consoleTest('a viewer is told of a silent proxy by its alert, and asks for no list of proxies', async (t) => {
  const visit = await openVisit(t, await theStage())
  const { page, requests, problems } = visit
  await signIn(visit, VIEWER.email, VIEWER.password)
  await page.getByText('The proxy “lyon” is silent').first().waitFor()
  t.is(await page.getByRole('link', { name: '1 proxy is silent' }).count(), 0)
  t.deepEqual(
    requests.map((request) => request.url()).filter((url) => url.includes('/proxies')),
    [],
  )
  t.deepEqual(problems, [])
})
