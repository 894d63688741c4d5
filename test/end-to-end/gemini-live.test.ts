import { randomBytes } from 'node:crypto'
import test from 'ava'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOSTS = ['generativelanguage.googleapis.com', 'europe-west4-aiplatform.googleapis.com']
const [GEMINI, VERTEX] = [
  `wss://${HOSTS[0]}/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=test`,
  `wss://${HOSTS[1]}/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContent`,
]
let service: SocketService
let weir: Weir

test.before(async () => {
  service = await startSocketService(scope, {
    hosts: HOSTS,
    // As Google does, in binary messages.
    onMessage: (socket, text) => {
      const said = { modelTurn: { role: 'model', parts: [{ text: `Lima, says ${EMAIL}.` }] }, turnComplete: true }
      const answer = text.includes('"setup"') ? { setupComplete: {} } : { serverContent: said }
      socket.send(Buffer.from(JSON.stringify(answer)), { binary: true })
    },
  })
  weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, service])),
    env: { WEIR_TIER3: 'off' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBANs'))
})

const setup = { setup: { model: 'models/gemini-live', systemInstruction: { parts: [{ text: 'Be brief.' }] } } }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const turn = (text: string) => ({ clientContent: { turns: [{ role: 'user', parts: [{ text }] }], turnComplete: true } })

for (const [index, [name, url, platform]] of Object.entries([
  ['the Gemini API', GEMINI, 'google-gemini-api'],
  ['Vertex AI', VERTEX, 'google-vertex-ai'],
] as const)) {
  test(`${name}: a turn is a prompt, and what the model writes is its completion`, async (t) => {
    const client = await openTestSocket(t, weir, url)
    client.send(setup)
    const question = `What is the capital of Peru, in conversation ${index}?`
    client.send(turn(question))
    await client.expect(2)
    const [prompt] = await weir.interactionsOf(question)
    t.is(prompt?.platform_id, platform)
    t.is(prompt?.content_metadata.operation, 'live_message')
    t.is(prompt?.interaction_type, 'prompt')
    client.send(turn('And of Chile?'))
    const [answer] = await weir.listed(({ content_metadata }) => content_metadata.in_reply_to === prompt?.id)
    t.is(answer?.interaction_type, 'completion')
    t.deepEqual(
      answer?.classifications.map(({ type }) => type),
      ['EMAIL'],
    )
  })
}

test('what a policy stops in a turn, in text as it comes, in a setup or in a result ends the WebSocket with the reason', async (t) => {
  for (const message of [
    turn(`pay to ${IBAN}`),
    { client_content: { turns: [{ parts: [{ text: `pay to ${IBAN}` }] }] } },
    { realtimeInput: { text: `pay to ${IBAN}` } },
    { setup: { model: 'm', system_instruction: { parts: [{ text: `pay to ${IBAN}` }] } } },
    { toolResponse: { functionResponses: [{ id: '1', name: 'f', response: { account: IBAN } }] } },
    // Where a field comes under both its names, the service chooses.
    { toolResponse: { functionResponses: [], function_responses: [{ id: '1', response: { account: IBAN } }] } },
    { realtimeInput: { mediaChunks: [], media_chunks: [{ mimeType: 'text/plain', data: `pay to ${IBAN}` }] } },
    { realtimeInput: { mediaChunks: [{ mimeType: 'text/plain', data: base64(`pay to ${IBAN}`) }] } },
    { realtime_input: { video: { mime_type: 'text/csv', mimeType: 'audio/pcm', data: base64(`to,${IBAN}\n`) } } },
  ]) {
    const client = await openTestSocket(t, weir, GEMINI)
    client.send(message)
    const { code, reason } = await client.expectClose()
    t.is(code, 1008, JSON.stringify(message))
    t.regex(reason, /contains an IBAN/)
  }
  t.false(service.messages.some((text) => text.includes('pay to')))
})

test('speech that comes in many pieces is recorded once, as what cannot be read', async (t) => {
  const client = await openTestSocket(t, weir, GEMINI)
  client.send(setup)
  const audio = { data: randomBytes(3000).toString('base64'), mimeType: 'audio/pcm;rate=16000' }
  for (let piece = 0; piece < 3; piece++) client.send({ realtimeInput: { audio } })
  for (let piece = 0; piece < 3; piece++) client.send({ realtime_input: { media_chunks: [audio] } })
  await client.expect(7)
  const pieces = await weir.listed(({ content_metadata }) => {
    return (content_metadata.inspection as { status: string } | undefined)?.status === 'none'
  })
  t.is(pieces.length, 1)
})
