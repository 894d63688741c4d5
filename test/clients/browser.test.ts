import { gunzipSync } from 'node:zlib'
import test from 'ava'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { Chromium, chromiumTest } from './chromium.ts'
import { webApps } from './web-apps.ts'

const HOSTS = ['chatgpt.com', 'claude.ai', 'api.openai.com']
const EXPIRED_AT = new Date('2024-01-01')
const scope = fileScope()

interface Sent {
  readonly status: number
  readonly type: string
  readonly shown: string
}

const SLOW_PROMPT = 'Hello from Chromium, take your time'
const firstWordSeen = Promise.withResolvers<void>()

let upstream: FakeUpstream
let weir: Weir
test.before(async () => {
  const answer = webApps(async (body) => {
    if (body.includes(SLOW_PROMPT)) await firstWordSeen.promise
  })
  upstream = await startUpstream(scope, { hosts: HOSTS, answer })
  const expired = await startUpstream(scope, { hosts: ['api.anthropic.com'], now: () => EXPIRED_AT })
  weir = await startWeir(scope, {
    upstreams: {
      'chatgpt.com': upstream,
      'claude.ai': upstream,
      'api.openai.com': upstream,
      'api.anthropic.com': expired,
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No account numbers'))
})

let browser: Promise<Chromium> | undefined
async function openPage(url: string) {
  browser ??= Chromium.launch(scope, { proxyUrl: weir.proxyUrl, caFile: weir.caFile })
  const page = await (await browser).newPage()
  await page.open(url)
  return page
}

function call(name: string, ...args: readonly unknown[]): string {
  return `${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
}

function chatGptPrompt(text: string) {
  return {
    action: 'next',
    messages: [{ author: { role: 'user' }, content: { content_type: 'text', parts: [text] } }],
    model: 'gpt-5',
  }
}

function arrivals(path: string): FakeUpstream['arrivals'] {
  return upstream.arrivals.filter(({ url }) => url.startsWith(path))
}

chromiumTest('a prompt to ChatGPT in a browser is answered event by event, and on record', async (t) => {
  const page = await openPage('https://chatgpt.com/')
  const sending = page.evaluate<Sent>(call('send', '/backend-api/f/conversation', chatGptPrompt(SLOW_PROMPT)))
  await until(
    async () => (await page.text()).includes('Good'),
    () => 'the first word of the answer does not show before the last is sent',
  )
  firstWordSeen.resolve()
  t.is((await sending).shown, 'Good morning')
  const [record] = await weir.interactionsOf(SLOW_PROMPT)
  t.is(record?.platform_id, 'chatgpt-web')
  t.is(record?.content_metadata.model, 'gpt-5')
})

chromiumTest('a prompt that is refused shows as an answer in ChatGPT, and stays here', async (t) => {
  const page = await openPage('https://chatgpt.com/')
  const text = `Pay ${IBAN} in Chromium`
  const sent = await page.evaluate<Sent>(call('send', '/backend-api/f/conversation', chatGptPrompt(text)))
  t.is(sent.status, 200)
  t.regex(sent.shown, /^This message was not sent\. The policy "No account numbers" does not allow it/)
  t.false(arrivals('/backend-api').some(({ body }) => body.includes(IBAN)))
  const [record] = await weir.interactionsOf(text)
  t.is(record?.enforced_action, 'block')
})

chromiumTest('a prompt to Claude that the page has gzipped is read; the bytes go on as they came', async (t) => {
  const page = await openPage('https://claude.ai/')
  const path = '/api/organizations/o/chat_conversations/c/completion'
  const allowed = await page.evaluate<Sent>(call('send', path, { prompt: 'Gzipped hello' }, { compress: true }))
  t.is(allowed.shown, 'Good morning')
  const refused = await page.evaluate<Sent>(call('send', path, { prompt: `Gzipped ${IBAN}` }, { compress: true }))
  t.regex(refused.shown, /^This message was not sent\./)
  t.deepEqual(
    arrivals(path).map(({ body }) => JSON.parse(gunzipSync(body).toString())),
    [{ prompt: 'Gzipped hello' }],
  )
  const [record] = await weir.interactionsOf('Gzipped hello')
  t.is(record?.platform_id, 'claude-web')
})

chromiumTest('a page on another origin can read why its call to the API was refused', async (t) => {
  const page = await openPage('https://chatgpt.com/')
  const request = (content: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] }),
  })
  const post = (content: string) =>
    page.evaluate<{ status: number; action: string | null; text: string }>(
      `fetch('https://api.openai.com/v1/chat/completions', ${JSON.stringify(request(content))}).then(async (answer) => ({
        status: answer.status, action: answer.headers.get('x-weir-action'), text: await answer.text() }))`,
    )
  t.deepEqual(await post('Hello across origins'), { status: 200, action: null, text: '{"ok":true}' })
  const refused = await post(`Across origins ${IBAN}`)
  t.is(refused.status, 400)
  t.is(refused.action, 'block')
  t.regex(refused.text, /No account numbers/)
})

chromiumTest('the onboarding page opens through the proxy, in its own style', async (t) => {
  const page = await openPage('http://weir.proxy/')
  t.regex(await page.text(), /Set up this device for Weir/)
  t.is(await page.evaluate('getComputedStyle(document.querySelector("a.button")).color'), 'rgb(255, 255, 255)')
  await until(
    async () => (await page.evaluate('document.getElementById("check").dataset.state')) === 'ok',
    () => 'the page does not find that this browser trusts the CA',
  )
})

chromiumTest('a browser shows why a service with a bad certificate is not reached', async (t) => {
  const page = await openPage('https://api.anthropic.com/')
  t.regex(await page.text(), /api\.anthropic\.com/)
  t.regex(await page.text(), /expired/)
})

chromiumTest('a browser that does not trust the CA says so', async (t) => {
  const chromium = await Chromium.launch(scope, { proxyUrl: weir.proxyUrl })
  const page = await chromium.newPage()
  await page.open('http://weir.proxy/')
  await until(
    async () => (await page.evaluate('document.getElementById("check").dataset.state')) === 'untrusted',
    () => 'the page does not find that this browser does not trust the CA',
  )
  await t.throwsAsync(page.open('https://chatgpt.com/'), { message: /ERR_CERT_AUTHORITY_INVALID/ })
  await weir.untilMetric('weir_proxy_client_handshake_failures_total', { reason: 'rejected' }, 1)
})
