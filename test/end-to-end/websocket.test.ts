import { randomBytes } from 'node:crypto'
import test from 'ava'
import { WebSocket } from 'ws'
import { connectIntercepted } from '../support/intercepted.ts'
import { EMAIL, IBAN, PHONE, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const CHAT = 'chat.corp.example'
const RESPONSES = `wss://${HOST}/v1/responses`
let service: SocketService
let weir: Weir

test.before(async () => {
  service = await startSocketService(scope, {
    hosts: [HOST, CHAT],
    perMessageDeflate: { threshold: 0 },
    onMessage: (socket, text, isBinary, data) => socket.send(isBinary ? data : `echo ${text}`, { binary: isBinary }),
  })
  weir = await startWeir(scope, {
    upstreams: { [HOST]: service, [CHAT]: service },
    env: { WEIR_INTERCEPT_HOSTS: CHAT, WEIR_WEBSOCKET_MESSAGE_BYTES: '4194304' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBANs'))
  await weir.createPolicy(policyOn('PHONE', 'coach', 'Mind phones'))
})

const create = (input: string, more = {}) => ({ type: 'response.create', model: 'gpt-5', input, ...more })

test('messages pass both ways, and those that hold a prompt are recorded', async (t) => {
  const client = await openTestSocket(t, weir, RESPONSES)
  const input = `write to ${EMAIL} about the boat`
  client.send(create(input))
  const [echo] = await client.expect(1)
  t.is(echo, `echo ${JSON.stringify(create(input))}`)
  const [record] = await weir.listed(
    ({ direction, classifications }) =>
      direction === 'outbound' && classifications.some(({ type }) => type === 'EMAIL'),
  )
  t.is(record?.platform_id, 'openai-api')
  t.is(record?.enforced_action, 'allow')
  t.is(record?.content_metadata.operation, 'responses_event')
  t.is(record?.content_metadata.method, 'WEBSOCKET')
  t.is(record?.content_metadata.path, '/v1/responses')
  t.is(record?.content_metadata.model, 'gpt-5')
  t.deepEqual(record?.content_metadata.inspection, { status: 'full' })
})

test('a blocked message is answered with an event of the service, and the WebSocket goes on', async (t) => {
  const client = await openTestSocket(t, weir, RESPONSES)
  client.send(create(`pay to ${IBAN} today`, { stream_id: 'lane-7' }))
  client.send(create('and something harmless'))
  const [refusal = '', echo] = await client.expect(2)
  const event = JSON.parse(refusal)
  t.is(event.type, 'error')
  t.is(event.status, 400)
  t.is(event.stream_id, 'lane-7')
  t.is(event.error.code, 'policy_violation')
  t.regex(event.error.message, /The policy "No IBANs" does not allow it because it contains an IBAN/)
  t.is(echo, `echo ${JSON.stringify(create('and something harmless'))}`)
  t.false(service.messages.some((text) => text.includes('pay to')))
  const [record] = await weir.listed(({ enforced_action, content_metadata }) => {
    return enforced_action === 'block' && content_metadata.operation === 'responses_event'
  })
  t.is(record?.classifications[0]?.type, 'IBAN')
})

test('an answer that has the names of a known form and none of its types ends nothing', async (t) => {
  const client = await openTestSocket(t, weir, RESPONSES)
  client.send(create('say something odd'))
  await client.expect(1)
  const odd = [
    '{"snapshot":[1]}',
    '{"choices":[{"index":{"toString":1}}]}',
    `${'{"v":['.repeat(50_000)}${']}'.repeat(50_000)}`,
  ]
  for (const text of odd) client.send(Buffer.from(text))
  await client.expect(1 + odd.length)
  client.send(create('and go on'))
  const messages = await client.expect(2 + odd.length)
  t.is(messages.at(-1), `echo ${JSON.stringify(create('and go on'))}`)
  t.notRegex(weir.product.stderr + weir.product.stdout, /ERR_PROXY_FAULT/)
})

test('more input for an answer that is under way is a prompt as well', async (t) => {
  const client = await openTestSocket(t, weir, RESPONSES)
  client.send({ type: 'response.steer', previous_response_id: 'resp_1', input: `rather to ${IBAN}` })
  const [refusal = ''] = await client.expect(1)
  t.is(JSON.parse(refusal).error.code, 'policy_violation')
  t.false(service.messages.some((text) => text.includes('rather to')))
})

test('the Realtime API: items are judged, its error event names the client’s event, speech is recorded once', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${HOST}/v1/realtime?model=gpt-realtime&aside=1`)
  client.send({
    type: 'conversation.item.create',
    event_id: 'event_of_mine',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: `my account is ${IBAN}` }] },
  })
  const [refusal = ''] = await client.expect(1)
  const event = JSON.parse(refusal)
  t.is(event.type, 'error')
  t.is(event.error.event_id, 'event_of_mine')
  const speech = { type: 'input_audio_buffer.append', audio: randomBytes(3000).toString('base64') }
  for (let piece = 0; piece < 5; piece++) client.send(speech)
  await client.expect(6)
  const pieces = await weir.listed(({ content_metadata }) => {
    return (
      content_metadata.operation === 'realtime_event' &&
      (content_metadata.inspection as { status: string }).status === 'none'
    )
  })
  t.is(pieces.length, 1)
})

test('a blocked message closes the WebSocket of a service that has no form for it with 1008 and the reason', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/socket`)
  client.send('something to begin with')
  await client.expect(1)
  client.send(`the account is ${IBAN}`)
  const { code, reason } = await client.expectClose()
  t.is(code, 1008)
  t.regex(reason, /^Weir: a policy does not allow this message, as it contains an IBAN \(reference \S+\)$/)
  t.is(Buffer.byteLength(reason) <= 123, true)
  t.false(service.messages.some((text) => text.includes('the account is')))
  const ended = service.accepted.find(({ request }) => request.url === '/socket')
  await until(
    () => ended?.socket.readyState === WebSocket.CLOSED,
    () => 'the service’s side stays open',
  )
})

test('a coached message passes and is recorded', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/coached`)
  client.send(`call ${PHONE} please`)
  t.is((await client.expect(1))[0], `echo call ${PHONE} please`)
  const [record] = await weir.listed(({ enforced_action }) => enforced_action === 'coach')
  t.is(record?.content_metadata.operation, 'message')
})

for (const [name, message] of [
  ['SignalR', `{"type":6}\u001e{"type":4,"target":"chat","arguments":[{"message":{"text":"pay ${IBAN}"}}]}\u001e`],
  ['Socket.IO', `42/chat,7["message",{"text":"pay ${IBAN.replace('FR', '\\u0046R')}"}]`],
  ['GraphQL', JSON.stringify({ id: '1', type: 'subscribe', payload: { variables: { prompt: `pay ${IBAN}` } } })],
  ['JSON in a binary message', Buffer.from(JSON.stringify({ text: `pay ${IBAN}` }))],
] as const) {
  test(`what is in ${name} is found`, async (t) => {
    const client = await openTestSocket(t, weir, `wss://${CHAT}/framed`)
    client.send(message)
    t.is((await client.expectClose()).code, 1008)
  })
}

test('heartbeats are no prompts', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/heartbeats`)
  const beats = ['2', '3', '{"type":6}\u001e', '{"type":"ping"}', '{"type":"connection_init"}']
  for (const beat of beats) client.send(beat)
  t.deepEqual(
    await client.expect(beats.length),
    beats.map((beat) => `echo ${beat}`),
  )
})

test('bytes that are no text are judged by WEIR_FAIL_MODE', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/bytes`)
  client.send(Buffer.from([0, 255, 254, 1, 2, 3, 128, 129]))
  const { code, reason } = await client.expectClose()
  t.is(code, 1008)
  t.regex(reason, /could not inspect this message: unknown_encoding/)
})

test('compressed messages are read, from one to the next with the same dictionary', async (t) => {
  const client = await openTestSocket(t, weir, `${RESPONSES}?v=1`, { perMessageDeflate: { threshold: 0 } })
  t.regex(client.socket.extensions, /permessage-deflate/)
  const text = 'the boat leaves in the morning, as it did on every morning before. '.repeat(50)
  for (let round = 0; round < 4; round++) client.send(create(`${text}${round}`))
  client.send(create(`${text} then pay ${IBAN}`))
  // The refusal is ours, and may overtake what the service answers.
  const received = [...(await client.expect(5))].sort()
  t.is(received[3], `echo ${JSON.stringify(create(`${text}3`))}`)
  t.is(JSON.parse(received[4] ?? '').error.code, 'policy_violation')
  const { socket } = service.accepted.find(({ request }) => request.url === '/v1/responses?v=1') ?? {}
  t.regex(socket?.extensions ?? '', /permessage-deflate/)
})

test('a message in fragments with pings between them is read as one', async (t) => {
  const client = await openTestSocket(t, weir, RESPONSES)
  const text = JSON.stringify(create(`first half ${IBAN}`))
  const pongs: string[] = []
  client.socket.on('pong', (data) => pongs.push(data.toString()))
  for (let at = 0; at < text.length; at += 20) {
    client.socket.send(text.slice(at, at + 20), { fin: at + 20 >= text.length })
    client.socket.ping(`ping ${at}`)
  }
  const [refusal = ''] = await client.expect(1)
  t.is(JSON.parse(refusal).error.code, 'policy_violation')
  await until(
    () => pongs.length === Math.ceil(text.length / 20),
    () => `pongs: ${pongs}`,
  )
  t.is(pongs[0], 'ping 0')
})

test('a long message is inspected to its end, and one beyond the bound ends the WebSocket with 1009', async (t) => {
  const client = await openTestSocket(t, weir, RESPONSES)
  const long = 'nothing but prose here, and a lot of it. '.repeat(80_000)
  client.send(create(long))
  await client.expect(1)
  client.send(create(`${long} ${IBAN}`))
  await client.expect(2)
  t.is(JSON.parse(client.received[1] ?? '').error.code, 'policy_violation')
  client.send(create(`${long}${long}`))
  t.is((await client.expectClose()).code, 1009)
})

test('goodbyes keep their code and reason, both ways', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/goodbye`)
  const { socket } = service.accepted.find(({ request }) => request.url === '/goodbye') ?? {}
  const told = new Promise((resolve) => socket?.on('close', (code, reason) => resolve(`${code} ${reason}`)))
  client.socket.close(4321, 'done here')
  t.is(await told, '4321 done here')
  t.deepEqual(await client.expectClose(), { code: 4321, reason: 'done here' })
  const other = await openTestSocket(t, weir, `wss://${CHAT}/other-goodbye`)
  service.accepted.find(({ request }) => request.url === '/other-goodbye')?.socket.close(3999, 'of the service')
  t.deepEqual(await other.expectClose(), { code: 3999, reason: 'of the service' })
})

test('what a client writes into pings, pongs and its goodbye does not reach the service unread', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/aside`)
  const { socket } = service.accepted.find(({ request }) => request.url === '/aside') ?? {}
  const seen: string[] = []
  const asked: string[] = []
  socket?.on('ping', (data) => seen.push(data.toString('latin1')))
  socket?.on('pong', (data) => seen.push(data.toString('latin1')))
  client.socket.on('ping', (data) => asked.push(data.toString()))
  const back: string[] = []
  client.socket.on('pong', (data) => back.push(data.toString()))
  client.socket.ping(IBAN)
  client.socket.pong(`unasked ${IBAN}`)
  socket?.ping('of the service')
  await until(
    () => back.length === 1 && seen.length === 3 && asked.length === 1,
    () => `${back} ${seen} ${asked}`,
  )
  t.deepEqual(back, [IBAN], 'the client gets its own ping back')
  t.deepEqual(seen.slice(1).sort(), ['', 'of the service'])
  t.is(seen[0]?.length, 4)
  const told = new Promise((resolve) => socket?.on('close', (code, reason) => resolve(`${code} ${reason}`)))
  client.socket.close(4321, `pay ${IBAN}`)
  t.is(await told, '4321 ')
  t.is((await client.expectClose()).code, 4321)
  const [record] = await weir.listed(
    ({ content_metadata, enforced_action }) =>
      content_metadata.host === CHAT &&
      content_metadata.path === '/***' &&
      enforced_action === 'block' &&
      content_metadata.body_bytes === 4 + IBAN.length,
  )
  t.is(record?.classifications[0]?.type, 'IBAN')
  const other = await openTestSocket(t, weir, `wss://${HOST}/v1/realtime?model=gpt-realtime&aside=2`)
  const realtime = service.accepted.find(({ request }) =>
    request.url?.startsWith('/v1/realtime?model=gpt-realtime&aside=2'),
  )?.socket
  const quiet = new Promise((resolve) => realtime?.on('close', (code, reason) => resolve(`${code} ${reason}`)))
  other.socket.close(1000, 'the user hung up')
  t.is(await quiet, '1000 the user hung up')
})

test.serial('names of subprotocols are read, tokens in them pass', async (t) => {
  const before = service.accepted.length
  const refused = await openTestSocket(t, weir, `wss://${CHAT}/named`, {
    protocols: ['realtime', IBAN.replaceAll(' ', '')],
  }).then(
    () => 'opened',
    (error: Error) => error.message,
  )
  t.regex(refused, /Unexpected server response: 4/)
  t.is(service.accepted.length, before)
  const key = `openai-insecure-api-key.sk-proj-${'Zr8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0Yc'}`
  const client = await openTestSocket(t, weir, `wss://${CHAT}/token`, { protocols: ['realtime', key] })
  t.is(client.socket.protocol, 'realtime')
  const { request } = service.accepted.find(({ request: { url } }) => url === '/token') ?? {}
  t.is(request?.headers['sec-websocket-protocol'], `realtime, ${key}`)
})

test('a side that vanishes takes the other one with it', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/vanishing`)
  service.accepted.find(({ request }) => request.url === '/vanishing')?.socket.terminate()
  t.is((await client.expectClose()).code, 1006)
})

test('subprotocols, cookies and tokens are passed on', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/asked`, {
    protocols: ['realtime', 'openai-insecure-api-key.abc'],
    headers: { authorization: 'Bearer one', cookie: 'a=b' },
  })
  t.is(client.socket.protocol, 'realtime')
  const { request } = service.accepted.find(({ request: { url } }) => url === '/asked') ?? {}
  t.is(request?.headers.authorization, 'Bearer one')
  t.is(request?.headers.cookie, 'a=b')
  t.is(request?.headers['sec-websocket-protocol'], 'realtime, openai-insecure-api-key.abc')
})

test('a policy that is made while a WebSocket is open holds for its next message', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${CHAT}/later`)
  client.send('my number is 4111 1111 1111 1111')
  await client.expect(1)
  await weir.createPolicy(policyOn('CREDIT_CARD', 'block'))
  client.send('my number is 4111 1111 1111 1111')
  t.is((await client.expectClose()).code, 1008)
})

test('a client that breaks off in the middle of a message leaves nothing behind', async (t) => {
  const tls = await connectIntercepted(t, weir, CHAT)
  const socket = new WebSocket(`wss://${CHAT}/broken`, { createConnection: () => tls })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.on('error', () => {})
  socket.send('x'.repeat(200_000), { fin: false })
  await weir.untilMetric('weir_proxy_admission_held', { resource: 'bytes' }, 200_000)
  socket.terminate()
  await until(
    async () => (await weir.metric('weir_proxy_admission_held', { resource: 'bytes' })) < 100_000,
    () => 'its bytes are held on',
  )
  const { socket: other } = service.accepted.find(({ request }) => request.url === '/broken') ?? {}
  await until(
    () => other?.readyState === WebSocket.CLOSED,
    () => 'the service’s side stays open',
  )
  t.pass()
})
