import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import test from 'ava'
import { testWith } from '../support/optional.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'

/** A test in a real browser. */
export const chromiumTest = testWith(test, 'chromium', 'certutil')

/** An element of the page, in the shadow roots too. */
export interface PageNode {
  readonly nodeId: number
  readonly nodeName: string
  readonly nodeValue: string
  readonly attributes?: readonly string[]
  readonly shadowRootType?: string
  readonly children?: readonly PageNode[]
  readonly shadowRoots?: readonly PageNode[]
}

interface ChromiumEvent {
  readonly sessionId?: string
  readonly method: string
  readonly params: {
    readonly type?: string
    readonly args?: readonly { readonly value?: unknown; readonly description?: string }[]
    readonly entry?: { readonly level: string; readonly text: string; readonly url?: string }
    readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } }
  }
}

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A headless Chromium that goes through a proxy and trusts one CA, driven over the DevTools protocol on a pipe. */
export class Chromium {
  readonly #process: ChildProcess
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #listeners = new Map<string, (event: ChromiumEvent) => void>()
  #nextId = 1
  #buffered = ''

  constructor(process: ChildProcess) {
    this.#process = process
    const answers = process.stdio[4] as Readable
    answers.setEncoding('utf8').on('data', (chunk: string) => this.#receive(chunk))
    process.once('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('Chromium ended'))
    })
  }

  static async launch(
    scope: Scope,
    options: { readonly proxyUrl: string; readonly caFile?: string },
  ): Promise<Chromium> {
    const home = temporaryFolder(scope)
    if (options.caFile !== undefined) trust(home, options.caFile)
    const child = spawn(
      'chromium',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--window-size=900,1200',
        `--user-data-dir=${join(home, 'profile')}`,
        `--proxy-server=${options.proxyUrl}`,
        '--remote-debugging-pipe',
        'about:blank',
      ],
      { env: { PATH: process.env.PATH, HOME: home }, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    )
    const ended = once(child, 'close')
    scope.teardown(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return new Chromium(child)
  }

  async newPage(): Promise<Page> {
    const { targetId } = await this.command<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await this.command<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    const page = new Page((method, params) => this.command(method, params, sessionId))
    this.#listeners.set(sessionId, (event) => page.heard(event))
    return page
  }

  command<T>(method: string, params: object, sessionId?: string): Promise<T> {
    const id = this.#nextId++
    const answer = Promise.withResolvers<unknown>()
    this.#pending.set(id, answer)
    const commands = this.#process.stdio[3] as Writable
    commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return answer.promise as Promise<T>
  }

  #receive(chunk: string): void {
    const messages = `${this.#buffered}${chunk}`.split('\0')
    this.#buffered = messages.pop() ?? ''
    for (const message of messages) {
      const { id, result, error, ...event } = JSON.parse(message) as Answer & ChromiumEvent
      // Answers have a session too, and no method.
      if (event.method !== undefined) this.#listeners.get(event.sessionId ?? '')?.(event)
      const waiting = this.#pending.get(id)
      if (waiting === undefined) continue
      this.#pending.delete(id)
      if (error === undefined) waiting.resolve(result)
      else waiting.reject(new Error(error.message))
    }
  }
}

export class Page {
  /** What the page's console shows as wrong, once watch() was called. */
  readonly problems: string[] = []
  readonly #command: <T>(method: string, params: object) => Promise<T>

  constructor(command: <T>(method: string, params: object) => Promise<T>) {
    this.#command = command
  }

  /** Resolves when the page's HTML is there; rejects with Chromium's own error, such as net::ERR_CERT_AUTHORITY_INVALID. */
  async open(url: string): Promise<void> {
    const { errorText } = await this.#command<{ errorText?: string }>('Page.navigate', { url })
    if (errorText !== undefined) throw new Error(errorText)
    await this.evaluate(
      'new Promise((done) => document.readyState === "complete" ? done() : addEventListener("load", () => done()))',
    )
  }

  /** The value of an expression in the page, awaited; it has to be JSON. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#command<{
      result: { value: T }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value
  }

  /** Takes note of errors in the console, refusals by a content security policy among them. */
  async watch(): Promise<void> {
    for (const domain of ['Runtime', 'Log', 'DOM', 'Page']) await this.#command(`${domain}.enable`, {})
  }

  heard({ method, params: { type, args = [], entry, exceptionDetails } }: ChromiumEvent): void {
    const { text, exception } = exceptionDetails ?? {}
    if (method === 'Runtime.exceptionThrown') this.problems.push(exception?.description ?? text ?? '')
    if (method === 'Runtime.consoleAPICalled' && type === 'error')
      this.problems.push(args.map(({ value, description }) => value ?? description).join(' '))
    if (method === 'Log.entryAdded' && entry?.level === 'error') this.problems.push(`${entry.text} ${entry.url ?? ''}`)
  }

  /** Any command of the DevTools protocol. */
  command<T>(method: string, params: object = {}): Promise<T> {
    return this.#command(method, params)
  }

  /** The whole document, closed shadow roots included. */
  async tree(): Promise<PageNode> {
    const { root } = await this.#command<{ root: PageNode }>('DOM.getDocument', { depth: -1, pierce: true })
    return root
  }

  async press(key: string, code: number): Promise<void> {
    for (const type of ['keyDown', 'keyUp'])
      await this.#command('Input.dispatchKeyEvent', {
        ...{ type, key, code: key, windowsVirtualKeyCode: code },
        ...(key === 'Enter' && type === 'keyDown' && { text: '\r' }),
      })
  }

  async type(text: string): Promise<void> {
    await this.#command('Input.insertText', { text })
  }

  async focus(nodeId: number): Promise<void> {
    await this.#command('DOM.focus', { nodeId })
  }

  text(): Promise<string> {
    return this.evaluate('document.body.innerText')
  }

  /** A picture of the window, for people to look at. */
  async screenshot(format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
    const options = { format, ...(format === 'jpeg' && { quality: 80 }) }
    const { data } = await this.#command<{ data: string }>('Page.captureScreenshot', options)
    return Buffer.from(data, 'base64')
  }
}

/** Chromium on Linux takes its own authorities from an NSS database in the home folder. */
function trust(home: string, caFile: string): void {
  const folder = join(home, '.pki', 'nssdb')
  mkdirSync(folder, { recursive: true })
  for (const args of [
    ['-N', '--empty-password'],
    ['-A', '-t', 'C,,', '-n', 'weir', '-i', caFile],
  ]) {
    const { status, stderr } = spawnSync('certutil', ['-d', `sql:${folder}`, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`certutil: ${stderr}`)
  }
}
