import { createHash } from 'node:crypto'
import { startTestApi, type TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { type Browser, consoleTest, launchBrowser, type Page } from './browser.ts'
import { FOREIGN_ELEMENTS } from './pages.ts'
import { HOSTILE, seed } from './seed.ts'
import { openVisit, settled, signIn, untilTrue } from './visits.ts'

const MARKUP = HOSTILE.markup
/** As a spreadsheet of any language reads the beginning of a formula. */
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1＋1', ` ${HOSTILE.formula}`]

const scope = fileScope()
let opened: Promise<{ readonly api: TestApi; readonly browser: Browser; readonly origin: string }> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const api = await startTestApi(scope)
    await seed(api)
    return { api, browser, origin: new URL(api.server.url).origin }
  })()
  return opened
}

/** Writes down what the page hands over to the browser's downloads. */
const KEEP_FILES = `{
  const make = URL.createObjectURL
  globalThis.saved = []
  URL.createObjectURL = (blob) => {
    blob.text().then((text) => saved.push(text))
    return make.call(URL, blob)
  }
}`

async function savedBy(page: Page, button: RegExp): Promise<string> {
  await page.evaluate(KEEP_FILES)
  await page.getByRole('button', { name: button }).click()
  await untilTrue(page, 'saved.length === 1')
  return page.evaluate<string>('saved[0]')
}

/** As RFC 4180 has it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const { 1: quoted, 2: plain, 3: end } of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

const dangerous = (csv: string) =>
  cellsOf(csv)
    .flat()
    .filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell) || /^[\t\r\n]/.test(cell))

consoleTest('an export of more than a file holds says how much of how many it has', async (t) => {
  const visit = await openVisit(t, await theStage())
  const { page, problems } = visit
  await signIn(visit, undefined, undefined, '/interactions')
  const asked: string[] = []
  const found = { classifications: [], content_metadata: {}, risk_score: 0, source: 'proxy', user_id: null }
  await page.route(/\/interactions\?.*limit=500/, (route) => {
    const number = asked.push('page')
    // One that arrived meanwhile has moved the last row of the page before to this one.
    const first = number === 1 ? 0 : (number - 1) * 500 - 1
    const data = Array.from({ length: 500 }, (_, index) => ({ id: `row-${first + index}`, ...found }))
    const body = { data, total: 1_000_000, limit: 500, offset: 0 }
    return route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) })
  })
  const rows = cellsOf(await savedBy(page, /CSV/))
  t.is(rows[0]?.[1], '10000 of 1000000 rows: npm run admin -- export writes all')
  t.is(new Set(rows.slice(2).map(([id]) => id)).size, 10_000)
  t.is(rows.length, 10_002)
  await page.getByText('The file has the first 10,000 of 1,000,000 rows.').waitFor()
  t.is(asked.length, 21)
  t.deepEqual(problems, [])
})

consoleTest('an export holds what others chose as it is, and nothing that a spreadsheet would run', async (t) => {
  const { api } = await theStage()
  const token = await api.serviceToken(['record'])
  for (const [index, user] of FORMULAS.entries()) {
    const content_hash = createHash('sha256').update(`formula ${index}`).digest('hex')
    const content_metadata = { user, model: `m${index}${HOSTILE.reversed}"` }
    const record = { platform_id: 'claude-web', content_hash, source: 'proxy', content_metadata }
    await api.request('POST', '/interactions', { token, json: record })
  }
  const visit = await openVisit(t, await theStage())
  const { page, go, problems } = visit
  await signIn(visit, undefined, undefined, '/interactions')
  const csv = await savedBy(page, /CSV/)
  const rows = cellsOf(csv)
  const widths = new Set(rows.slice(1).map(({ length }) => length))
  t.deepEqual([...widths], [9])
  t.is(rows.length, 2 + 121 + FORMULAS.length)
  t.is(rows[0]?.[1], `${rows.length - 2} rows`)
  await page.getByText(`The file has all ${rows.length - 2} rows.`).waitFor()
  t.deepEqual(dangerous(csv), [])
  const all = rows.flat()
  for (const text of FORMULAS) t.true(all.includes(`'${text.replace(/^[\t\r\n]/, "$&'")}`), text)
  t.true(all.includes(`'${HOSTILE.formula}`))
  t.true(all.includes(MARKUP))
  t.true(all.includes(`m0${HOSTILE.reversed}"`))

  // Names that colleagues chose stand in the details of what they did.
  const json = { name: HOSTILE.formula, rules: { action: 'log', conditions: [] }, enabled: false }
  await api.request('POST', '/policies', { token: api.admin, json })
  await go('/audit-log')
  const log = await savedBy(page, /CSV/)
  t.deepEqual(dangerous(log), [])
  t.true(log.includes('HYPERLINK'))
  t.deepEqual(await page.evaluate<string[]>('mistakes'), [])
  t.deepEqual(problems, [])
})

consoleTest('what a message says is text, in a toast as well', async (t) => {
  const visit = await openVisit(t, await theStage())
  const { page } = visit
  await page.route(/\/api\/v1\/inventory\/[\w-]+$/, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ error: `${MARKUP} ${HOSTILE.reversed}` }),
    }),
  )
  await signIn(visit, undefined, undefined, '/services/claude-web')
  await page.locator('main select').selectOption('sanctioned')
  await page.locator('.toast').waitFor()
  const said = (await page.locator('.toast').textContent()) ?? ''
  t.true(said.includes(MARKUP))
  t.true(said.includes('invoiceU+202Efdp.exe'))
  t.is(await page.locator('.toasts img, .toasts script').count(), 0)
  t.deepEqual(await page.evaluate<string[]>('mistakes'), [])
})

consoleTest('a title is what somebody called it, without what turns the words around it', async (t) => {
  const { api } = await theStage()
  const send = async (path: string, json: object) =>
    (await api.request<{ id: string }>('POST', path, { token: api.admin, json })).json.id
  const name = `${HOSTILE.reversed} ${MARKUP}`.slice(0, 90)
  const pattern = { name, kind: 'pattern', type: 'BADGE_NUMBER', pattern: 'BDG-\\d{6}' }
  const paths = [
    `/policies/${await send('/policies', { name, rules: { action: 'log', conditions: [] }, enabled: false })}`,
    `/detectors/${await send('/detectors', pattern)}`,
    `/users/${await send('/users/invite', { email: 'mallory@example.com', role: 'viewer', display_name: name })}`,
  ]
  const visit = await openVisit(t, await theStage())
  const { page, turn, problems } = visit
  await signIn(visit)
  for (const path of paths) {
    await turn(path)
    await untilTrue(page, `document.title.includes('onerror=__pwned()')`)
    const title = await page.title()
    t.true(title.includes('invoice⟨U+202E⟩fdp.exe'), title)
    t.notRegex(title, /\p{Cf}/u)
    const heading = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
    t.true(heading.includes('invoice⟨U+202E⟩fdp.exe'), heading)
    t.deepEqual(await page.evaluate<string[]>(FOREIGN_ELEMENTS), [])
  }
  await settled(page)
  t.deepEqual(await page.evaluate<string[]>('mistakes'), [])
  t.deepEqual(problems, [])
})
