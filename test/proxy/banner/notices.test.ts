import test, { type ExecutionContext } from 'ava'
import { EMAIL, IBAN, PHONE, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { ask, begin, ListeningPage, prompt } from './chat.ts'

const scope = fileScope()
const HOST = 'chatgpt.com'
const CONVERSATION = `https://${HOST}/backend-api/conversation`
const NOTICES = `https://${HOST}/.well-known/weir/notices`
let upstream: FakeUpstream
let weir: Weir
let browsers = 0

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST, 'api.openai.com'] })
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream, 'api.openai.com': upstream },
    env: { WEIR_CONTACT: 'dpo@acme.example' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No account numbers'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  await weir.createPolicy(policyOn('PHONE', 'coach', 'Mind numbers'))
})

/** What one browser sends with every request to the chat. */
function browser(): { readonly cookie: string } {
  return { cookie: `a=1; __Host-weir-banner=${String(browsers++).padStart(22, 'b')}; b=2` }
}

async function send(t: ExecutionContext, cookies: object, text: string, headers: object = {}, url = CONVERSATION) {
  const { headers: own, ...rest } = prompt(text)
  return ask(t, weir, url, { ...rest, headers: { ...own, ...cookies, ...headers } })
}

test('a coached prompt is told to the browser that sent it, and to no other', async (t) => {
  const [mine, other] = [browser(), browser()]
  const page = await ListeningPage.open(t, weir, HOST, mine)
  const others = await ListeningPage.open(t, weir, HOST, other)
  t.is((await send(t, mine, `Write first to ${EMAIL}`)).status, 200)
  await page.untilHeard('event: notice')
  const [notice] = page.notices
  t.is(notice?.kind, 'coach')
  t.is(notice?.lang, 'en')
  t.regex(
    notice?.message ?? '',
    /"Mind addresses" asks you to take care\. It contains an email address\. .* ask dpo@acme\.example/,
  )
  t.notRegex(page.text, /jeanne/)
  // Its own notice comes behind any that was not meant for it.
  await send(t, other, `Call ${PHONE}`)
  await others.untilHeard('event: notice')
  t.deepEqual(
    others.notices.map(({ message }) => /"(.*?)"/.exec(message)?.[1]),
    ['Mind numbers'],
  )
  const [record] = await weir.interactionsOf(`Write first to ${EMAIL}`)
  t.is(notice?.id, record?.id)
})

test('in French for who prefers that', async (t) => {
  const mine = browser()
  const page = await ListeningPage.open(t, weir, HOST, mine)
  await send(t, mine, `Write to ${EMAIL}`, { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' })
  await page.untilHeard('event: notice')
  const [notice] = page.notices
  t.is(notice?.lang, 'fr')
  t.is(notice?.title, 'Soyez prudent')
  t.regex(notice?.message ?? '', /la règle « Mind addresses » vous demande d’être prudent/)
})

test('once in half a minute for each policy', async (t) => {
  const mine = browser()
  const page = await ListeningPage.open(t, weir, HOST, mine)
  for (const text of [`Write to ${EMAIL}`, `Write again to ${EMAIL}`, `Call ${PHONE}`]) await send(t, mine, text)
  await page.untilHeard('Mind numbers')
  t.is(page.notices.length, 2)
  t.true((await weir.metric('weir_proxy_banner_notices_total', { outcome: 'repeated' })) > 0)
})

test('a page that begins to listen a moment later hears it', async (t) => {
  const mine = browser()
  await send(t, mine, `Write to ${EMAIL}`)
  const page = await ListeningPage.open(t, weir, HOST, mine)
  await page.untilHeard('Mind addresses')
  t.is(page.notices.length, 1)
})

test('a block is told where the app does not show it, and not where it does', async (t) => {
  const mine = browser()
  const page = await ListeningPage.open(t, weir, HOST, mine)
  const shown = await send(t, mine, `Pay ${IBAN}`)
  t.regex(shown.body.toString(), /No account numbers/)
  // The same policy was told a moment ago, in the chat.
  const audio = { method: 'POST', headers: { 'content-type': 'text/plain', ...mine }, body: `Pay ${IBAN}` }
  t.is((await ask(t, weir, `https://${HOST}/backend-api/transcribe`, audio)).status, 400)
  const another = browser()
  const second = await ListeningPage.open(t, weir, HOST, another)
  await ask(t, weir, `https://${HOST}/backend-api/transcribe`, { ...audio, headers: { ...audio.headers, ...another } })
  await second.untilHeard('event: notice')
  t.is(second.notices[0]?.kind, 'block')
  t.is(second.notices[0]?.title, 'Message not sent')
  await send(t, mine, `Call ${PHONE}`)
  await page.untilHeard('Mind numbers')
  t.is(page.notices.length, 1)
})

test('drafts that are sent while somebody types are told to nobody', async (t) => {
  const mine = browser()
  const page = await ListeningPage.open(t, weir, HOST, mine)
  const draft = await send(t, mine, `Pay ${IBAN} or ${EMAIL}`, {}, `https://${HOST}/backend-api/f/conversation/prepare`)
  t.is(draft.status, 400)
  await send(t, mine, `Draft ${EMAIL}`, {}, `https://${HOST}/backend-api/f/conversation/prepare`)
  await send(t, mine, `Call ${PHONE}`)
  await page.untilHeard('Mind numbers')
  t.is(page.notices.length, 1)
})

test('a browser without the cookie gets one, and nothing else', async (t) => {
  const first = await ask(t, weir, NOTICES)
  t.is(first.status, 200)
  t.is(first.body.toString(), 'retry: 200\n\n')
  const [set = ''] = first.headers['set-cookie'] ?? []
  t.regex(set, /^__Host-weir-banner=[\w-]{22}; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
  const page = await ListeningPage.open(t, weir, HOST, { cookie: set.split(';')[0] ?? '' })
  t.false(page.isOver)
})

test('what is below the reserved path is never sent on', async (t) => {
  const answers = [
    await ask(t, weir, `https://${HOST}/.well-known/weir/other`, { headers: browser() }),
    await ask(t, weir, NOTICES, { method: 'POST', headers: browser(), body: 'x' }),
    await ask(t, weir, NOTICES, { headers: { ...browser(), 'sec-fetch-site': 'cross-site' } }),
    await ask(t, weir, 'https://api.openai.com/.well-known/weir/other'),
  ]
  t.deepEqual(
    answers.map(({ status }) => status),
    [404, 405, 403, 404],
  )
  t.false(upstream.arrivals.some(({ url }) => url.includes('well-known')))
})

test('the cookie stays here, and all others go on as they came', async (t) => {
  const text = 'cookies of all kinds'
  const cookie = ['a=1', `__Host-weir-banner=${'c'.repeat(22)}`, 'b="x; y=2', 'c=']
  await send(t, {}, text, { cookie: cookie.join('; ') })
  const plain = 'cookies as they are'
  await send(t, {}, plain, { cookie: 'a=1;b=2;;c' })
  const sent = (said: string) => upstream.arrivals.find(({ body }) => body.includes(said))?.headers.cookie
  t.is(sent(text), 'a=1; b="x; y=2; c=')
  t.is(sent(plain), 'a=1;b=2;;c')
})

test('one browser has a bounded number of streams', async (t) => {
  const mine = browser()
  for (let at = 0; at < 8; at++) await ListeningPage.open(t, weir, HOST, mine)
  const response = await begin(t, weir, NOTICES, { headers: mine })
  t.is(response.statusCode, 429)
})
