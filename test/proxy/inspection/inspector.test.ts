import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import zlib from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { Inspector, type InspectorOptions } from '../../../proxy/inspection/inspector.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'
import { targetOf } from '../../support/read-request.ts'

const CHAT = 'https://api.openai.com/v1/chat/completions'
const IBAN = 'FR7630006000011234567890189'
const MIB = 1_048_576

function open(t: ExecutionContext, options: Partial<InspectorOptions> = {}): Inspector {
  const inspector = new Inspector({ maxBytes: 10 * MIB, budgetMs: 20_000, ...options })
  t.teardown(() => inspector.close())
  return inspector
}

function input(text: string, encoding?: 'gzip' | 'br' | 'zstd') {
  const plain = Buffer.from(JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: text }] }))
  const compress = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, zstd: zlib.zstdCompressSync }
  const headers: Record<string, string> = encoding === undefined ? {} : { 'content-encoding': encoding }
  return { ...targetOf(CHAT, { headers }), bytes: encoding === undefined ? plain : compress[encoding](plain) }
}

const FILLER = 'All work and no play makes Jack a dull boy.\n'
const large = `${FILLER.repeat(6000)}${IBAN}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.serial('a small prompt is inspected at once, without a promise', (t) => {
  for (const encoding of [undefined, 'gzip', 'br', 'zstd'] as const) {
    const inspection = open(t).inspect(input(`small, ${IBAN}`, encoding))
    t.false(inspection instanceof Promise)
    if (!(inspection instanceof Promise)) t.deepEqual(inspection.result?.findingTypes, ['IBAN'])
  }
})

test.serial(
  'a large prompt, or one that unfolds to a large one, is inspected in a thread, to the same result',
  async (t) => {
    const inspector = open(t)
    for (const encoding of [undefined, 'gzip', 'br', 'zstd'] as const) {
      const inspecting = inspector.inspect(input(large, encoding))
      t.true(inspecting instanceof Promise, encoding)
      const inspection = await inspecting
      t.like(inspection, { status: 'full', operation: 'chat_completions' })
      t.is(inspection.result?.contentHash, sha256(large))
      t.is(inspection.result?.classifications.at(-1)?.start, large.length - IBAN.length)
      t.is(inspection.prompt?.model, 'gpt-5')
    }
  },
)

test.serial('small prompts are inspected while a large one is', async (t) => {
  const inspector = open(t)
  await inspector.inspect(input(large))
  let answered = false
  const slow = Promise.resolve(inspector.inspect(input(large.repeat(30)))).then((inspection) => {
    answered = true
    return inspection
  })
  let meanwhile = 0
  for (; !answered; meanwhile++) {
    const inspection = inspector.inspect(input(`small, ${IBAN}`))
    t.false(inspection instanceof Promise)
    await setImmediate()
  }
  t.true(meanwhile > 5, `${meanwhile} small prompts`)
  t.is((await slow).status, 'full')
})

test.serial('the bytes to be forwarded are left alone', async (t) => {
  const request = input(large)
  const before = Buffer.from(request.bytes)
  await open(t).inspect(request)
  t.deepEqual(request.bytes, before)
})

test.serial('a bomb is cut off at the limit and inspected as far as that', async (t) => {
  const inspector = open(t, { maxBytes: MIB })
  for (const encoding of ['gzip', 'br', 'zstd'] as const) {
    const bomb = input(`${IBAN} ${' '.repeat(30 * MIB)}`, encoding)
    t.true(bomb.bytes.length < 100_000)
    const inspection = await inspector.inspect(bomb)
    t.like(inspection, { status: 'partial', reason: 'too_large' })
    t.deepEqual(inspection.result?.findingTypes, ['IBAN'])
  }
})

test.serial('a body of 20 MiB is cut off at the limit of 10', async (t) => {
  const inspection = await open(t).inspect(input(`${IBAN} ${'lorem ipsum '.repeat((20 * MIB) / 12)}`))
  t.like(inspection, { status: 'partial', reason: 'too_large' })
  t.deepEqual(inspection.result?.findingTypes, ['IBAN'])
})

test.serial('of a broken encoding, what comes before the break is inspected', async (t) => {
  const noise = Array.from({ length: 30_000 }, (_, line) => `${(line * 7919) % 40_009}`).join(' word ')
  const whole = input(`${IBAN} ${noise}`, 'gzip')
  const inspection = await open(t).inspect({ ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length - 2000) })
  t.like(inspection, { status: 'partial', reason: 'bad_encoding' })
  t.true(inspection.result?.findingTypes.includes('IBAN'))
})

test.serial('a thread that outlives the budget is ended, and the next prompt gets another', async (t) => {
  const inspector = open(t, { budgetMs: 1 })
  const inspection = await inspector.inspect(input(large.repeat(20)))
  t.is(inspection.reason, 'over_budget')
  t.is(inspection.operation, 'chat_completions')
  const again = await inspector.inspect(input(large.repeat(20)))
  t.is(again.reason, 'over_budget')
})

test.serial('many large prompts at once are all answered, those beyond the queue as over the budget', async (t) => {
  const inspector = open(t)
  const text = FILLER.repeat(3500)
  const inspections = await Promise.all(Array.from({ length: 80 }, () => inspector.inspect(input(text))))
  const full = inspections.filter(({ status }) => status === 'full').length
  t.true(full >= 64, `${full} full`)
  for (const { status, reason } of inspections) if (status !== 'full') t.is(reason, 'over_budget')
  t.true(full < 80)
})

test.serial('several threads share the work', async (t) => {
  const inspector = open(t, { workers: 2 })
  const inspections = await Promise.all(Array.from({ length: 6 }, () => inspector.inspect(input(large))))
  t.true(inspections.every(({ status }) => status === 'full'))
})

test.serial('closing answers what waits, and nothing hangs afterwards', async (t) => {
  const inspector = open(t)
  const waiting = Array.from({ length: 5 }, () => inspector.inspect(input(large)))
  await inspector.close()
  for (const inspection of await Promise.all(waiting)) t.is(inspection.reason, 'over_budget')
  t.is((await inspector.inspect(input(large))).reason, 'over_budget')
  t.is((await inspector.inspect(input('small'))).status, 'full')
})

test.serial('a host of the operator’s own is read alike in a thread and at once', async (t) => {
  const platform = createCatalogue({ interceptHosts: ['chat.corp.example'], bypassHosts: [] }).platformFor(
    'chat.corp.example',
  )
  if (platform === undefined) return t.fail()
  const inspector = open(t)
  const { target } = targetOf(CHAT)
  const inspect = (text: string) =>
    inspector.inspect({ platform, target, bytes: Buffer.from(JSON.stringify({ deep: { q: text } })) })
  const [small, big] = [await inspect('small text'), await inspect(large)]
  t.is(small.operation, 'generic')
  t.is(big.operation, 'generic')
  t.is(small.result?.contentHash, sha256('small text'))
  t.is(big.result?.contentHash, sha256(large))
})
