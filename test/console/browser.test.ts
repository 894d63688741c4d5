import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestApi } from '../support/api.ts'
import { invitationToken } from '../support/api-users.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/wire.ts'
import { apiBesideProxy } from './beside-proxy.ts'
import { type Browser, consoleTest, launchBrowser, type Page } from './browser.ts'
import { allPaths, FOREIGN_ELEMENTS, WIDER } from './pages.ts'
import { HOSTILE, seed } from './seed.ts'
import { barriers, openVisit, settled, signIn, untilTrue } from './visits.ts'

const VIEWER = { email: 'jo@example.com', password: 'Quiet-Harbour-42' }
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

interface Stage {
  readonly api: TestApi
  readonly browser: Browser
  readonly origin: string
}

const scope = fileScope()
let opened: Promise<Stage> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const api = await apiBesideProxy(scope)
    await seed(api)
    const token = invitationToken(api, VIEWER.email)
    await api.request('POST', '/auth/accept-invitation', { json: { token, password: VIEWER.password } })
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}

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

consoleTest(
  '"my prompt was blocked": pasted text is hashed here and found, with the reason, and never sent',
  async (t) => {
    const { api } = await theStage()
    const text = 'please pay to FR76 3000 6000 0112 3456 7890 189'
    const token = await api.serviceToken(['record'])
    const policies = await api.request<{ policies: { id: string; name: string }[] }>('GET', '/policies', {
      token: api.admin,
    })
    const policy = policies.json.policies.find(({ name }) => name === 'No bank accounts')
    const { json } = await api.request<{ reference: string }>('POST', '/interactions', {
      token,
      json: {
        platform_id: 'chatgpt-web',
        content_hash: createHash('sha256').update(text).digest('hex'),
        source: 'proxy',
        classifications: [{ type: 'IBAN', value: 'FR76 **** 0189', score: 0.99, start: 14, end: 47 }],
        policy_decisions: [
          { policy_id: policy?.id, policy_name: policy?.name, action: 'block', matched_conditions: 1 },
        ],
        enforced_action: 'block',
        content_metadata: {
          context_findings: [{ type: 'IBAN', count: 1 }],
          justification: { reason: 'My own account', types: ['IBAN'], given_at: '2026-11-22T12:00:00.000Z' },
        },
      },
    })
    const visit = await open(t)
    const { page, go, requests } = visit
    await signIn(visit, ADMIN_EMAIL, ADMIN_PASSWORD, '/find')
    await page.getByLabel(/A reference/).fill(`${text}\n`)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('heading', { name: 'Found once' }).waitFor()
    await page.getByText('Found without white space around it.').waitFor()
    for (const request of requests)
      t.false(`${decodeURIComponent(request.url())} ${request.postData() ?? ''}`.includes('FR76'), request.url())
    t.false(page.url().includes('FR76'))

    // A colleague pastes the refusal: what became of it is said before anything is clicked.
    await page
      .getByLabel(/A reference/)
      .fill(`The policy does not allow it. Ask Jo and give the reference ${json.reference}.`)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.waitForURL(/find\?reference=[0-9a-f]{10}$/)
    await page.getByRole('heading', { name: 'Found once' }).waitFor()
    t.regex((await page.locator('main ul').textContent()) ?? '', /Blocked.*“No bank accounts”/)

    await go(`/find?reference=${json.reference}`)
    await page.locator('main ul a').first().click()
    await page.getByRole('heading', { name: 'Why', exact: true }).waitFor()
    const why = page.locator('section[aria-labelledby=why]')
    await page.getByText('2 found: 1 in this message, 1 earlier in the conversation').waitFor()
    t.regex((await why.textContent()) ?? '', /No bank accounts.*enforced.*contains an IBAN/)
    t.regex((await why.textContent()) ?? '', /Let through after this reason was given: My own account \(.*12:00:00/)
  },
)

consoleTest('a new policy: from a template, tried on the record, saved as a draft, enforced', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, go, problems } = visit
  await signIn(visit)
  await go('/policies/new?template=keys')
  await page.getByText('Block prompts that contain an API key.').waitFor()
  await page.getByLabel('Until the person gives a reason').check()
  await page.getByText('Block prompts that contain an API key, until a reason is given.').waitFor()
  await page.getByLabel('Name').fill('No keys outside')
  await page.getByRole('button', { name: 'Try on the record' }).click()
  await page.getByText(/of all \d+ prompts since .* would match/).waitFor()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.waitForURL(/\/policies\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Enforce' }).click()
  await untilTrue(
    page,
    `/contain an API key, until a reason is given/.test(document.querySelector('dialog p').textContent)`,
  )
  await page.locator('dialog button[type=submit]').click()
  await page.getByRole('button', { name: 'Make it a draft' }).waitFor()
  const { json } = await api.request<{ policies: { name: string; enabled: boolean }[] }>('GET', '/policies', {
    token: api.admin,
  })
  t.true(json.policies.some(({ name, enabled }) => name === 'No keys outside' && enabled))
  t.deepEqual(problems, [])
})

consoleTest('an alert is resolved and taken back, and a new one arrives by itself', async (t) => {
  const { api } = await theStage()
  const visit = await open(t)
  const { page, go } = visit
  await signIn(visit)
  await go('/alerts')
  const rows = async () => page.locator('tbody tr').count()
  const before = await rows()
  await page.locator('tbody input').first().check()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === ${before - 1}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === ${before}`)
  const token = await api.serviceToken(['record'])
  await api.request('POST', '/interactions', {
    token,
    json: { platform_id: 'perplexity-web', content_hash: 'b'.repeat(64), source: 'proxy' },
  })
  await untilTrue(page, `document.querySelectorAll('tbody tr').length === ${before + 1}`)
  t.pass()
})

consoleTest('a number on the dashboard leads to its list, whose filters are in the address', async (t) => {
  const visit = await open(t)
  const { page } = visit
  await signIn(visit, ADMIN_EMAIL, ADMIN_PASSWORD, '/?period=90d')
  const figure = page.locator('a.figure').first()
  const shown = Number(/(\d+)$/.exec((await figure.textContent()) ?? '')?.[1])
  await figure.click()
  await page.waitForURL(/\/interactions\?period=90d$/)
  // The address changes before the page does.
  await page.getByRole('heading', { name: 'Interactions', level: 1 }).waitFor()
  await settled(page)
  t.is(Number(/^(\d+)/.exec((await page.locator('.page-head .lead').textContent()) ?? '')?.[1]), shown)
  await page.getByLabel('Add filter').selectOption('enforced_action')
  await page.getByLabel('Action', { exact: true }).selectOption('block')
  await page.waitForURL(/period=90d&enforced_action=block|enforced_action=block&period=90d/)
  await settled(page)
  await untilTrue(page, `[...document.querySelectorAll('tbody .badge')].every((one) => one.textContent === 'Blocked')`)
})

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
  t.deepEqual(api.toSorted(), [...new Set(api)].toSorted())
  for (const path of ['/dashboard/stats?period=7d&include=details', '/inventory?limit=500', '/proxies?limit=500'])
    t.true(api.includes(`/api/v1${path}`), path)
  // The page names the file that shows it, so that it is not found late, by the script that needs it.
  const html = await page.evaluate<string>("fetch('/').then((answer) => answer.text())")
  t.regex(html, /<link rel="modulepreload"[^>]* href="\/assets\/first-/)
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
