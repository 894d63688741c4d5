import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { bannerIn, textOf } from './banner-in-page.ts'
import { CHAT_HOSTS, chatPages } from './chat-pages.ts'
import { Chromium, chromiumTest, type Page } from './chromium.ts'

const scope = fileScope()
/** Pictures for the documents are taken on request. */
const TAKES_PICTURES = process.env.WEIR_TEST_PICTURES === '1'
const PICTURES = join(import.meta.dirname, '../../docs/images/banner')

let upstream: FakeUpstream
let weir: Weir
let browser: Chromium | undefined
test.before(async () => {
  upstream = await startUpstream(scope, { hosts: CHAT_HOSTS, answer: chatPages })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(CHAT_HOSTS.map((host) => [host, upstream])) })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No account numbers'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
})

async function open(host: string): Promise<Page> {
  browser ??= await Chromium.launch(scope, { proxyUrl: weir.proxyUrl, caFile: weir.caFile })
  const page = await browser.newPage()
  await page.watch()
  await page.command('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await page.open(`https://${host}/`)
  return page
}

async function untilBanner(page: Page, words: RegExp): Promise<void> {
  let last = ''
  await until(
    async () => {
      last = textOf(bannerIn(await page.tree()))
      return words.test(last)
    },
    () => `the banner shows ${JSON.stringify(last)}`,
  )
}

async function picture(page: Page, name: string): Promise<void> {
  if (!TAKES_PICTURES) return
  // Behind the animation.
  await page.evaluate('new Promise((done) => setTimeout(done, 300))')
  writeFileSync(join(PICTURES, `${name}.jpg`), await page.screenshot('jpeg'))
}

for (const host of CHAT_HOSTS) {
  chromiumTest(
    `${host}: a coached prompt shows a banner, a blocked one its refusal, and the page works on`,
    async (t) => {
      const page = await open(host)
      t.is(
        await page.evaluate('elements'),
        await page.evaluate('[...document.querySelectorAll("*")].indexOf(document.body)'),
      )
      const coached = await page.evaluate<{ status: number }>(`send('Write to ${EMAIL}')`)
      t.is(coached.status, 200)
      await untilBanner(page, /Please take care.*"Mind addresses" asks you to take care.*an email address/s)
      await picture(page, `${host}-warning`)
      t.notRegex(textOf(bannerIn(await page.tree())), /jeanne/)
      t.is(await page.evaluate('document.querySelector("html > div").shadowRoot'), null)
      const refused = await page.evaluate<{ status: number; shown: string }>(`send('Pay ${IBAN}')`)
      if (refused.status === 200) t.regex(refused.shown, /^This message was not sent\. The policy "No account numbers"/)
      else await untilBanner(page, /Message not sent.*"No account numbers" does not allow it/s)
      await picture(page, `${host}-refusal`)
      t.regex(await page.text(), /Good morning!/)
      t.deepEqual(await page.evaluate('violations'), [])
      t.deepEqual(
        page.problems.filter((problem) => !problem.includes('status of 400')),
        [],
      )
      const asked = upstream.arrivals.filter(({ headers }) => headers.host === host)
      t.false(asked.some(({ url, headers }) => url.includes('well-known') || /weir/.test(headers.cookie ?? '')))
    },
  )
}
