import type { ExecutionContext } from 'ava'
import { startTestApi, type TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/wire.ts'
import { type Browser, consoleTest, launchBrowser } from './browser.ts'
import { WIDER } from './pages.ts'
import { barriers, openVisit, settled, signIn, untilTrue } from './visits.ts'

const scope = fileScope()
let opened: Promise<{ readonly api: TestApi; readonly browser: Browser; readonly origin: string }> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const api = await startTestApi(scope, { env: { WEIR_CONSOLE_IDLE_MINUTES: '1' } })
    const json = { name: 'Nothing leaves', rules: { action: 'block', conditions: [] } }
    await api.request('POST', '/policies', { token: api.admin, json })
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}
const open = async (t: ExecutionContext, locale?: string) => openVisit(t, await theStage(), locale)

consoleTest(
  'the palette leads to pages, policies and references with the keyboard alone, and sends nothing',
  async (t) => {
    const visit = await open(t)
    const { page, requests, problems } = visit
    await signIn(visit, undefined, undefined, '/policies')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Go to a page' })
    await field.waitFor()
    t.deepEqual(await barriers(page), [])
    await page.keyboard.type('audi')
    await untilTrue(
      page,
      `document.querySelector('[role=option][aria-selected=true]')?.textContent === 'Audit logPage'`,
    )
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
    t.is(await page.locator('dialog').count(), 0)

    const opened = () => untilTrue(page, `document.activeElement?.getAttribute('role') === 'combobox'`)
    await page.keyboard.press('Meta+k')
    await opened()
    await page.keyboard.type('policy')
    await untilTrue(page, `document.querySelectorAll('[role=option]').length > 1`)
    // The last one, by going up from the first.
    await page.keyboard.press('ArrowUp')
    await untilTrue(page, `document.querySelector('[role=option]:last-child').getAttribute('aria-selected') === 'true'`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nothing leaves', level: 1 }).waitFor()

    await page.keyboard.press('Control+k')
    await opened()
    await page.keyboard.type('0123456789')
    await untilTrue(page, `document.querySelector('[role=option][aria-selected=true]')?.id === 'palette-by-reference'`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/find\?reference=0123456789$/)
    await settled(page)

    // A prompt that is pasted here by mistake goes nowhere.
    await page.keyboard.press('Control+k')
    await opened()
    await page.keyboard.type('FR76 3000 6000')
    await page.getByText('Nothing has this name.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await untilTrue(page, `document.querySelector('dialog') === null`)
    for (const request of requests)
      t.false(`${request.url()} ${request.postData() ?? ''}`.includes('FR76'), request.url())
    t.deepEqual(problems, [])
  },
)

consoleTest('a key pauses what moves by itself, and what happened meanwhile is shown afterwards', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, context } = visit
  // As in the first moments of a page, when no key was pressed before.
  await context.addInitScript({ content: `Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 100 })` })
  await signIn(visit, undefined, undefined, '/policies')
  // The list that is paused is there.
  await page.getByText('Nothing leaves').first().waitFor()
  await settled(page)
  await untilTrue(page, `document.querySelector('.live').textContent === 'Live'`)
  await page.keyboard.press('p')
  await untilTrue(page, `document.querySelector('.live').textContent === 'Paused'`)
  const json = { name: 'Made meanwhile', rules: { action: 'log', conditions: [] } }
  await api.request('POST', '/policies', { token: api.admin, json })
  // Its event has come when that of a later change would have.
  await page.evaluate('new Promise((done) => setTimeout(done, 1000))')
  t.is(await page.getByText('Made meanwhile').count(), 0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Made meanwhile').first().waitFor()
  t.pass()
})

/** Makes minutes of polling tenths of a second, and keeps the sockets, so that a test can say what the server would. */
const QUICK_CLOCK_AND_SOCKETS = `{
  const wait = globalThis.setInterval
  globalThis.setInterval = (run, ms, ...rest) => wait(run, ms >= 10_000 ? 100 : ms, ...rest)
  globalThis.sockets = []
  globalThis.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all)
      sockets.push(this)
    }
  }
}`
const GAP = `sockets.at(-1).dispatchEvent(new MessageEvent('message', { data: '{"type":"gap"}' }))`

consoleTest(
  'while it is paused neither a gap in the events nor the clock renews a page; then all of it is',
  async (t) => {
    const { api } = await theStage()
    const visit = await open(t)
    const { page, context, requests } = visit
    await context.addInitScript({ content: QUICK_CLOCK_AND_SOCKETS })
    const asked = (path: string) => requests.filter((one) => new URL(one.url()).pathname.endsWith(path)).length
    const askedAgain = async (path: string, than: number) =>
      until(
        () => asked(path) > than,
        () => `${path} was not asked for again`,
      )
    await signIn(visit, undefined, undefined, '/policies')
    await page.getByText('Nothing leaves').first().waitFor()
    await untilTrue(page, `document.querySelector('.live').textContent === 'Live'`)
    // Otherwise the clock renews the alerts, and a gap everything.
    await askedAgain('/alerts', asked('/alerts') + 1)
    const first = asked('/policies')
    await page.evaluate(GAP)
    await askedAgain('/policies', first)

    await page.keyboard.press('p')
    await untilTrue(page, `document.querySelector('.live').textContent === 'Paused'`)
    await settled(page)
    // What had been asked for before has been answered.
    await page.evaluate('new Promise((done) => setTimeout(done, 500))')
    const before = requests.length
    const json = { name: 'Made after a gap', rules: { action: 'log', conditions: [] } }
    await api.request('POST', '/policies', { token: api.admin, json })
    await page.evaluate(GAP)
    await page.evaluate('new Promise((done) => setTimeout(done, 1000))')
    t.deepEqual(
      requests.slice(before).map((one) => one.url()),
      [],
    )
    t.is(await page.getByText('Made after a gap').count(), 0)
    await page.keyboard.press('p')
    await page.getByText('Made after a gap').first().waitFor()
    await askedAgain('/alerts', asked('/alerts'))
  },
)

consoleTest('in a narrow window the pages are behind a menu, which closes when one is opened', async (t) => {
  const visit = await open(t)
  const { page, problems } = visit
  await signIn(visit)
  await page.setViewportSize({ width: 320, height: 700 })
  const link = page.getByRole('link', { name: 'Audit log' })
  t.is(await link.count(), 0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.waitFor()
  t.deepEqual(await barriers(page), [])
  t.deepEqual(await page.evaluate<string[]>(WIDER), [])
  await link.click()
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  await untilTrue(page, `document.querySelector('.menu-button').getAttribute('aria-expanded') === 'false'`)
  t.is(await link.count(), 0)
  t.deepEqual(problems, [])
})

consoleTest(
  'nobody at the console for the time that is set: it signs out, says so, and stays where it was',
  async (t) => {
    const visit = await open(t, 'fr-FR')
    const { page } = visit
    await signIn(visit, undefined, undefined, '/policies')
    await page.evaluate('(() => { const now = Date.now; Date.now = () => now() + 61_000 })()')
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByText('Vous avez été déconnecté après 1 minute').waitFor()
    t.regex(page.url(), /\/policies$/)
    await page.reload()
    await page.locator('input[type=email]').waitFor()
  },
)
