import type { ExecutionContext } from 'ava'
import { startTestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { consoleTest, type Page } from './browser.ts'
import { allPaths, WIDER } from './pages.ts'
import { seed } from './seed.ts'
import { emptyStageOf, VIEWER } from './stage.ts'
import { barriers, openVisit, signIn, untilTrue } from './visits.ts'

const theStage = emptyStageOf(fileScope())

type State = 'as it is' | 'loading' | 'error' | 'offline' | 'gone'

/** As something before the API may answer, in no shape of ours. */
const REFUSED = { error: { message: 'Something failed.' }, details: 'none' }
/** Of lists and records; the session and what the shell asks for are answered as always. */
const DATA = /\/api\/v1\/(?!auth\/(?!methods)|users\/me|alerts\?status=open)/

/** Lets the API answer a page's questions in one way or another. */
async function inStates(page: Page): Promise<(next: State) => void> {
  let state: State = 'as it is'
  await page.route(DATA, (route) => {
    const json = (status: number) =>
      route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(REFUSED) })
    if (state === 'error') return json(500)
    if (state === 'gone') return json(404)
    if (state === 'offline') return route.abort()
    // One that is loading is never answered.
    return state === 'loading' ? undefined : route.continue()
  })
  return (next) => {
    state = next
  }
}

const notes = () => {
  const found: string[] = []
  const note = (name: string, all: readonly string[]) => found.push(...all.map((one) => `${name}: ${one}`))
  return { found, note }
}

/** In both themes, of which only the colours differ, and in a narrow window. */
async function barriersOf(page: Page, note: (name: string, all: readonly string[]) => void, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const options = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }
    note(`${name}, ${colorScheme}`, await barriers(page, options))
  }
  await page.setViewportSize({ width: 320, height: 700 })
  note(`${name}, 320 px`, await page.evaluate<string[]>(WIDER))
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const locale of ['en', 'fr-FR'])
  consoleTest(
    `while it loads, when it fails, when nothing answers, and where nothing is any more, a page is open to everyone (${locale})`,
    async (t: ExecutionContext) => {
      const visit = await openVisit(t, await theStage(), locale)
      const { page, go, turn } = visit
      await signIn(visit)
      const become = await inStates(page)
      const { found, note } = notes()
      const seen: Record<string, string> = {}
      for (const [state, sign] of [
        ['loading', '[aria-busy=true]'],
        ['error', '[role=alert]'],
        ['offline', '[role=alert]'],
        ['gone', '[role=alert]'],
      ] as const) {
        // Each from a page that asks for nothing else, so that what is shown is asked for in that state.
        become('as it is')
        await go('/find')
        become(state)
        await page.evaluate(`history.pushState({}, '', '/policies/00000000-0000-4000-8000-000000000000')`)
        await untilTrue(page, `document.querySelector('main ${sign}') !== null`)
        await barriersOf(page, note, state)
        seen[state] = await page.evaluate<string>('document.querySelector("main").innerText')
      }
      become('as it is')
      await turn('/find')
      t.deepEqual(found, [])
      const said = {
        en: { error: /Try again/, offline: /cannot be reached/, gone: /deleted/ },
        fr: { error: /Réessayer/, offline: /injoignable/, gone: /supprimée?/ },
      }[locale === 'en' ? 'en' : 'fr']
      for (const [state, text] of Object.entries(said)) t.regex(seen[state] ?? '', text, state)
    },
  )

consoleTest('pages on which nothing is yet say what to do, and are open to everyone', async (t) => {
  const stage = await theStage()
  const visit = await openVisit(t, stage)
  const { page, turn, problems } = visit
  await signIn(visit)
  const { found, note } = notes()
  const said = new Map<string, string>()
  for (const path of [
    ...[
      '/',
      '/interactions',
      '/alerts',
      '/policies',
      '/exceptions',
      '/detectors',
      '/services',
      '/webhooks',
      '/proxies',
    ],
    '/interactions?platform_id=nothing-of-it',
  ]) {
    await turn(path)
    await barriersOf(page, note, path)
    said.set(path, await page.evaluate<string>('document.querySelector("main").innerText'))
  }
  t.deepEqual(found, [])
  t.deepEqual(problems, [])
  // What is said of none is a sentence of its own.
  t.regex(said.get('/exceptions') ?? '', /Policies hold without exception\./)
  t.regex(said.get('/services') ?? '', /No service has been seen yet\./)
})

consoleTest('a page that a role may not open says so, and is open to everyone', async (t) => {
  const visit = await openVisit(t, await theStage(), 'fr-FR')
  const { page, turn, problems } = visit
  await signIn(visit, VIEWER.email, VIEWER.password)
  const { found, note } = notes()
  await turn('/users')
  await page.getByText('Votre rôle').first().waitFor()
  await barriersOf(page, note, 'forbidden')
  t.deepEqual(found, [])
  t.deepEqual(problems, [])
})

/** Keeps the sockets, so that a test can close them as a server does that stops. */
const SOCKETS = `
  globalThis.sockets = []
  globalThis.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all)
      sockets.push(this)
    }
  }
`

consoleTest('what could not be loaded is there by itself as soon as the API is back', async (t) => {
  const visit = await openVisit(t, await theStage())
  const { page, context, requests } = visit
  await context.addInitScript({ content: SOCKETS })
  await signIn(visit, undefined, undefined, '/find')
  await untilTrue(page, `document.querySelector('.live').textContent === 'Live'`)
  const become = await inStates(page)
  become('offline')
  await page.evaluate(`history.pushState({}, '', '/detectors')`)
  await page.getByRole('heading', { name: 'Weir does not answer' }).waitFor()
  become('as it is')
  const before = requests.length
  await page.evaluate('sockets.at(-1).close()')
  await page.getByText('No detector of your own').first().waitFor()
  t.true(requests.length > before)
  t.is(await page.locator('[role=alert]').count(), 0)
})

/** Pairs of which one says something that the other does not, by more than its colour. */
const LOOKS_ALIKE = `(() => {
  const look = (one, pseudo) => {
    const { backgroundColor, backgroundImage, borderBottomColor, borderBottomStyle, outlineStyle, translate } = getComputedStyle(one, pseudo)
    return [backgroundColor, backgroundImage, borderBottomStyle === 'none' ? '' : borderBottomColor, outlineStyle, translate].join()
  }
  const found = []
  for (const [marked, plain] of [
    ['.tabs [aria-current]', '.tabs a:not([aria-current])'],
    ['.side li a[aria-current=page]', '.side li a:not([aria-current])'],
    ['.button[aria-pressed=true]', '.button[aria-pressed=false]'],
    ['.button[aria-current=true]', '.button:not([aria-current], .primary, .quiet, .danger)'],
    ['.risk i.on', '.risk i:not(.on)'],
    ['.bars .fill-block', '.bars .fill-rest'],
    ['.bars .fill-block', '.bars .bar'],
    ['.bars .fill-rest', '.bars .bar'],
    ['.switch[aria-checked=true] .track', '.switch[aria-checked=false] .track'],
    ['.strip span', '.strip'],
    ['.live.on', 'main'],
  ]) {
    const one = document.querySelector(marked)
    const other = document.querySelector(plain)
    const pseudo = marked === '.live.on' ? '::before' : undefined
    if (one !== null && other !== null && look(one, pseudo) === look(other)) found.push(marked + ' looks like ' + plain)
  }
  for (const one of document.querySelectorAll('.badge, .card, .chip, .banner, button:not(.quiet, .link-button, .tabs button, th button, .chip button, .toast button, .switch), input:not([type=checkbox], [type=radio]), select, textarea'))
    if (one.getClientRects().length > 0 && getComputedStyle(one).borderBottomStyle === 'none') found.push('no border: ' + one.outerHTML.slice(0, 100))
  return found
})()`

consoleTest('with colours of the system, what colours and backgrounds said is said by borders', async (t) => {
  const { browser } = await theStage()
  const api = await startTestApi(t)
  await seed(api)
  const stage = { api, browser, origin: new URL(api.server.url).origin }
  const visit = await openVisit(t, stage)
  const { page, turn, problems } = visit
  await signIn(visit)
  await page.emulateMedia({ forcedColors: 'active' })
  const { found, note } = notes()
  for (const [name, path] of await allPaths(stage)) {
    if (name === 'nothing') continue
    await turn(path)
    note(name, await page.evaluate<string[]>(LOOKS_ALIKE))
  }
  t.deepEqual(found, [])
  t.deepEqual(problems, [])
})

consoleTest('what cannot be read in place of who this is leaves no empty page, and is asked again', async (t) => {
  const { page, go } = await openVisit(t, await theStage(), 'en')
  let isCut = true
  await page.route(/\/auth\/session\/refresh$/, (route) =>
    isCut ? route.fulfill({ status: 200, contentType: 'application/json', body: '{"token":"a' }) : route.continue(),
  )
  await go('/')
  await page.getByRole('alert').waitFor()
  isCut = false
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  t.pass()
})

/** Lets nothing answer any more, or only what a pattern leaves out; requests that are on their way end as they do. */
async function cutOff(page: Page, url: RegExp): Promise<{ isCut: boolean }> {
  const line = { isCut: true }
  await page.route(url, (route) => (line.isCut ? route.abort() : route.continue()))
  return line
}

const AWAY = { name: 'Weir does not answer' }

consoleTest(
  'whoever opens the console while the API is away reads so, and is where they wanted to be once it answers',
  async (t) => {
    const { page, go } = await openVisit(t, await theStage())
    const line = await cutOff(page, /\/api\/v1\//)
    await go('/policies')
    await page.getByRole('heading', { ...AWAY, level: 1 }).waitFor()
    t.deepEqual(await barriers(page), [])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/^Asked at .*without an answer/).waitFor()
    line.isCut = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    t.regex(page.url(), /\/policies$/)
  },
)

consoleTest(
  'a page whose code cannot be loaded says that the API is away, and opens by itself once it answers',
  async (t) => {
    const visit = await openVisit(t, await theStage())
    const { page } = visit
    await signIn(visit)
    const line = await cutOff(page, /./)
    await page.evaluate('globalThis.isSame = true')
    // Browsers load ahead what somebody points at: nothing may become of it.
    await page.evaluate(
      `document.querySelector('nav a[href="/settings"]').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))`,
    )
    await page.getByRole('link', { name: 'Services' }).click()
    await page.getByRole('heading', { ...AWAY, level: 1 }).waitFor()
    t.true(await page.evaluate<boolean>('globalThis.isSame'))
    await barriersOf(page, (_name, all) => t.deepEqual(all, []), 'away')
    t.is(await page.getByRole('navigation').count(), 1)
    await page.getByRole('button', { name: /Ctrl K/ }).click()
    await page.getByText('Weir did not answer.').waitFor()
    line.isCut = false
    await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor()
    t.regex(page.url(), /\/services$/)
  },
)

consoleTest('where not even the words can be loaded, the console says so, and is loaded again', async (t) => {
  const { page } = await openVisit(t, await theStage())
  const line = await cutOff(page, /\/assets\/en-[^/]*\.js$/)
  await page.goto((await theStage()).origin)
  await page.getByRole('heading', { ...AWAY, level: 1 }).waitFor()
  line.isCut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  t.pass()
})

consoleTest('what stands before an API that is away, and answers for it, is not taken for the API', async (t) => {
  const visit = await openVisit(t, await theStage())
  const { page } = visit
  await signIn(visit, undefined, undefined, '/find')
  let isCut = true
  await page.route(/\/api\/v1\//, (route) =>
    isCut
      ? route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' })
      : route.continue(),
  )
  await page.evaluate(`history.pushState({}, '', '/users')`)
  await page.getByRole('heading', AWAY).waitFor()
  t.is(await page.locator('[role=alert]').count(), 1)
  isCut = false
  await page.locator('main table').waitFor()
  t.is(await page.locator('[role=alert]').count(), 0)
})

consoleTest('a question whose action nothing answered stays open, says so, and can be agreed to again', async (t) => {
  const stage = await theStage()
  const rules = { action: 'log', conditions: [] }
  await stage.api.request('POST', '/policies', {
    token: stage.api.admin,
    json: { name: 'Asked twice', enabled: false, rules },
  })
  const visit = await openVisit(t, stage)
  const { page } = visit
  await signIn(visit, undefined, undefined, '/policies')
  const line = await cutOff(page, /\/toggle$/)
  await page.getByRole('switch', { name: /Asked twice/ }).click()
  const agree = page.locator('dialog[open] button[type=submit]')
  await agree.click()
  await page.locator('dialog[open] [role=alert]').waitFor()
  t.regex((await page.locator('dialog[open] [role=alert]').textContent()) ?? '', /Weir did not answer/)
  line.isCut = false
  await agree.click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page
    .getByText(/Asked twice.*in force/)
    .first()
    .waitFor()
})
