import {
  type ClientReadableStream,
  type Metadata,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import test from 'ava'
import { CHAT, callBothWays, grpcClient, startGrpcService, textMessage, textOf } from '../../support/grpc.ts'
import { once } from '../../support/once.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'generativelanguage.googleapis.com'
const SECRET = `my account is ${IBAN}`
/** A tenth of a megabyte. */
const LONG = 'and so on '.repeat(10_000)
let weir: Weir
/** What the service was sent, and what became of its calls. */
const arrived: string[] = []
const cancelled: string[] = []

test.before(async () => {
  const upstream = await startGrpcService(scope, HOST, {
    Unary(call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) {
      arrived.push(textOf(call.request))
      answer(null, textMessage(`you said ${textOf(call.request)}`))
    },
    FromService(call: ServerWritableStream<Buffer, Buffer>) {
      for (const number of [1, 2, 3]) call.write(textMessage(`${textOf(call.request)} ${number}`))
      call.end()
    },
    FromClient(call: ServerReadableStream<Buffer, Buffer>, answer: sendUnaryData<Buffer>) {
      let bytes = 0
      call.on('data', (message: Buffer) => {
        bytes += message.length
      })
      call.on('end', () => answer(null, textMessage(`${bytes} bytes`)))
      call.on('cancelled', () => cancelled.push('FromClient'))
    },
    BothWays(call: ServerDuplexStream<Buffer, Buffer>) {
      if (call.metadata.get('x-begins')[0] === 'service') call.write(textMessage('what is it?'))
      call.on('data', (message: Buffer) => {
        arrived.push(textOf(message))
        call.write(textMessage(`you said ${textOf(message)}`))
      })
      call.on('end', () => call.end())
      call.on('cancelled', () => cancelled.push('BothWays'))
      call.on('error', () => {})
    },
  })
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_INSPECT_MAX_BYTES: '200000', WEIR_FAIL_MODE: 'closed' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

const client = (t: typeof scope) => grpcClient(t, weir, HOST)
const bytes = (message: Buffer) => message

function unary(
  t: typeof scope,
  text: string,
): Promise<{ error: ServiceError | null; text: string; trailers?: Metadata }> {
  return new Promise((resolve) => {
    const path = CHAT.Unary?.path ?? ''
    client(t).makeUnaryRequest(path, bytes, bytes, textMessage(text), (error, answer) =>
      resolve({ error, text: answer === undefined ? '' : textOf(answer) }),
    )
  })
}

/** How a call ended, and what came of it. */
async function outcome(call: ClientReadableStream<Buffer>) {
  const came: string[] = []
  call.on('data', (message: Buffer) => came.push(textOf(message)))
  let failure: ServiceError | undefined
  call.on('error', (error: ServiceError) => {
    failure = error
  })
  let ended: { readonly code: number; readonly details: string } | undefined
  call.on('status', (status) => {
    ended = status
  })
  await until(
    () => ended !== undefined,
    () => `the call has no status; ${came.length} messages came`,
  )
  return { came, failure, code: ended?.code, details: ended?.details ?? '' }
}

test('a unary call is judged, and answered', async (t) => {
  t.is((await unary(t, 'hello')).text, 'you said hello')
  const { error } = await unary(t, SECRET)
  t.is(error?.code, status.PERMISSION_DENIED)
  t.regex(error?.details ?? '', /No IBAN/)
  t.is(error?.metadata.get('x-weir-action')[0], 'block')
  t.false(arrived.includes(SECRET))
  const [record] = await weir.interactionsOf(SECRET)
  t.is(record?.enforced_action, 'block')
})

test('a service answers with a stream', async (t) => {
  const path = CHAT.FromService?.path ?? ''
  const call = client(t).makeServerStreamRequest(path, bytes, bytes, textMessage('count'))
  const { came, code } = await outcome(call)
  t.deepEqual(came, ['count 1', 'count 2', 'count 3'])
  t.is(code, status.OK)
})

test('a client sends more than a window, each message judged by itself', async (t) => {
  const path = CHAT.FromClient?.path ?? ''
  const messages = Array.from({ length: 6 }, () => textMessage(LONG))
  const answer = await new Promise<{ error: ServiceError | null; text: string }>((resolve) => {
    const call = client(t).makeClientStreamRequest<Buffer, Buffer>(path, bytes, bytes, (error, message) =>
      resolve({ error, text: message === undefined ? '' : textOf(message) }),
    )
    for (const message of messages) call.write(message)
    call.end()
  })
  t.is(answer.error, null)
  t.is(answer.text, `${messages.reduce((sum, { length }) => sum + length, 0)} bytes`)
  await weir.interactionsOf(LONG, 6)
})

test('a message with a secret ends a stream of the client; the service does not see it', async (t) => {
  const path = CHAT.FromClient?.path ?? ''
  const before = cancelled.length
  const error = await new Promise<ServiceError | null>((resolve) => {
    const call = client(t).makeClientStreamRequest<Buffer, Buffer>(path, bytes, bytes, resolve)
    call.on('error', () => {})
    call.write(textMessage('harmless'))
    setTimeout(() => call.write(textMessage(`later, ${SECRET}`)), 50)
  })
  t.is(error?.code, status.PERMISSION_DENIED)
  t.regex(error?.details ?? '', /No IBAN/)
  await until(
    () => cancelled.length > before,
    () => 'the service was not told',
  )
  t.pass()
})

test('both sides speak in turns, whoever begins', async (t) => {
  for (const begins of ['client', 'service'] as const) {
    const call = callBothWays(client(t), 'BothWays', { 'x-begins': begins })
    const heard = once(call, 'data')
    if (begins === 'client') call.write(textMessage(begins))
    const [first] = (await heard) as [Buffer]
    t.is(textOf(first), begins === 'client' ? 'you said client' : 'what is it?')
    for (const word of ['ping', 'pong', 'ping again']) {
      const answer = once(call, 'data')
      call.write(textMessage(word))
      t.is(textOf(((await answer) as [Buffer])[0]), `you said ${word}`)
    }
    const ended = outcome(call)
    call.end()
    t.is((await ended).code, status.OK)
  }
})

test('a refused message ends a stream in both directions with the status of gRPC, behind what was answered', async (t) => {
  const call = callBothWays(client(t))
  const answer = once(call, 'data')
  call.write(textMessage('good morning'))
  await answer
  const ended = outcome(call)
  call.write(textMessage(`again, ${SECRET}`))
  call.write(textMessage('and this comes behind it'))
  const { came, code, details, failure } = await ended
  t.deepEqual(came, [])
  t.is(code, status.PERMISSION_DENIED)
  t.regex(details, /No IBAN/)
  t.is(failure?.metadata.get('x-weir-action')[0], 'block')
  t.true(arrived.includes('good morning'))
  t.false(arrived.some((text) => text.includes(SECRET) || text.includes('behind')))
  const [record] = await weir.interactionsOf(`again, ${SECRET}`)
  t.is(record?.enforced_action, 'block')
  const [passed] = await weir.interactionsOf('good morning')
  t.is(passed?.enforced_action, 'allow')
})

test('compressed messages are read', async (t) => {
  // gRPC's number for gzip.
  const zipping = grpcClient(t, weir, HOST, { 'grpc.default_compression_algorithm': 2 })
  const text = 'compressed, '.repeat(10)
  const call = callBothWays(zipping)
  const answer = once(call, 'data')
  call.write(textMessage(text))
  t.regex(textOf(((await answer) as [Buffer])[0]), /you said .*compressed/)
  const ended = outcome(call)
  call.write(textMessage(`${text}${SECRET}`))
  t.is((await ended).code, status.PERMISSION_DENIED)
})

test('a message beyond WEIR_INSPECT_MAX_BYTES is refused where the fail mode is closed', async (t) => {
  const path = CHAT.FromClient?.path ?? ''
  const error = await new Promise<ServiceError | null>((resolve) => {
    const call = client(t).makeClientStreamRequest<Buffer, Buffer>(path, bytes, bytes, resolve)
    call.on('error', () => {})
    call.write(textMessage('short'))
    call.write(textMessage(LONG.repeat(3)))
  })
  t.is(error?.code, status.PERMISSION_DENIED)
})

test('a client that hangs up ends the call of the service', async (t) => {
  const before = cancelled.length
  const call = callBothWays(client(t))
  call.on('error', () => {})
  const answer = once(call, 'data')
  call.write(textMessage('hello?'))
  await answer
  call.cancel()
  await until(
    () => cancelled.length > before,
    () => 'the service was not told',
  )
  t.pass()
})

test('an error of the service comes through as what it is, with nothing before it', async (t) => {
  // The service answers while the client may still speak: Node has ended its process over a stream that was given up then.
  const calls = Array.from({ length: 30 }, () => {
    const call = client(t).makeBidiStreamRequest('/weir.test.Chat/Unknown', bytes, bytes)
    const ended = outcome(call)
    call.write(textMessage('is anybody there?'))
    return ended
  })
  for (const { code } of await Promise.all(calls)) t.is(code, status.UNIMPLEMENTED)
})
