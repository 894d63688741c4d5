import { once } from 'node:events'
import test from 'ava'
import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { connectIntercepted } from '../../support/intercepted.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { startSocketService } from '../../support/socket-service.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const openai = new OpenAI({ apiKey: 'sk-test' })
let weir: Weir

test.before(async () => {
  const service = await startSocketService(scope, {
    hosts: [HOST],
    onMessage: (socket, text) => {
      const { type, stream_id, item } = JSON.parse(text)
      const lane = stream_id === undefined ? {} : { stream_id }
      const say = (event: object) => socket.send(JSON.stringify({ ...event, ...lane }))
      if (type === 'response.create') {
        say({
          type: 'response.output_text.delta',
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          delta: 'Hello',
          sequence_number: 1,
        })
        say({ type: 'response.completed', response: { id: 'resp_1', output: [] }, sequence_number: 2 })
      } else if (type === 'conversation.item.create') say({ type: 'conversation.item.added', event_id: 'e', item })
    },
  })
  weir = await startWeir(scope, { upstreams: { [HOST]: service } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBANs'))
})

test('ResponsesWS: an answer comes through, and a refusal is an error event of its stream', async (t) => {
  const tls = await connectIntercepted(t, weir, HOST)
  const client = new ResponsesWS(openai, { createConnection: () => tls, perMessageDeflate: true })
  t.teardown(() => client.close())
  const events: { readonly type: string; readonly stream_id?: string }[] = []
  const errors: string[] = []
  client.on('event', (event) => events.push(event))
  client.on('error', (error) => errors.push(error.message))
  client.send({ type: 'response.create', model: 'gpt-5', input: 'say hello', stream_id: 'a' })
  await until(
    () => events.length === 2,
    () => `events: ${JSON.stringify(events)}, errors: ${errors}`,
  )
  t.deepEqual(
    events.map(({ type, stream_id }) => [type, stream_id]),
    [
      ['response.output_text.delta', 'a'],
      ['response.completed', 'a'],
    ],
  )
  client.send({ type: 'response.create', model: 'gpt-5', input: `pay ${IBAN}`, stream_id: 'b' })
  await until(
    () => errors.length === 1,
    () => `events: ${JSON.stringify(events)}`,
  )
  t.regex(errors[0] ?? '', /The policy "No IBANs" does not allow it because it contains an IBAN/)
  client.send({ type: 'response.create', model: 'gpt-5', input: 'say hello again', stream_id: 'b' })
  await until(
    () => events.filter(({ type, stream_id }) => type === 'response.completed' && stream_id === 'b').length === 1,
    () => `events: ${JSON.stringify(events)}`,
  )
  const [reply] = await weir.listed(({ interaction_type }) => interaction_type === 'completion')
  t.is((await weir.interaction(String(reply?.content_metadata.in_reply_to))).direction, 'outbound')
})

test('OpenAIRealtimeWS: a refusal is an error that names the event, and the session goes on', async (t) => {
  const tls = await connectIntercepted(t, weir, HOST)
  const client = new OpenAIRealtimeWS({ model: 'gpt-realtime', options: { createConnection: () => tls } }, openai)
  t.teardown(() => client.socket.terminate())
  const errors: { readonly message: string; readonly event_id?: string | undefined }[] = []
  const added: unknown[] = []
  client.on('error', ({ message, event_id }) => errors.push({ message, event_id: event_id ?? undefined }))
  client.on('event', ({ type }) => type === 'conversation.item.added' && added.push(type))
  await once(client.socket, 'open')
  const item = (text: string) => ({
    ...{ type: 'message' as const, role: 'user' as const },
    content: [{ type: 'input_text' as const, text }],
  })
  client.send({ type: 'conversation.item.create', event_id: 'mine', item: item(`pay ${IBAN}`) })
  client.send({ type: 'conversation.item.create', item: item('and good morning') })
  await until(
    () => errors.length === 1 && added.length === 1,
    () => `errors: ${JSON.stringify(errors)}, ${added.length} added`,
  )
  t.regex(errors[0]?.message ?? '', /The policy "No IBANs" does not allow it/)
})
