import test from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { post } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const COPILOT = 'copilot.microsoft.com'
const OFFICE = 'substrate.office.com'
const HUGGING_FACE = 'huggingface.co'
const SEARCH = 'duckduckgo.com'
const HOSTS = [COPILOT, OFFICE, HUGGING_FACE, SEARCH]
const POLICY = 'No accounts outside'
const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJ1cG4iOiJhbm5AYWNtZS5leGFtcGxlIn0.c2lnbmF0dXJlLW9mLXNvbWUtbGVuZ3Ro'
const END = '\u001e'
let service: SocketService
let weir: Weir

function answer(text: string): readonly object[] {
  if (text.includes('"send"')) {
    return [{ event: 'appendText', text: `write to ` }, { event: 'appendText', text: EMAIL }, { event: 'done' }]
  }
  return text.includes('"chat"') ? [{ type: 1, target: 'update', arguments: [{ writeAtCursor: `ask ${EMAIL}` }] }] : []
}

test.before(async () => {
  service = await startSocketService(scope, {
    hosts: HOSTS,
    onMessage: (socket, text) => {
      for (const event of answer(text)) socket.send(JSON.stringify(event) + (text.endsWith(END) ? END : ''))
    },
  })
  const upstreams = Object.fromEntries(HOSTS.map((host) => [host, service]))
  weir = await startWeir(scope, { upstreams, env: { WEIR_TIER3: 'off' } })
  await weir.createPolicy(policyOn('IBAN', 'block', POLICY))
})

test('Copilot: a message passes, its answer is read, and a refused one is answered in the chat', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${COPILOT}/c/api/chat?api-version=2&accessToken=${TOKEN}`)
  const send = (text: string) => ({
    event: 'send',
    conversationId: 'cNv1',
    content: [{ type: 'text', text }],
    mode: 'chat',
  })
  client.send({ event: 'setOptions', supportedFeatures: ['partial-generated-images'] })
  client.send(send('where is the harbour?'))
  await client.expect(3)
  client.send(send(`pay to ${IBAN}`))
  const refused = (await client.expect(7)).slice(3).map((text) => JSON.parse(text))
  t.deepEqual(
    refused.map(({ event }) => event),
    ['startMessage', 'appendText', 'partCompleted', 'done'],
  )
  t.is(refused[1].conversationId, 'cNv1')
  t.regex(refused[1].text, new RegExp(`The policy "${POLICY}" does not allow it because it contains an IBAN`))
  t.false(refused[1].text.includes(IBAN))
  t.false(service.messages.some((text) => text.includes('pay to')))
  client.socket.close()

  const records = await weir.listed(({ platform_id }) => platform_id === 'ms-copilot-consumer', 3)
  const kinds = records.map(({ direction, enforced_action, content_metadata }) =>
    [direction, enforced_action, content_metadata.operation].join(' '),
  )
  t.deepEqual(kinds.sort(), ['inbound allow chat_event', 'outbound allow chat_event', 'outbound block chat_event'])
})

test('Microsoft 365 Copilot: records of SignalR are read, and refused with the bot’s message', async (t) => {
  const url = `wss://${OFFICE}/m365Copilot/Chathub/6f1d2c3b@7a8b9c0d?ConversationId=c-1&access_token=${TOKEN}`
  const client = await openTestSocket(t, weir, url)
  const chat = (text: string) => ({
    arguments: [{ source: 'officeweb', message: { author: 'user', text }, previousMessages: [] }],
    invocationId: '7',
    target: 'chat',
    type: 4,
  })
  const records = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}${END}`).join('')
  client.socket.send(records({ protocol: 'json', version: 1 }))
  client.socket.send(records({ type: 6 }))
  client.socket.send(
    records({ type: 1, target: 'Metrics', arguments: [{ timestamp: 1 }] }, chat('who is in the team?')),
  )
  await client.expect(1)
  client.socket.send(records(chat(`pay to ${IBAN}`)))
  const [update = '', completion = ''] = (await client.expect(3)).slice(1)
  t.true(update.endsWith(END) && completion.endsWith(END))
  const [{ messages }] = JSON.parse(update.slice(0, -1)).arguments
  t.is(messages[0].author, 'bot')
  t.true(messages[0].text.includes(`The policy "${POLICY}"`))
  t.deepEqual(JSON.parse(completion.slice(0, -1)), { type: 3, invocationId: '7' })
  t.false(service.messages.some((text) => text.includes('pay to')))
  client.socket.close()
  const listed = await weir.listed(({ platform_id }) => platform_id === 'm365-copilot', 3)
  t.deepEqual(listed.map(({ direction, enforced_action }) => `${direction} ${enforced_action}`).sort(), [
    'inbound allow',
    'outbound allow',
    'outbound block',
  ])
})

test('what else a shared host serves passes without being read', async (t) => {
  const dispatcher = throughProxy(t, weir)
  const body = Buffer.from(JSON.stringify({ note: `pay to ${IBAN}` }))
  for (const url of [
    `https://${HUGGING_FACE}/api/models/acme/m/commit/main`,
    `https://${SEARCH}/?q=${encodeURIComponent(IBAN)}`,
    `https://${OFFICE}/search/api/v2/query`,
  ]) {
    t.is((await post(dispatcher, url, body, {})).status, 200, url)
  }
  t.is(service.arrivals.filter((arrival) => arrival.body.equals(body)).length, 3)
  for (const url of [`https://${HUGGING_FACE}//chat/conversation/66f2`, `https://${SEARCH}/duckchat/v1/images`]) {
    const refused = await post(dispatcher, url, body, {})
    t.is(refused.status, 403, url)
    t.true(refused.text.includes(POLICY), url)
  }
})
