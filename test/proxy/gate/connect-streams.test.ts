import { type ClientHttp2Stream, constants, type ServerHttp2Stream } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import { answerOf, connectH2 } from '../../support/h2.ts'
import { startH2Upstream } from '../../support/h2-upstream.ts'
import { openIntercepted } from '../../support/intercepted.ts'
import { once } from '../../support/once.ts'
import { envelope, type Fields, protobuf } from '../../support/protobuf.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'agent.api5.cursor.sh'
const PATH = '/agent.v1.AgentService/Run'
const TYPE = 'application/connect+proto'
let weir: Weir
/** Calls as the service has them, in the order they came. */
const calls: ServerHttp2Stream[] = []

test.before(async () => {
  const upstream = await startH2Upstream(scope, {
    hosts: [HOST],
    onStream: (stream) => {
      stream.respond({ ':status': 200, 'content-type': TYPE })
      calls.push(stream)
    },
  })
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_CLIENT_BODY_MS: '1500', WEIR_FAIL_MODE: 'closed' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

/** What a person says to the agent, a heartbeat of its client, and a piece of its answer. */
const said = (text: string) => envelope(protobuf([[1, [[2, [[1, [[1, [[1, text]]]]]]]]]] as Fields))
const HEARTBEAT = envelope(protobuf([[7, []]]))
const piece = (text: string) => envelope(protobuf([[1, [[1, [[1, text]]]]]]))

async function call(t: ExecutionContext, query = ''): Promise<ClientHttp2Stream> {
  const session = await connectH2(t, weir, HOST)
  const path = { ':path': `${PATH}${query}` }
  const head = { ':method': 'POST', ':scheme': 'https', ':authority': HOST, ...path, 'content-type': TYPE }
  return session.request(head, { endStream: false })
}

/** The service's side of the next call. */
async function nextCall(before: number): Promise<ServerHttp2Stream> {
  await until(
    () => calls.length > before,
    () => 'the service was not asked',
  )
  return calls[before] as ServerHttp2Stream
}

async function received(stream: ServerHttp2Stream, bytes: Buffer): Promise<void> {
  const chunks: Buffer[] = []
  while (Buffer.concat(chunks).length < bytes.length) chunks.push((await once(stream, 'data'))[0] as Buffer)
  if (!Buffer.concat(chunks).equals(bytes)) throw new Error('the service was sent something else')
}

/** What comes until the answer has ended: its client may still hold its side open. */
async function restOf(stream: ClientHttp2Stream): Promise<Buffer> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(stream, 'end')
  return Buffer.concat(chunks)
}

/** The message of the error that a stream of Connect ended with. */
function errorIn(body: Buffer): { readonly code: string; readonly message: string } {
  let at = 0
  while (body[at] !== 2) at += 5 + body.readUInt32BE(at + 1)
  return (JSON.parse(`${body.subarray(at + 5)}`) as { error: { code: string; message: string } }).error
}

test.serial('an agent and its service speak in turns; what holds no text is recorded once', async (t) => {
  const counted = () => weir.metric('weir_proxy_requests_total', { platform: 'cursor' })
  const countedBefore = await counted()
  const stream = await call(t)
  const before = calls.length
  stream.write(said('fix the build'))
  const service = await nextCall(before)
  await received(service, said('fix the build'))
  for (let turn = 0; turn < 3; turn++) {
    service.write(piece(`turn ${turn}`))
    t.deepEqual((await once(stream, 'data'))[0], piece(`turn ${turn}`))
    stream.write(HEARTBEAT)
    await received(service, HEARTBEAT)
  }
  const answered = restOf(stream)
  stream.end()
  await once(service, 'end')
  const end = envelope(Buffer.from('{}'), 2)
  service.end(end)
  t.deepEqual(await answered, end)
  await weir.interactionsOf('fix the build')
  t.is((await counted()) - countedBefore, 2)
})

test.serial(
  'a refused message ends the stream behind the message that was on its way, with an error of Connect',
  async (t) => {
    const stream = await call(t)
    const count = calls.length
    stream.write(said('good morning'))
    const service = await nextCall(count)
    await received(service, said('good morning'))
    const answer = piece('a long answer')
    service.write(answer.subarray(0, 9))
    await once(stream, 'readable')
    const answered = restOf(stream)
    const blocked = () => weir.metric('weir_proxy_requests_total', { action: 'block' })
    const before = await blocked()
    stream.write(said(`pay to ${IBAN}`))
    await until(
      async () => (await blocked()) > before,
      () => 'the message was not judged',
    )
    service.write(Buffer.concat([answer.subarray(9), piece('this comes too late')]))
    const body = await answered
    t.deepEqual(body.subarray(0, answer.length), answer)
    t.is(body[answer.length], 2)
    const { code, message } = errorIn(body)
    t.is(code, 'permission_denied')
    t.regex(message, /No IBAN/)
    await until(
      () => service.closed,
      () => 'the service was not told',
    )
    t.is(service.rstCode, constants.NGHTTP2_CANCEL)
  },
)

test.serial('a service that does not end its message keeps no stream open that was refused', async (t) => {
  const stream = await call(t)
  const before = calls.length
  stream.write(said('good evening'))
  const service = await nextCall(before)
  await received(service, said('good evening'))
  service.write(piece('a long answer').subarray(0, 9))
  await once(stream, 'readable')
  const answered = answerOf(stream)
  stream.write(said(`pay to ${IBAN}, please`))
  t.is((await answered).code, constants.NGHTTP2_INTERNAL_ERROR)
})

test.serial('a first message that is refused reaches nobody', async (t) => {
  const before = calls.length
  const stream = await call(t)
  stream.write(said(`first of all, ${IBAN}`))
  t.is(errorIn(await restOf(stream)).code, 'permission_denied')
  t.is(calls.length, before)
})

test.serial(
  'the query of a client that waits for the service to speak first is judged before it is sent',
  async (t) => {
    const before = calls.length
    const refused = await call(t, `?note=${encodeURIComponent(IBAN)}`)
    t.is(errorIn(await restOf(refused)).code, 'permission_denied')
    t.is(calls.length, before)
    const stream = await call(t, '?note=good-morning')
    const service = await nextCall(before)
    stream.write(said('at last'))
    await received(service, said('at last'))
    stream.write(said(`pay to ${IBAN} now`))
    t.is(errorIn(await restOf(stream)).code, 'permission_denied')
  },
)

test.serial(
  'the rest of a message that does not come ends the stream; a pause between messages does not',
  async (t) => {
    const stream = await call(t)
    const before = calls.length
    stream.write(said('one'))
    const service = await nextCall(before)
    await received(service, said('one'))
    // Longer than WEIR_CLIENT_BODY_MS.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    stream.write(said('two'))
    await received(service, said('two'))
    const answered = answerOf(stream)
    stream.write(said('three').subarray(0, 8))
    t.is((await answered).code, constants.NGHTTP2_CANCEL)
    await until(
      () => service.closed,
      () => 'the service was not told',
    )
  },
)

test.serial('a message that is cut by the end of the request is judged as what it is, and refused', async (t) => {
  const stream = await call(t)
  const before = calls.length
  stream.write(said('whole'))
  const service = await nextCall(before)
  await received(service, said('whole'))
  stream.end(said('not whole').subarray(0, 8))
  t.is(errorIn(await restOf(stream)).code, 'permission_denied')
})

test.serial('a service that does not read stops its client, whose messages wait with it', async (t) => {
  const stream = await call(t)
  const before = calls.length
  stream.write(said('begin'))
  const service = await nextCall(before)
  await received(service, said('begin'))
  service.pause()
  const message = said('and so on '.repeat(3000))
  let sent = 0
  const count = 200
  const sending = (async () => {
    for (; sent < count; sent++) {
      if (!stream.write(message)) await once(stream, 'drain')
    }
  })()
  // Twice the same: it has stopped.
  let seen = -1
  while (seen !== sent) {
    seen = sent
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  t.true(sent < count, `${sent} messages of ${count} were taken`)
  let bytes = 0
  service.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  service.resume()
  await sending
  await until(
    () => bytes === count * message.length,
    () => `${bytes} bytes came`,
    30_000,
  )
  const answered = answerOf(stream)
  stream.end()
  await once(service, 'end')
  service.end()
  await answered
})

test.serial('the messages of HTTP/1.1 pass one by one, too', async (t) => {
  const wire = await openIntercepted(t, weir, HOST)
  const before = calls.length
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  wire.send(`POST ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: ${TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  wire.socket.write(chunk(said('over one')))
  const service = await nextCall(before)
  await received(service, said('over one'))
  service.write(piece('heard you'))
  await wire.expect('heard you')
  wire.socket.write(chunk(said(`over one, ${IBAN}`)))
  t.regex(await wire.expect('\r\n0\r\n'), /No IBAN/)
  t.false(service.readableLength > 0)
})
