import { accessSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { BenchError } from '../errors.ts'

const CONSOLE = join(import.meta.dirname, '../../console')
const VIEWPORT = { width: 1280, height: 800 }
const OPENED_MS = 60_000

// What is used of playwright-core, whose packages are the console's own.
interface Page {
  goto(url: string): Promise<unknown>
  close(): Promise<void>
  evaluate<T>(script: string): Promise<T>
  locator(selector: string): {
    fill(text: string): Promise<void>
    click(): Promise<void>
    waitFor(): Promise<void>
  }
}
interface Session {
  send(method: string, parameters?: object): Promise<unknown>
}
interface Context {
  newPage(): Promise<Page>
  newCDPSession(page: Page): Promise<Session>
  addInitScript(script: { readonly content: string }): Promise<void>
  setDefaultTimeout(ms: number): void
}
interface Browser {
  newContext(options: object): Promise<Context>
  close(): Promise<void>
}

/**
 * Writes down when the page can be used: it has its heading and its figures, nothing of it is still being loaded, and the
 * frame that shows it was drawn, so that the thread is free.
 */
const WATCH = `
  const look = () => {
    const isThere = document.querySelector('main h1') !== null && document.querySelector('main figure, main .card') !== null
    if (!isThere || document.querySelector('[aria-busy=true]') !== null) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => { globalThis.usableAt = performance.now() }))
  }
  requestAnimationFrame(look)
`

/** A browser that is signed in to the console, as somebody is who opens it every morning. */
export class ConsoleBrowser {
  readonly #browser: Browser
  readonly #context: Context
  readonly #origin: string

  private constructor(browser: Browser, context: Context, origin: string) {
    this.#browser = browser
    this.#context = context
    this.#origin = origin
  }

  /** @throws BenchError where there is no browser, or the console is not built */
  static async signIn(origin: string, email: string, password: string): Promise<ConsoleBrowser> {
    if (!existsSync(join(CONSOLE, 'dist/index.html')))
      throw new BenchError('the console is not built: npm start builds it')
    if (!existsSync(join(CONSOLE, 'node_modules/playwright-core')))
      throw new BenchError('run npm ci --prefix console first')
    const { chromium } = createRequire(join(CONSOLE, 'package.json'))('playwright-core') as {
      chromium: { launch(options: object): Promise<Browser> }
    }
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
    const context = await browser.newContext({ locale: 'en', viewport: VIEWPORT, ignoreHTTPSErrors: true })
    context.setDefaultTimeout(OPENED_MS)
    await context.addInitScript({ content: WATCH })
    const page = await context.newPage()
    await page.goto(origin)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.locator('.menu > summary').waitFor()
    await page.close()
    return new ConsoleBrowser(browser, context, origin)
  }

  /**
   * Opens the dashboard in a new tab with nothing in the browser's cache.
   * @param slower how many times slower the processor is made
   * @returns milliseconds from the navigation until the page can be used
   */
  async open(slower: number): Promise<number> {
    const page = await this.#context.newPage()
    const session = await this.#context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(`${this.#origin}/`)
    const begun = Date.now()
    let usable: number | null = null
    while (usable === null) {
      if (Date.now() - begun > OPENED_MS) throw new BenchError('the dashboard did not come')
      usable = await page.evaluate<number | null>('globalThis.usableAt ?? null')
    }
    await page.close()
    return usable
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

function chromiumPath(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'chromium')
    try {
      accessSync(path)
      return path
    } catch {
      // It is in another folder, or there is none.
    }
  }
  throw new BenchError('there is no chromium in the PATH: apt-get install chromium')
}
