import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/wire.ts'
import { consoleTest, type Page } from './browser.ts'
import { allPaths, FOREIGN_ELEMENTS, WIDER } from './pages.ts'
import { HOSTILE } from './seed.ts'
import { stageOf, VIEWER } from './stage.ts'
import { barriers, openVisit, settled, signIn, untilTrue } from './visits.ts'

const IMAGES = join(import.meta.dirname, '../../docs/images/console')
/** Set it to take the pictures of docs/images/console anew, then look at them. */
const TAKE_PICTURES = process.env.WEIR_TEST_PICTURES === '1'

/** What differs in a narrow window: tables that scroll, and what stands closer together. */
const NARROW = { runOnly: ['scrollable-region-focusable', 'target-size'] }

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly isDynamicEntry?: boolean
}

const theStage = stageOf(fileScope())

const open = async (t: ExecutionContext, locale?: string, colorScheme?: 'light' | 'dark') =>
  openVisit(t, await theStage(), locale, colorScheme)

consoleTest(
  'a wrong password is said, the right one leads to the page that was asked for, and a reload stays there',
  async (t) => {
    const visit = await open(t)
    const { page, go, problems } = visit
    await go('/alerts?severity=medium')
    t.deepEqual(await barriers(page), [])
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    t.is(await page.getByRole('alert').textContent(), 'Wrong e-mail or password.')
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    t.regex(page.url(), /\/alerts\?severity=medium$/)
    await page.reload()
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    // The count comes with an answer of its own, which may be behind the page.
    const isCounted = async () => /^\(\d+\) Alerts · Weir$/.test(await page.title())
    await until(isCounted, () => 'the title does not count the open alerts')
    t.true(await isCounted())
    const kept = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    )
    t.false(kept.includes('eyJ'))
    t.deepEqual(problems, [])

    const second = await visit.context.newPage()
    await second.goto(page.url())
    await second.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    await page.locator('.menu > summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('input[type=email]').waitFor()
    await second.locator('input[type=email]').waitFor()
  },
)

// Two halves, so that none takes a crowded machine too long.
for (const half of [0, 1]) {
  const title =
    'every page is open to everyone, in both themes, runs nothing from data, asks nobody else and fits a narrow window'
  consoleTest(`${title} (${half + 1} of 2)`, async (t) => {
    const stage = await theStage()
    const visit = await open(t)
    const { page, turn, problems } = visit
    await signIn(visit)
    const found: string[] = []
    const note = (name: string, all: readonly string[]) => found.push(...all.map((one) => `${name}: ${one}`))
    for (const [index, [name, path]] of (await allPaths(stage)).entries()) {
      if (index % 2 !== half) continue
      await turn(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        // Only colours differ between the themes.
        const options = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }
        note(`${name}, ${colorScheme}`, await barriers(page, options))
        if (TAKE_PICTURES && name !== 'nothing') await takePicture(page, `${name}-${colorScheme}`)
      }
      note(name, await page.evaluate<string[]>('mistakes'))
      note(name, await page.evaluate<string[]>(FOREIGN_ELEMENTS))
      await page.setViewportSize({ width: 320, height: 700 })
      note(`${name} at 320 px`, await page.evaluate<string[]>(WIDER))
      note(`${name} at 320 px`, await barriers(page, NARROW))
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    t.deepEqual(found, [])
    // The page of what is not there.
    t.deepEqual(
      problems.filter((problem) => !problem.includes('404')),
      [],
    )
  })
}

async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(IMAGES, { recursive: true })
  await page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: 55 })
}

consoleTest('what others chose is shown as it is', async (t) => {
  const visit = await open(t)
  const { page, go } = visit
  await signIn(visit)
  await go('/interactions')
  await page.getByText(HOSTILE.formula).first().waitFor()
  await page.locator('tbody a').first().click()
  await page.getByRole('heading', { name: /^Interaction / }).waitFor()
  await settled(page)
  const shown = await page.evaluate<string>('document.querySelector("main").innerText')
  for (const text of [HOSTILE.markup, HOSTILE.formula, HOSTILE.template]) t.true(shown.includes(text), text)
  t.true(shown.includes('invoiceU+202Efdp.exe'))
  await go('/policies')
  t.true(
    (await page.evaluate<string>('document.querySelector("main").innerText')).includes(HOSTILE.markup.slice(0, 50)),
  )
  // In the palette and in the title of the window as well.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a page' }).waitFor()
  await page.keyboard.type('onerror')
  await untilTrue(page, `document.querySelectorAll('[role=option]').length === 1`)
  t.true((await page.locator('[role=option]').first().textContent())?.startsWith(HOSTILE.markup.slice(0, 50)))
  t.is(await page.locator('dialog img, dialog script').count(), 0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/policies\/[0-9a-f-]{36}$/)
  await settled(page)
  await untilTrue(page, `document.title.includes('onerror=')`)
  t.deepEqual(await page.evaluate<string[]>('mistakes'), [])
  t.deepEqual(await page.evaluate<string[]>(FOREIGN_ELEMENTS), [])
})

consoleTest(
  'viewers see no control that the API would refuse, and are told so where an address leads there',
  async (t) => {
    const stage = await theStage()
    const visit = await open(t)
    const { page, go } = visit
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
    })
    await signIn(visit, VIEWER.email, VIEWER.password)
    t.deepEqual(
      (await page.locator('nav li a').allTextContents()).map((text) => text.replace(/\d.*/, '')),
      [...['Dashboard', 'Alerts', 'Interactions', 'Find', 'Policies', 'Services']],
    )
    for (const [name, path] of await allPaths(stage)) {
      await go(path)
      const controls = await page.evaluate<string[]>(
        '[...document.querySelectorAll("main button")].map((one) => one.textContent)',
      )
      const changing = controls.filter((text) =>
        /Resolve|Delete|Enforce|Save|Invite|Revoke|New|Make it|Move|↑|End it|Pass|Read|Erase/.test(text),
      )
      if (name !== 'me') t.deepEqual(changing, [], name)
      if (
        [
          'exceptions',
          'detectors',
          'playground',
          'proxies',
          'webhooks',
          'users',
          'user',
          'audit-log',
          'settings',
          'setup',
          'policy-new',
        ].includes(name)
      )
        t.regex((await page.locator('main').textContent()) ?? '', /Your role does not include this/, name)
    }
    t.deepEqual(refused, [])
  },
)

consoleTest('in French no text is missing on any page', async (t) => {
  const stage = await theStage()
  const visit = await open(t, 'fr-FR')
  const { page, go } = visit
  await signIn(visit)
  t.is(await page.evaluate('document.documentElement.lang'), 'fr')
  await page.getByRole('heading', { name: 'Tableau de bord' }).waitFor()
  // That no message is missing is held by messages.test.ts: these pages are made of most kinds of them.
  const looked = (await allPaths(stage)).filter(([name]) =>
    ['interaction', 'policy', 'alerts', 'services'].includes(name),
  )
  for (const [name, path] of looked) {
    await go(path)
    const text = await page.evaluate<string>('document.body.innerText')
    t.notRegex(
      text,
      /\b(?:nav|state|error|column|filter|policies|alerts|figure|chart|editor|field|users|webhooks)\.[a-z-]{3,}/,
      name,
    )
  }
})

consoleTest('the dashboard asks once for each thing it shows, as soon as it is known who is there', async (t) => {
  const visit = await open(t)
  const { page, go, requests } = visit
  await signIn(visit)
  const before = requests.length
  await go('/?period=7d')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const asked = requests.slice(before).map((request) => request.url().slice(new URL(page.url()).origin.length))
  const api = asked.filter((path) => path.startsWith('/api/') && !path.endsWith('/ws'))
  // What was asked for ahead with another query than the page's is two requests of one path.
  const paths = api.map((path) => path.split('?')[0])
  t.deepEqual(paths.toSorted(), [...new Set(paths)].toSorted())
  for (const path of ['/dashboard/stats?period=7d&include=details', '/inventory?limit=500', '/proxies?limit=500'])
    t.true(api.includes(`/api/v1${path}`), path)
  // The page names the file that shows it, so that it is not found late, by the script that needs it.
  const html = await page.evaluate<string>("fetch('/').then((answer) => answer.text())")
  t.regex(html, /<link rel="modulepreload"[^>]* href="\/assets\/first-/)
})

consoleTest('times are written as the reader’s region writes them', async (t) => {
  for (const [locale, written] of [
    ['en-GB', /^\d+ \w+, \d\d:\d\d:\d\d$/],
    ['en-US', /[AP]M$/],
  ] as const) {
    const visit = await open(t, locale)
    const { page, go } = visit
    await signIn(visit)
    await go('/interactions')
    const time = page.locator('tbody time').first()
    await time.waitFor()
    t.regex((await time.textContent()) ?? '', written, locale)
    t.is(await page.evaluate('document.documentElement.lang'), 'en')
  }
})

consoleTest('the first view is at most 150 kB with Brotli, and no lazy page more than 35', async (t) => {
  await theStage()
  const dist = join(import.meta.dirname, '../../console/dist')
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const sizeOf = (file: string) => statSync(join(dist, `${file}.br`)).size
  const filesOf = (entries: readonly string[]) => {
    const seen = new Set<string>()
    const files = new Set<string>()
    const visit = (key: string) => {
      const chunk = manifest[key]
      if (chunk === undefined || seen.has(key)) return
      seen.add(key)
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      for (const other of chunk.imports ?? []) visit(other)
    }
    for (const entry of entries) visit(entry)
    return files
  }
  // All that the page loads at once, with the longer ones of the messages: their languages are alternatives.
  const loaded = manifest['index.html']?.dynamicImports?.filter((key) => key !== 'messages/en.json') ?? []
  const first = filesOf(['index.html', ...loaded])
  t.true([...first].some((file) => /\/fr-/.test(file)) && [...first].some((file) => /\/first-/.test(file)))
  const total = [...first, 'index.html'].reduce((sum, file) => sum + sizeOf(file), 0)
  t.log(`first view: ${(total / 1000).toFixed(1)} kB`)
  t.true(total <= 150_000, `${total} bytes: ${[...first].map((file) => `${file} ${sizeOf(file)}`).join(', ')}`)
  for (const [key, { isDynamicEntry }] of Object.entries(manifest)) {
    if (isDynamicEntry !== true) continue
    const own = [...filesOf([key])].filter((file) => !first.has(file)).reduce((sum, file) => sum + sizeOf(file), 0)
    t.true(own <= 35_000, `${key}: ${own} bytes`)
  }
})
