import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { apiBesideProxy } from './beside-proxy.ts'
import { type Browser, consoleTest, launchBrowser, type Page } from './browser.ts'
import { allPaths, WIDER } from './pages.ts'
import { HOSTILE, seed } from './seed.ts'
import { openVisit, signIn } from './visits.ts'

const DIST = join(import.meta.dirname, '../../console/dist')
const [OPEN, CLOSE] = ['⟦', '⟧']

/** Names in their own language, and names that are data and stand as the title of a page. */
const NAMES = ['English', 'Français', 'No bank accounts', 'Badge numbers', 'ChatGPT', HOSTILE.markup.slice(0, 60)]

const scope = fileScope()
let opened: Promise<{ readonly api: TestApi; readonly browser: Browser; readonly origin: string }> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const api = await apiBesideProxy(scope)
    await seed(api)
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}

/** Every letter gets an accent, so that a plain one was not translated; what is longer by two fifths is as long as any language. */
function pseudo(text: string): string {
  const accented = text.replaceAll(/[a-z]/gi, (letter) => `${letter}\u0301`.normalize('NFC').replace(/^[a-z]$/i, 'ø'))
  return accented + ' ŵ̈'.repeat(Math.ceil((text.length * 0.4) / 2))
}

type Compiled = string | readonly unknown[]

/** Texts within an argument of a message, such as those of a plural, are accented and no longer. */
function pseudoMessage(message: Compiled): Compiled {
  if (typeof message === 'string') return `${OPEN}${pseudo(message)}${CLOSE}`
  return [OPEN, ...message.map((token) => (typeof token === 'string' ? pseudo(token) : token)), CLOSE]
}

async function pseudoCatalogue(): Promise<string> {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
  const compiled = (await import(join(DIST, manifest['messages/en.json']?.file ?? ''))) as {
    default: Record<string, Compiled>
  }
  const all = Object.entries(compiled.default).map(([id, message]) => [id, pseudoMessage(message)] as const)
  return `export default ${JSON.stringify(Object.fromEntries(all))}`
}

/** Text with letters that no message and no data has. */
const UNTRANSLATED = `(() => {
  const found = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const DATA = 'bdi, code, time, kbd, svg, script, style, pre, option, noscript, figure table, .brand'
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode
    if (!/[a-z]{2}/i.test(data) || data.includes('${OPEN}') || parentElement.closest(DATA) !== null) continue
    // A message with data in the middle is several texts: one before has its beginning.
    const whole = parentElement.closest('p, li, td, th, h1, h2, h3, label, button, a, dd, dt, summary')?.textContent ?? ''
    if (whole.includes('${OPEN}') && whole.includes('${CLOSE}')) continue
    found.push(data.trim().slice(0, 60))
  }
  for (const name of ['aria-label', 'placeholder', 'title'])
    for (const one of document.querySelectorAll('[' + name + ']')) {
      const text = one.getAttribute(name)
      if (/[a-z]{2}/i.test(text) && text !== 'https://' && !text.includes('${OPEN}') && one.closest('time, svg, figure') === null) found.push(name + '=' + text.slice(0, 60))
    }
  return [...new Set(found)].filter((one) => !${JSON.stringify(NAMES)}.includes(one))
})()`

/** Words that are cut off where they stand. */
const CLIPPED = `[...document.querySelectorAll('button, a, .badge, .tag, h1, h2, h3, th, label, summary, legend, p')]
  .filter((one) => one.closest('.visually-hidden') === null)
  .filter((one) => {
    const { overflowX, textOverflow } = getComputedStyle(one)
    return one.clientWidth > 0 && (overflowX !== 'visible' || textOverflow === 'ellipsis') && one.scrollWidth > one.clientWidth + 1
  })
  .map((one) => one.outerHTML.slice(0, 120))`

/** What a language that is written from the right finds on the wrong side: what goes beyond the left edge, and what is aligned to a side by name. */
const UNMIRRORED = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['too wide'] : []),
  ...[...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().left < -1 && one.closest('.table-box, nav, .visually-hidden, .skip, details:not([open])') === null)
    .map((one) => 'beyond the edge: ' + one.outerHTML.slice(0, 120)).slice(-3),
  ...[...document.querySelectorAll('main *')]
    .filter((one) => getComputedStyle(one).textAlign === 'left' || getComputedStyle(one).float === 'left')
    .map((one) => 'to the left: ' + one.outerHTML.slice(0, 120)).slice(-3),
]`

/** Letters that are too small to be read, in a chart that was made smaller. */
const SMALL = `[...document.querySelectorAll('svg text')]
  .filter((one) => one.getBoundingClientRect().height < 9)
  .map((one) => 'small: ' + one.textContent).slice(0, 3)`

const notes = () => {
  const found: string[] = []
  const note = (name: string, all: readonly string[]) => found.push(...all.map((one) => `${name}: ${one}`))
  return { found, note }
}

async function sized(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // What is drawn to the width is drawn again.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
}

consoleTest(
  'every visible text comes from the messages, and longer ones fit at 200 % and in narrow windows, mirrored too, charts included',
  async (t: ExecutionContext) => {
    const stage = await theStage()
    const visit = await openVisit(t, stage)
    const { page, go, turn } = visit
    const body = await pseudoCatalogue()
    await page.route(/\/assets\/en-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    const { found, note } = notes()
    await go('/')
    note('sign-in', await page.evaluate<string[]>(UNTRANSLATED))
    await signIn(visit)
    t.true((await page.evaluate<string>('document.querySelector("h1").textContent')).startsWith(OPEN))
    // A window of 1280 px at 200 % has 640. Each page is opened in the width in which the one before was left.
    let widths = [640, 320]
    for (const [name, path] of await allPaths(stage)) {
      await turn(path)
      note(name, await page.evaluate<string[]>(UNTRANSLATED))
      for (const width of widths) {
        await sized(page, width)
        note(`${name} at ${width} px`, await page.evaluate<string[]>(`[...${WIDER}, ...${CLIPPED}, ...${SMALL}]`))
        await page.evaluate(`document.documentElement.dir = 'rtl'`)
        note(`${name} mirrored at ${width} px`, await page.evaluate<string[]>(`[...${UNMIRRORED}, ...${CLIPPED}]`))
        await page.evaluate(`document.documentElement.dir = 'ltr'`)
      }
      widths = widths.toReversed()
    }
    // With room for both the navigation stands on the other side.
    await sized(page, 1280)
    const sides = `['nav', 'main'].map((one) => document.querySelector(one).getBoundingClientRect().left)`
    const [nav = 0, main = 0] = await page.evaluate<number[]>(sides)
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    const [mirroredNav = 0, mirroredMain = 0] = await page.evaluate<number[]>(sides)
    t.true(nav < main && mirroredNav > mirroredMain)
    t.deepEqual(found, [])
  },
)
