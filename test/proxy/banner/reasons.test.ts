import test, { type ExecutionContext } from 'ava'
import type { Policy } from '../../../core/model/policy.ts'
import { EMAIL, IBAN, PHONE, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { ask, ListeningPage, prompt } from './chat.ts'

const scope = fileScope()
const HOST = 'chatgpt.com'
const CONVERSATION = `https://${HOST}/backend-api/conversation`
let upstream: FakeUpstream
let weir: Weir
let policy: Policy
let browsers = 0

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
  const { name, rules } = policyOn('IBAN', 'block', 'Say why')
  policy = await weir.createPolicy({ name, rules: { ...rules, require_justification: true } })
  await weir.createPolicy(policyOn('PHONE', 'block', 'Never'))
})

function browser(): { readonly cookie: string } {
  return { cookie: `__Host-weir-banner=${String(browsers++).padStart(22, 'r')}` }
}

async function send(t: ExecutionContext, cookies: object, text: string) {
  const { headers, ...rest } = prompt(text)
  await ask(t, weir, CONVERSATION, { ...rest, headers: { ...headers, ...cookies } })
  return upstream.arrivals.some(({ body }) => body.includes(text))
}

async function give(t: ExecutionContext, headers: object, body: unknown) {
  const answer = await ask(t, weir, `https://${HOST}/.well-known/weir/reasons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, text: answer.body.toString() }
}

/** Sends a prompt that is blocked, and gives the token of the question for a reason. */
async function blocked(t: ExecutionContext, mine: { readonly cookie: string }, text: string): Promise<string> {
  const page = await ListeningPage.open(t, weir, HOST, mine)
  t.false(await send(t, mine, text))
  await page.untilHeard('"ask"')
  const [notice] = page.notices as unknown as { readonly kind: string; readonly ask: { readonly token: string } }[]
  t.is(notice?.kind, 'block')
  return notice?.ask.token ?? ''
}

test('a prompt that is blocked passes for ten minutes once its person has said why, and the record has it', async (t) => {
  const mine = browser()
  const text = `Pay the notary from ${IBAN}`
  const token = await blocked(t, mine, text)
  const given = await give(t, mine, { token, reason: `The notary ${EMAIL}\nhas asked for it` })
  t.is(given.status, 200)
  t.regex(given.text, /within ten minutes/)
  t.true(await send(t, mine, text))
  const sent = (await weir.interactionsOf(text, 2)).find(({ enforced_action }) => enforced_action === 'log')
  const { given_at, ...justification } = (sent?.content_metadata.justification ?? {}) as Record<string, unknown>
  t.deepEqual(justification, {
    policies: [policy.id],
    reason: 'The notary j***@***.fr has asked for it',
    types: ['EMAIL'],
    given_by: 'program',
  })
  t.false(Number.isNaN(Date.parse(String(given_at))))
  t.deepEqual(
    sent?.policy_decisions.map(({ action }) => action),
    ['block'],
  )
  // Another prompt, and another person, ask again.
  t.false(await send(t, mine, `Pay the plumber from ${IBAN}`))
  await send(t, browser(), text)
  t.is(upstream.arrivals.filter(({ body }) => body.includes(text)).length, 1)
})

test('a reason counts for all that is judged, not for the newest turn alone', async (t) => {
  const mine = browser()
  const text = `Pay the baker from ${IBAN}`
  const token = await blocked(t, mine, text)
  const reason = 'The baker has asked for it'
  t.is(
    (await give(t, { ...mine, 'sec-fetch-dest': 'empty', origin: `https://${HOST}` }, { token, reason })).status,
    200,
  )
  const newest = { author: { role: 'user' }, content: { content_type: 'text', parts: [text] } }
  const earlier = [
    { author: { role: 'user' }, content: { content_type: 'text', parts: ['The takeover is on Friday. '.repeat(80)] } },
    { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['I see'] } },
  ]
  const post = async (body: object) => {
    await ask(t, weir, CONVERSATION, {
      ...prompt(text),
      headers: { ...prompt(text).headers, ...mine },
      body: JSON.stringify(body),
    })
    return upstream.arrivals.filter((arrival) => arrival.body.includes('Pay the baker')).length
  }
  t.is(await post({ action: 'next', messages: [...earlier, newest], model: 'gpt-5' }), 0)
  t.is(
    await post({ action: 'next', messages: [newest], model: 'gpt-5', note: 'The takeover is on Friday. '.repeat(80) }),
    0,
  )
  const id = '0f0e0d0c-1111-4222-8333-444455556666'
  t.is(await post({ action: 'next', messages: [{ ...newest, id }], model: 'gpt-5', websocket_request_id: id }), 1)
  const [sent] = await weir.listed(({ content_metadata }) => {
    const justification = content_metadata.justification as Record<string, unknown> | undefined
    return justification?.reason === reason && justification.given_by === 'page'
  })
  t.truthy(sent)
})

test('a reason that is too short, too long or no text is not taken', async (t) => {
  const mine = browser()
  const token = await blocked(t, mine, `Pay early from ${IBAN}`)
  for (const reason of ['', 'because', ` ${'.'.repeat(9)}\u200b\n `, 'x'.repeat(1001), 7, null, { a: 1 }]) {
    const { status, text } = await give(t, mine, { token, reason })
    t.is(status, 400, String(reason))
    t.regex(text, /10 to 1000 characters/)
  }
  for (const body of ['', 'null', '{', '[]']) t.is((await give(t, mine, body)).status, 400, body)
  t.is((await give(t, mine, { token, reason: 'y'.repeat(20_000) })).status, 413)
  t.regex((await give(t, { ...mine, 'accept-language': 'fr' }, { token, reason: 'non' })).text, /10 à 1000 caractères/)
  t.false(await send(t, mine, `Pay early from ${IBAN}`))
})

test('a question is answered by whom it was put to, as it was put', async (t) => {
  const mine = browser()
  const text = `Pay twice from ${IBAN}`
  const token = await blocked(t, mine, text)
  const reason = 'It is a good reason'
  t.is((await give(t, browser(), { token, reason })).status, 409)
  const [asked = '', signature = ''] = token.split('.')
  const [key, policies] = JSON.parse(Buffer.from(asked, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify([key, policies, 9e15])).toString('base64url')
  for (const other of [`${forged}.${signature}`, asked, '', '.', `${asked}.`, 'a.b.c', undefined])
    t.is((await give(t, mine, { token: other, reason })).status, 409, other)
  t.is((await give(t, { ...mine, 'sec-fetch-site': 'cross-site' }, { token, reason })).status, 403)
  t.is((await give(t, { ...mine, 'content-type': 'text/plain' }, { token, reason })).status, 400)
  t.is((await give(t, {}, { token, reason })).status, 400)
  t.false(await send(t, mine, text))
})

test('no reason is asked for where another policy blocks as well', async (t) => {
  const mine = browser()
  const page = await ListeningPage.open(t, weir, HOST, mine)
  t.false(await send(t, mine, `Call ${PHONE} and pay from ${IBAN}`))
  t.false(await send(t, mine, `Pay again from ${IBAN}`))
  await page.untilHeard('"ask"')
  t.is(page.notices.length, 1)
})

test('a client without a page stays blocked', async (t) => {
  const text = `Pay by program from ${IBAN}`
  t.false(await send(t, {}, text))
  t.false(await send(t, {}, text))
})

test('only a policy that blocks can ask for a reason', async (t) => {
  for (const action of ['coach', 'log']) {
    const rules = { action, conditions: [], require_justification: true }
    const { status, json } = await weir.api('POST', '/policies', {
      name: `Asks and ${action}s`,
      rules,
    })
    t.is(status, 400)
    t.regex(JSON.stringify(json), /rules\.require_justification/)
  }
  t.true(policy.rules.require_justification)
})
