import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/api.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/wire.ts'
import { axeSource, type Browser, type BrowserRequest, type Context, type Page } from './browser.ts'

/** Writes down, from the first moment on, what a page did and may not have done. */
const WATCH = `
  globalThis.mistakes = []
  globalThis.__pwned = () => mistakes.push('a script from data ran')
  addEventListener('securitypolicyviolation', (event) => mistakes.push(event.violatedDirective + ' ' + event.blockedURI))
`

export interface Visit {
  readonly page: Page
  readonly context: Context
  readonly requests: BrowserRequest[]
  /** What went wrong meanwhile: errors, refusals, requests to others. */
  readonly problems: string[]
  /** Opens a page and waits until it shows what it is about. */
  go(path: string): Promise<void>
  /** The same from within the console, as a link does, which loads nothing anew and is several times quicker. */
  turn(path: string): Promise<void>
}

/** Opens the console in a browser that knows nothing yet. */
export async function openVisit(
  t: Scope,
  { browser, origin }: { readonly browser: Browser; readonly origin: string },
  locale = 'en',
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Visit> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ locale, colorScheme, viewport, ignoreHTTPSErrors: true })
  t.teardown(() => context.close())
  await context.addInitScript({ content: WATCH })
  const page = await context.newPage()
  const problems: string[] = []
  const requests: BrowserRequest[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // A session that is not there yet is asked for, and a wrong password refused, with 401.
    if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text())
  })
  page.on('request', (request) => {
    requests.push(request)
    if (!request.url().startsWith(origin) && !request.url().startsWith('blob:'))
      problems.push(`a request to ${request.url()}`)
  })
  const go = async (path: string) => {
    await page.goto(`${origin}${path}`)
    await settled(page)
  }
  const turn = async (path: string) => {
    // Only what is on another page has another heading.
    const { pathname } = new URL(page.url())
    if (pathname === new URL(path, origin).pathname) return go(path)
    await page.evaluate(`for (const one of document.querySelectorAll('h1')) one.dataset.left = 'yes'`)
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
    await untilTrue(page, `document.querySelector('h1[data-left]') === null`)
    await settled(page)
    return undefined
  }
  return { page, context, requests, problems, go, turn }
}

/** Waits until the page has its title, and nothing on it is still being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await untilTrue(page, `document.querySelectorAll('[aria-busy=true]').length === 0`)
}

/** The policy of the page lets nobody evaluate text in it, so playwright's own way of waiting is closed. */
export function untilTrue(page: Page, expression: string): Promise<void> {
  return until(
    () => page.evaluate<boolean>(expression),
    () => `it is not so that ${expression}`,
  )
}

export async function signIn(
  { page, go }: Visit,
  email = ADMIN_EMAIL,
  password = ADMIN_PASSWORD,
  path = '/',
): Promise<void> {
  await go(path)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.getByRole('navigation').first().waitFor()
  await settled(page)
}

/** What keeps people out of the page as it is. */
export async function barriers(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource())
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`)
}
