import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { EMAIL, IBAN, PHONE, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { bannerIn, elementIn, textOf } from './banner-in-page.ts'
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
  const { name, rules } = policyOn('PHONE', 'block', 'Say why')
  await weir.createPolicy({ name, rules: { ...rules, require_justification: true } })
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

async function untilBanner(pages: Page | readonly Page[], words: RegExp): Promise<void> {
  let last = ''
  await until(
    async () => {
      last = ''
      for (const page of [pages].flat()) last += textOf(bannerIn(await page.tree()))
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

chromiumTest('a reason is given with the keyboard alone, though the page takes every key', async (t) => {
  const page = await open('chatgpt.com')
  const text = `Call ${PHONE} about the party`
  await page.evaluate(`send(${JSON.stringify(text)})`)
  await untilBanner(page, /Message not sent.*"Say why".*why\?/s)
  const field = elementIn(bannerIn(await page.tree()), 'TEXTAREA')
  await page.focus(field?.nodeId ?? 0)
  await page.type('She is my sister')
  await picture(page, 'chatgpt.com-reason')
  // From the field to its button.
  await page.press('Tab', 9)
  await page.press('Enter', 13)
  await untilBanner(page, /Your reason is recorded with the message/)
  t.is(await page.evaluate('box.value'), '')
  await page.evaluate(`send(${JSON.stringify(text)})`)
  await until(
    () => upstream.arrivals.some(({ body }) => body.includes('about the party')),
    () => 'the prompt did not get through',
  )
  const [record] = await weir.listed(({ content_metadata }) => content_metadata.justification !== undefined)
  const { reason, given_by } = (record?.content_metadata.justification ?? {}) as Record<string, unknown>
  t.deepEqual([reason, given_by], ['She is my sister', 'page'])
  await until(
    async () => bannerIn(await page.tree()) === undefined,
    () => '“Message not sent” is still shown',
  )
  await page.evaluate(`send('Call ${PHONE} about nothing')`)
  await untilBanner(page, /Message not sent/)
  await page.focus(elementIn(bannerIn(await page.tree()), 'TEXTAREA')?.nodeId ?? 0)
  await page.press('Escape', 27)
  await until(
    async () => bannerIn(await page.tree()) === undefined,
    () => 'Escape does not close the banner',
  )
  t.deepEqual(page.problems, [])
})

chromiumTest(
  'a page that was opened by a link of another site hears of its prompts, beside pages that were open before',
  async (t) => {
    const before = await open('gemini.google.com')
    const page = await open('claude.ai')
    await page.evaluate('void (location.href = "https://gemini.google.com/")')
    await until(
      async () => (await page.evaluate('document.title + document.readyState')) === 'Geminicomplete',
      () => 'the link was not followed',
    )
    await page.evaluate(`send('Call ${PHONE} about the holiday')`)
    // Either of them may be the one that is looked at, where nobody looks.
    await untilBanner([page, before], /Message not sent.*"Say why"/s)
    t.pass()
  },
)
