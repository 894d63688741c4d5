import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'ava'
import { buildConsole } from '../../bin/launch/console.mjs'
import { testWith } from '../support/optional.ts'
import type { Scope } from '../support/scope.ts'
import { foldersWith } from '../support/tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const MANIFEST = join(ROOT, 'console/package.json')

const chromiumFolder = foldersWith('chromium')[0]

/** A test in a real browser, one after the other. */
export const consoleTest = testWith(test, 'chromium', 'console').serial

// What is used of playwright-core, whose packages are the console's own.
export interface Locator {
  getByRole(role: Role, options?: { readonly name?: string | RegExp; readonly exact?: boolean }): Locator
  click(): Promise<void>
  fill(text: string): Promise<void>
  check(): Promise<void>
  count(): Promise<number>
  first(): Locator
  textContent(): Promise<string | null>
  allTextContents(): Promise<string[]>
  inputValue(): Promise<string>
  waitFor(options?: { readonly state?: 'visible' | 'hidden' | 'attached' | 'detached' }): Promise<void>
  selectOption(value: string): Promise<unknown>
  isDisabled(): Promise<boolean>
}
type Role =
  | 'button'
  | 'link'
  | 'heading'
  | 'textbox'
  | 'switch'
  | 'combobox'
  | 'navigation'
  | 'checkbox'
  | 'alert'
  | 'radio'
export interface Page {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  url(): string
  title(): Promise<string>
  content(): Promise<string>
  close(): Promise<void>
  getByRole(
    role: Role,
    options?: { readonly name?: string | RegExp; readonly exact?: boolean; readonly level?: number },
  ): Locator
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): Locator
  getByText(text: string | RegExp): Locator
  locator(selector: string): Locator
  evaluate<T>(script: string): Promise<T>
  waitForURL(url: RegExp): Promise<void>
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>
  emulateMedia(media: {
    readonly colorScheme?: 'light' | 'dark'
    readonly forcedColors?: 'active' | 'none'
  }): Promise<void>
  screenshot(options: { readonly path: string; readonly type: 'jpeg'; readonly quality: number }): Promise<unknown>
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  route(
    url: RegExp,
    handler: (route: {
      fulfill(answer: object): Promise<void>
      abort(): Promise<void>
      continue(): Promise<void>
    }) => unknown,
  ): Promise<void>
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: Error) => void): void
  on(event: 'request', listener: (request: BrowserRequest) => void): void
  on(
    event: 'response',
    listener: (response: { status(): number; url(): string; request(): BrowserRequest }) => void,
  ): void
}
export interface BrowserRequest {
  url(): string
  method(): string
  postData(): string | null
}
export interface Context {
  newPage(): Promise<Page>
  addInitScript(script: { readonly content: string }): Promise<void>
  close(): Promise<void>
}
export interface Browser {
  newContext(options: {
    readonly locale?: string
    readonly colorScheme?: 'light' | 'dark'
    readonly viewport?: { readonly width: number; readonly height: number }
    /** The certificate of a product is its own CA's, which this browser was not told of. */
    readonly ignoreHTTPSErrors?: boolean
  }): Promise<Context>
  close(): Promise<void>
}

/** Of what a page is patient with on a crowded machine. */
const PATIENCE_MS = 30_000

/** One browser for a whole file, and the console built from the sources as they are. */
export async function launchBrowser(scope: Scope): Promise<Browser> {
  const node = { executable: process.execPath, version: process.versions.node, bin: '', headers: undefined, addons: '' }
  await buildConsole(ROOT, node)
  return openBrowser(scope)
}

/** A browser for pages of anything. */
export async function openBrowser(scope: Scope): Promise<Browser> {
  const { chromium } = createRequire(MANIFEST)('playwright-core') as {
    chromium: { launch(options: object): Promise<Browser> }
  }
  const browser = await chromium.launch({
    executablePath: join(chromiumFolder ?? '', 'chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    timeout: PATIENCE_MS,
  })
  scope.teardown(() => browser.close())
  return browser
}

/** The source of axe, which finds what keeps people with disabilities out. */
export function axeSource(): string {
  return (createRequire(MANIFEST)('axe-core') as { source: string }).source
}
