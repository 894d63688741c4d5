import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Chromium, chromiumTest, Page } from '../../clients/chromium.ts'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { invitationToken } from '../../support/api-users.ts'
import { fileScope } from '../../support/scope.ts'

/** A folder to put pictures of the page into, for those who want to look at it. */
const PICTURES = process.env.WEIR_TEST_PICTURES
const PASSWORD = 'Quiet-Harbour-42'

/** Writes down, from the first moment on, what the page did and may not have done. */
const WATCH = `
  globalThis.mistakes = []
  addEventListener('securitypolicyviolation', (event) => mistakes.push(event.violatedDirective + ' ' + event.blockedURI))
  addEventListener('error', (event) => mistakes.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => mistakes.push(String(event.reason)))
`

const scope = fileScope()
let launched: Promise<Chromium> | undefined

async function openPage(api: TestApi, hash: string, { language = 'en', width = 900, dark = false } = {}) {
  launched ??= Chromium.launch(scope, { proxyUrl: 'direct://' })
  const chromium = await launched
  const { targetId } = await chromium.command<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const attached = await chromium.command<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const command = <T>(method: string, params: object) => chromium.command<T>(method, params, attached.sessionId)
  await command('Page.enable', {})
  await command('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  await command('Network.enable', {})
  await command('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': language } })
  await command('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: false })
  await command('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
  })
  const page = new Page(command)
  await page.open(new URL(`/accept-invitation${hash}`, api.server.url).href)
  const until = (expression: string) =>
    page.evaluate(`new Promise((done) => {
      const look = () => (${expression}) ? done() : setTimeout(look, 20)
      look()
    })`)
  await until('!document.getElementById("form")?.hidden || !document.getElementById("incomplete").hidden')
  return {
    page,
    until,
    picture: async (name: string) => {
      if (PICTURES === undefined) return
      const { data } = await command<{ data: string }>('Page.captureScreenshot', {})
      mkdirSync(PICTURES, { recursive: true })
      writeFileSync(join(PICTURES, `${name}.png`), data, 'base64')
    },
    fill: (password: string) =>
      page.evaluate(`{
        const field = document.getElementById('password')
        field.value = ${JSON.stringify(password)}
        field.dispatchEvent(new Event('input'))
      }`),
    accept: () => page.evaluate('document.getElementById("accept").click()'),
    /** The errors that a reader sees. */
    errors: () =>
      page.evaluate<string[]>(
        '[...document.querySelectorAll(".error")].filter((e) => e.offsetParent !== null).map((e) => e.textContent.trim())',
      ),
    mistakes: () => page.evaluate<string[]>('mistakes'),
    isTooWide: () => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'),
  }
}

async function invite(api: TestApi, email: string): Promise<string> {
  await api.request('POST', '/users/invite', { token: api.admin, json: { email, role: 'viewer' } })
  return invitationToken(api, email)
}

chromiumTest('the link of an invitation opens a page that accepts it, and breaks no rule', async (t) => {
  const api = await startTestApi(t)
  const email = 'jo@example.com'
  const token = await invite(api, email)
  const opened = await openPage(api, `#token=${token}`)
  const { page, until, fill, accept, errors, mistakes, picture } = opened
  t.deepEqual(await errors(), [])
  await picture('wide')
  const met = () => page.evaluate<string[]>('[...document.querySelectorAll(".met")].map((e) => e.dataset.rule)')
  await fill('short')
  t.deepEqual(await met(), [])
  await accept()
  t.is((await errors()).length, 1)
  await fill('Only-letters-here')
  t.deepEqual(await met(), ['length', 'case'])
  await picture('wide-weak')
  await fill(PASSWORD)
  t.deepEqual(await met(), ['length', 'case', 'digit'])
  await page.evaluate('document.getElementById("name").value = "Jo <b>"')
  await accept()
  await until('!document.getElementById("done").hidden')
  await picture('wide-done')
  t.is(await page.evaluate('document.getElementById("address").textContent'), email)
  t.is(await page.evaluate('document.getElementById("api").textContent'), `${new URL(api.server.url).origin}/api/v1`)
  const documentation = await page.evaluate('document.getElementById("documentation").href')
  t.is(documentation, `${new URL(api.server.url).origin}/docs`)
  t.is(await page.evaluate('location.hash'), '')
  // The console needs no password again.
  const asked = `fetch('/api/v1/auth/session/refresh', { method: 'POST', headers: { 'X-Weir-Console': '1' } })`
  t.is(await page.evaluate(`${asked}.then(({ status }) => status)`), 200)
  t.is(await page.evaluate('document.getElementById("password")'), null)
  t.deepEqual(await mistakes(), [])
  const session = await api.login(email, PASSWORD)
  const me = await api.request<{ display_name: string }>('GET', '/users/me', { token: session })
  t.is(me.json.display_name, 'Jo <b>')

  const used = await openPage(api, `#token=${token}`)
  await used.fill(PASSWORD)
  await used.accept()
  await used.until('!document.querySelector("[data-error=used]").hidden')
  t.is((await used.errors()).length, 1)
  t.deepEqual(await used.mistakes(), [])
})

chromiumTest(
  'the page is in French for those who read it, narrow, dark, and says when a link is incomplete',
  async (t) => {
    const api = await startTestApi(t)
    const french = await openPage(api, '#token=unknown', { language: 'fr-CA,en;q=0.5', width: 320, dark: true })
    t.is(await french.page.evaluate('document.documentElement.lang'), 'fr')
    t.is(await french.page.evaluate('document.querySelector("h1").textContent'), 'Choisir un mot de passe')
    await french.fill(PASSWORD)
    await french.accept()
    await french.until('!document.querySelector("[data-error=used]").hidden')
    t.false(await french.isTooWide())
    await french.picture('narrow-dark-french')
    t.deepEqual(await french.mistakes(), [])

    const incomplete = await openPage(api, '', { width: 320 })
    t.is((await incomplete.errors()).length, 1)
    t.is(await incomplete.page.evaluate('document.getElementById("form").offsetParent'), null)
    await incomplete.picture('narrow-incomplete')
    const dark = await openPage(api, '#token=x', { dark: true })
    await dark.picture('wide-dark')
  },
)
