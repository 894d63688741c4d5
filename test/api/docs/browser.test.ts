import { EventType } from '../../../core/model/event.ts'
import { Chromium, chromiumTest, Page } from '../../clients/chromium.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../../support/api.ts'
import { allRoutes } from '../../support/api-routes.ts'
import { fileScope } from '../../support/scope.ts'

/** Writes down, from the first moment on, what the page did and may not have done. */
const WATCH = `
  globalThis.mistakes = []
  addEventListener('securitypolicyviolation', (event) => mistakes.push(event.violatedDirective + ' ' + event.blockedURI))
  addEventListener('error', (event) => mistakes.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => mistakes.push(String(event.reason)))
`

interface DocsPage {
  readonly page: Page
  /** Types into what has the focus, as a keyboard does. */
  type(text: string): Promise<void>
  press(key: 'Tab' | 'Enter'): Promise<void>
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>
}

const scope = fileScope()
let launched: Promise<Chromium> | undefined

async function openDocs(api: TestApi, hash = ''): Promise<DocsPage> {
  launched ??= Chromium.launch(scope, { proxyUrl: 'direct://' })
  const chromium = await launched
  const { targetId } = await chromium.command<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const attached = await chromium.command<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const command = <T>(method: string, params: object) => chromium.command<T>(method, params, attached.sessionId)
  await command('Page.enable', {})
  await command('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  const page = new Page(command)
  await page.open(new URL(`/docs${hash}`, api.server.url).href)
  const docs: DocsPage = {
    page,
    type: (text) => command('Input.insertText', { text }),
    press: async (key) => {
      const codes = { Tab: 9, Enter: 13 }
      const event = { key, code: key, windowsVirtualKeyCode: codes[key], ...(key === 'Enter' && { text: '\r' }) }
      await command('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
      await command('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    },
    until: (expression) =>
      page.evaluate(`new Promise((done) => {
        const look = () => (${expression}) ? done() : setTimeout(look, 20)
        look()
      })`),
  }
  await docs.until('!document.querySelector("main").hasAttribute("aria-busy")')
  return docs
}

/** Signs in as a person without a mouse does. */
async function signIn({ page, type, press }: DocsPage, email: string, password: string): Promise<void> {
  await page.evaluate('document.querySelector(".session > summary").focus()')
  await press('Enter')
  await press('Tab')
  await type(email)
  await press('Tab')
  await type(password)
  await press('Enter')
}

chromiumTest('a browser shows every operation and breaks no rule', async (t) => {
  const api = await startTestApi(t)
  const { page } = await openDocs(api)
  const shown = await page.evaluate<string[]>('[...document.querySelectorAll(".operation")].map(({ id }) => id)')
  t.deepEqual(
    shown.sort(),
    allRoutes(t)
      .map(({ operation }) => operation)
      .sort(),
  )
  const events = await page.evaluate<string[]>('[...document.querySelectorAll(".event")].map(({ id }) => id)')
  t.deepEqual(
    events,
    EventType.options.map((type) => `event-${type}`),
  )
  await page.evaluate('document.querySelectorAll("details").forEach((part) => { part.open = true })')
  await page.evaluate('new Promise((done) => setTimeout(done, 300))')
  t.is(await page.evaluate('document.querySelectorAll(".operation-body form").length'), shown.length)
  t.true((await page.evaluate<string>('document.querySelector(".event").innerText')).includes('X-Service-Signature'))
  t.deepEqual(await page.evaluate('mistakes'), [])
  const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)')
  for (const url of loaded) t.is(new URL(url).origin, new URL(api.server.url).origin, url)
})

chromiumTest('with the keyboard alone one signs in and sends a request from the page', async (t) => {
  const api = await startTestApi(t)
  const docs = await openDocs(api, '#createPolicy')
  const { page, press, until } = docs
  await signIn(docs, ADMIN_EMAIL, ADMIN_PASSWORD)
  await until('!document.querySelector("p.session").hidden')
  t.is(await page.evaluate('document.querySelector("#who").textContent'), `${ADMIN_EMAIL} (admin)`)

  await page.evaluate('document.querySelector("#createPolicy .send").focus()')
  await press('Enter')
  await until('document.querySelector("#createPolicy .result .status") !== null')
  t.regex(await page.evaluate('document.querySelector("#createPolicy .result").innerText'), /^201 Created in \d+ ms/)
  const { json } = await api.request<{ policies: { name: string }[] }>('GET', '/policies', { token: api.admin })
  t.deepEqual(
    json.policies.map(({ name }) => name),
    ['No card numbers'],
  )

  // The token is in no place that outlives the page, and not in what is there to be copied.
  const kept = await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')
  t.deepEqual(kept, ['', 0, 0])
  t.regex(await page.evaluate('document.querySelector("#createPolicy .result").textContent'), /Bearer \$TOKEN/)
  t.false(await page.evaluate('document.documentElement.outerHTML.includes("eyJ")'))
  t.deepEqual(await page.evaluate('mistakes'), [])
})

chromiumTest('without a token the answer says what is missing, and a wrong password is not hidden', async (t) => {
  const api = await startTestApi(t)
  const docs = await openDocs(api, '#getMe')
  const { page, until } = docs
  await page.evaluate('document.querySelector("#getMe form").requestSubmit()')
  await until('document.querySelector("#getMe .result .status") !== null')
  t.regex(await page.evaluate('document.querySelector("#getMe .result").innerText'), /^401 Unauthorized/)
  await signIn(docs, ADMIN_EMAIL, 'Wrong-Password-1')
  await until('document.querySelector(".panel .status").textContent.startsWith("Wrong")')
  t.true(await page.evaluate('document.querySelector("p.session").hidden'))
})

chromiumTest('parameters go where they belong', async (t) => {
  const api = await startTestApi(t)
  const docs = await openDocs(api, '#getPolicy')
  const { page, until } = docs
  await signIn(docs, ADMIN_EMAIL, ADMIN_PASSWORD)
  await until('!document.querySelector("p.session").hidden')
  await page.evaluate(`
    document.querySelector('#getPolicy [name=id]').value = 'a/b c'
    document.querySelector('#getPolicy [name=If-None-Match]').value = '"1"'
    document.querySelector('#getPolicy form').requestSubmit()
  `)
  await until('document.querySelector("#getPolicy .result .status") !== null')
  t.regex(await page.evaluate('document.querySelector("#getPolicy .result").innerText'), /^404 .*Policy not found/s)
  t.regex(
    await page.evaluate('document.querySelector("#getPolicy .result").textContent'),
    /curl -X GET '.*\/policies\/a%2Fb%20c'.*-H 'If-None-Match: "1"'/s,
  )
})

chromiumTest('the list of operations narrows to what is looked for', async (t) => {
  const api = await startTestApi(t)
  const { page } = await openDocs(api)
  const find = async (text: string) => {
    await page.evaluate(`
      document.querySelector('#filter').value = ${JSON.stringify(text)}
      document.querySelector('#filter').dispatchEvent(new Event('input'))
    `)
    return page.evaluate<string[]>(
      '[...document.querySelectorAll("#index a")].filter((link) => link.offsetParent !== null).map(({ hash }) => hash)',
    )
  }
  t.deepEqual(await find('audit verify'), ['#verifyAuditLog'])
  t.deepEqual(await find('no such thing'), [])
  t.false(await page.evaluate('document.querySelector("#nothing").hidden'))
  t.true((await find('')).length > 40)
})
