import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { ADMIN } from '../support/product-api.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { type Browser, consoleTest, launchBrowser, type Page } from './browser.ts'
import { FOREIGN_ELEMENTS } from './pages.ts'
import { HOSTILE } from './seed.ts'
import { openVisit, settled, signIn } from './visits.ts'

const OPENAI = 'api.openai.com'
const VIEWER = { email: 'jo@example.com', password: 'Quiet-Harbour-42' }
const PROMPT = `pay it to ${IBAN} until Friday`

interface Stage {
  readonly weir: Weir
  readonly browser: Browser
  readonly origin: string
  /** Of the prompt that was refused, as the person was told. */
  readonly reference: string
}

const scope = fileScope()
let opened: Promise<Stage> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const upstream = await startUpstream(scope, { hosts: [OPENAI] })
    const weir = await startWeir(scope, { upstreams: { [OPENAI]: upstream } })
    await weir.createPolicy(policyOn('IBAN', 'block', 'No IBANs'))
    await weir.api('POST', '/users/invite', { email: VIEWER.email, role: 'viewer' })
    await weir.api('POST', '/auth/accept-invitation', { token: invitation(weir), password: VIEWER.password })
    await ask(weir, 'what is the capital of France?')
    await ask(weir, `write to ${EMAIL}`)
    const refusal = await ask(weir, PROMPT)
    const reference = /reference ([0-9a-f]{10})/.exec(refusal)?.[1] ?? ''
    if (reference === '') throw new Error(`the refusal names no reference: ${refusal}`)
    await weir.interactionsOf(PROMPT)
    await weir.listed(({ direction }) => direction === 'outbound', 3)
    return { weir, browser, origin: new URL(weir.apiUrl).origin, reference }
  })()
  return opened
}

function invitation({ dataDir }: Weir): string {
  const outbox = join(dataDir, 'outbox')
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  return /\/accept-invitation#token=(\S+)/.exec(mails.join('\n'))?.[1] ?? ''
}

/** A client that calls itself what would do harm if it were not text. */
async function ask(weir: Weir, content: string): Promise<string> {
  const { body } = await request(`https://${OPENAI}/v1/chat/completions`, {
    dispatcher: throughProxy(scope, weir),
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': HOSTILE.markup },
    body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] }),
  })
  return body.text()
}

const main = (page: Page) => page.evaluate<string>('document.querySelector("main").innerText')

consoleTest('an admin sees what passed through the proxy, and why the refused prompt was', async (t) => {
  const stage = await theStage()
  const visit = await openVisit(t, stage)
  const { page, go, requests, problems } = visit
  await signIn(visit, ADMIN.email, ADMIN.password, '/interactions')
  const badges = await page.locator('tbody .badge').allTextContents()
  t.true(badges.filter((badge) => badge === 'Blocked').length === 1, badges.join())
  await go(`/find?reference=${stage.reference}`)
  await page.locator('main ul a').first().click()
  await page.getByRole('heading', { name: 'Why', exact: true }).waitFor()
  await settled(page)
  const shown = await main(page)
  t.regex(shown, /Blocked, before anything left/)
  t.regex(shown, /No IBANs[\s\S]*contains an IBAN[\s\S]*1 found/)
  t.true(shown.includes(HOSTILE.markup))
  t.deepEqual(await page.evaluate<string[]>(FOREIGN_ELEMENTS), [])
  t.deepEqual(await page.evaluate<string[]>('mistakes'), [])

  // Pasted as it was sent: hashed here, found, and never sent.
  await go('/find')
  await page.getByLabel(/A reference/).fill(PROMPT)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('heading', { name: 'Found once' }).waitFor()
  for (const sent of requests) t.false(`${sent.url()} ${sent.postData() ?? ''}`.includes(IBAN), sent.url())
  t.deepEqual(problems, [])
})

consoleTest('a viewer sees the same in French, no text of a prompt, and what is new without reloading', async (t) => {
  const stage = await theStage()
  const visit = await openVisit(t, stage, 'fr-FR')
  const { page, go, problems } = visit
  await signIn(visit, VIEWER.email, VIEWER.password)
  t.regex(await main(page), /requêtes?/)
  await go('/interactions')
  const rows = await page.locator('tbody tr').count()
  t.true((await page.locator('tbody .badge').allTextContents()).includes('Bloquée'))
  t.notRegex(await page.content(), /capital of France|until Friday|FR76 3000/)
  await ask(stage.weir, 'and of Spain?')
  await page.getByRole('button', { name: /nouve/ }).click()
  await until(
    async () => (await page.locator('tbody tr').count()) > rows,
    () => 'the new prompt is not in the list',
  )
  t.deepEqual(problems, [])
})
