import test, { type ExecutionContext } from 'ava'
import { EMAIL, IBAN, PHONE, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type SocketService, startSocketService } from '../../support/socket-service.ts'
import { openTestSocket, type TestSocket } from '../../support/web-socket.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { ask, ListeningPage } from './chat.ts'

const scope = fileScope()
const COPILOT = 'copilot.microsoft.com'
const CHATGPT = 'chatgpt.com'
let service: SocketService
let weir: Weir
let browsers = 0

test.before(async () => {
  service = await startSocketService(scope, {
    hosts: [COPILOT, CHATGPT],
    onMessage: (socket, text) => socket.send(`echo ${text}`),
  })
  weir = await startWeir(scope, { upstreams: { [COPILOT]: service, [CHATGPT]: service } })
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  await weir.createPolicy(policyOn('IBAN', 'block', 'No account numbers'))
  const { name, rules } = policyOn('PHONE', 'block', 'Say why')
  await weir.createPolicy({ name, rules: { ...rules, require_justification: true } })
})

/** A chat on a WebSocket, and a page of the same browser that listens for notices. */
async function open(t: ExecutionContext, url: string, language = 'en') {
  const cookie = `__Host-weir-banner=${String(browsers++).padStart(22, 's')}`
  const { host } = new URL(url)
  const page = await ListeningPage.open(t, weir, host, { cookie })
  const headers = { cookie: `a=1; ${cookie}`, 'accept-language': language }
  return { page, cookie, chat: await openTestSocket(t, weir, url, { headers }) }
}

const CHAT = `wss://${COPILOT}/c/api/chat?api-version=2`
const say = (text: string) => ({ event: 'send', conversationId: 'c1', content: [{ type: 'text', text }] })
const answerIn = (texts: readonly string[]) =>
  texts.map((text) => JSON.parse(text)).find(({ event }) => event === 'appendText').text as string

/** Its own notice comes behind any that was not meant to be. */
async function untilWarned(page: ListeningPage, chat: TestSocket): Promise<void> {
  chat.send(say(`Write to ${EMAIL}`))
  await page.untilHeard('Mind addresses')
}

test('a coached message of a WebSocket is sent, and told in the page', async (t) => {
  const { page, chat } = await open(t, CHAT)
  chat.send(say(`Write to ${EMAIL} about the boat`))
  const [echo] = await chat.expect(1)
  t.is(echo, `echo ${JSON.stringify(say(`Write to ${EMAIL} about the boat`))}`)
  await page.untilHeard('event: notice')
  const [notice] = page.notices
  t.is(notice?.kind, 'coach')
  t.regex(notice?.message ?? '', /"Mind addresses" asks you to take care\. It contains an email address\./)
  t.notRegex(page.text, /jeanne/)
  t.is(notice?.id, (await weir.interactionsOf(`Write to ${EMAIL} about the boat`))[0]?.id)
  t.true(service.accepted.every(({ request }) => request.headers.cookie === 'a=1'))
})

test('a blocked message that its chat answers is told there, and nowhere else', async (t) => {
  const { page, chat } = await open(t, CHAT)
  chat.send(say(`Pay from ${IBAN} by socket`))
  t.regex(answerIn(await chat.expect(4)), /"No account numbers" does not allow it/)
  await untilWarned(page, chat)
  t.is(page.notices.length, 1)
  t.false(service.messages.some((text) => text.includes('by socket')))
})

test('a blocked message that ends its WebSocket is told in the page', async (t) => {
  const { page, chat } = await open(t, `wss://${CHATGPT}/celsius/ws`)
  chat.send(`Pay from ${IBAN} by pigeon`)
  t.is((await chat.expectClose()).code, 1008)
  await page.untilHeard('event: notice')
  const [notice] = page.notices
  t.is(notice?.kind, 'block')
  t.regex(notice?.message ?? '', /"No account numbers" does not allow it/)
  t.false(service.messages.some((text) => text.includes('by pigeon')))
})

test('a blocked message passes once its person has said why, where the answer says that the page asks', async (t) => {
  const { page, chat, cookie } = await open(t, CHAT, 'fr')
  const message = say(`Call ${PHONE} for the tickets`)
  chat.send(message)
  t.regex(answerIn(await chat.expect(4)), /dites pourquoi dans l’avis que cette page affiche/)
  await page.untilHeard('"ask"')
  const [notice] = page.notices as unknown as { readonly message: string; readonly ask: { readonly token: string } }[]
  t.notRegex(notice?.message ?? '', /cette page affiche/)
  const given = await ask(t, weir, `https://${COPILOT}/.well-known/weir/reasons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ token: notice?.ask.token, reason: 'They sell the tickets' }),
  })
  t.is(given.status, 200)
  chat.send(message)
  t.is((await chat.expect(5))[4], `echo ${JSON.stringify(message)}`)
})

test('a refusal says that the page asks why, where it does and only there', async (t) => {
  const tell = async (host: string, path: string, content: string, headers = {}) => {
    const body = JSON.stringify({ action: 'next', model: 'm', messages: [{ role: 'user', content }] })
    const { body: answer } = await ask(t, weir, `https://${host}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return answer.toString()
  }
  const cookie = `__Host-weir-banner=${'t'.repeat(22)}`
  const path = '/backend-api/conversation'
  const asked = /say why in the notice that this page shows/
  t.regex(await tell(CHATGPT, path, `Call ${PHONE} at noon`, { cookie }), asked)
  t.notRegex(await tell(CHATGPT, path, `Call ${PHONE} at noon`), asked)
  t.notRegex(await tell(CHATGPT, path, `Call ${PHONE} about ${IBAN}`, { cookie }), asked)
  t.notRegex(await tell(CHATGPT, '/backend-api/f/conversation/prepare', `Call ${PHONE}`, { cookie }), asked)
})
