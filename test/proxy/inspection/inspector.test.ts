import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import zlib from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { InspectionBusyError } from '../../../proxy/inspection/busy-error.ts'
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
  return {
    client: 'a',
    ...targetOf(CHAT, { headers }),
    bytes: encoding === undefined ? plain : compress[encoding](plain),
  }
}

/** A clock by which whatever is measured takes a millisecond, on machines of any speed. */
function ticking(): () => number {
  let now = 0
  return () => ++now
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

test.serial('what only claims to be encoded is inspected as it came', async (t) => {
  const inspector = open(t)
  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, br']) {
    const { target, ...plain } = input(`pay ${IBAN}`)
    const claimed = { ...target, headers: { ...target.headers, 'content-encoding': coding } }
    const inspection = await inspector.inspect({ ...plain, target: claimed })
    t.like(inspection, { status: 'partial', reason: 'bad_encoding' }, coding)
    t.deepEqual(inspection.result?.findingTypes, ['IBAN'], coding)
  }
})

test.serial('a thread that outlives the budget is ended, and the next prompt gets another', async (t) => {
  const inspector = open(t, { budgetMs: 1 })
  const inspection = await inspector.inspect(input(large.repeat(20)))
  t.is(inspection.reason, 'over_budget')
  t.is(inspection.operation, 'chat_completions')
  const again = await inspector.inspect(input(large.repeat(20)))
  t.is(again.reason, 'over_budget')
})

test.serial('many large prompts at once all get their turn', async (t) => {
  const inspector = open(t)
  const text = FILLER.repeat(3500)
  const inspections = await Promise.all(Array.from({ length: 80 }, () => inspector.inspect(input(text))))
  for (const { status } of inspections) t.is(status, 'full')
})

test.serial('one that waits too long for its turn is turned away, which is no verdict', async (t) => {
  const inspector = open(t, { waitMs: 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => inspector.inspect(input(large))))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  t.true(refused.length > 0)
  for (const outcome of refused) t.true((outcome as PromiseRejectedResult).reason instanceof InspectionBusyError)
})

test.serial('several threads share the work', async (t) => {
  const inspector = open(t, { workers: 2 })
  const inspections = await Promise.all(Array.from({ length: 6 }, () => inspector.inspect(input(large))))
  t.true(inspections.every(({ status }) => status === 'full'))
})

test.serial('closing turns away what waits, and nothing hangs afterwards', async (t) => {
  const inspector = open(t)
  const waiting = Promise.allSettled(Array.from({ length: 5 }, () => inspector.inspect(input(large))))
  await inspector.close()
  for (const { status } of await waiting) t.is(status, 'rejected')
  await t.throwsAsync(async () => inspector.inspect(input(large)), { instanceOf: InspectionBusyError })
  t.is((await inspector.inspect(input('small'))).status, 'full')
})

/** 359 bytes that unfold to 128 KB, every group of digits a candidate. */
const dates = input('2026-11-22 '.repeat(11_500), 'gzip')
/** Some 2 KB that unfold to 1.2 MB. */
const manyDates = input('2026-11-22 '.repeat(110_000), 'gzip')

test.serial('a few bytes that become a text of dates are no work for the thread that serves everyone', async (t) => {
  t.true(dates.bytes.length < 1000)
  const inspecting = open(t).inspect(dates)
  t.true(inspecting instanceof Promise)
  t.is((await inspecting).status, 'full')
})

test.serial('a long query is no work for the thread that serves everyone, and counts for its client', async (t) => {
  const inspector = open(t, { now: ticking() })
  const withQuery = (characters: number) => ({
    client: 'a',
    ...targetOf(`https://api.openai.com/v1/models?q=${IBAN}-${'x'.repeat(characters)}`, { method: 'GET' }),
    bytes: Buffer.alloc(0),
  })
  t.false(inspector.inspect(withQuery(100)) instanceof Promise)
  const inspecting = inspector.inspect(withQuery(20_000))
  t.true(inspecting instanceof Promise)
  t.deepEqual((await inspecting).result?.findingTypes, (await inspector.inspect(withQuery(100))).result?.findingTypes)
  const many = Array.from({ length: 20 }, () => inspector.inspect(withQuery(10_000)))
  t.true(many.some((one) => one instanceof Promise))
  await Promise.all(many)
})

test.serial('what looks cheap and is not goes on in a thread, to the same result', async (t) => {
  const inspector = open(t)
  // Words that rules read for themselves, which no count of digits foretells.
  const text = `${'password is hunter2hunter, '.repeat(4000)}${IBAN}`
  const inspection = await inspector.inspect(input(text))
  t.is(inspection.status, 'full')
  t.true(inspection.result?.findingTypes.includes('IBAN'))
})

test.serial(
  'somebody with eight hostile connections delays himself, not others, and nothing passes for it',
  async (t) => {
    const inspector = open(t)
    const order: string[] = []
    const hostile = Array.from({ length: 70 }, async () => {
      const inspection = await inspector.inspect({ ...manyDates, client: 'hostile' })
      order.push('hostile')
      return inspection
    })
    const card = 'my card is 4111 1111 1111 1111'
    const prompt = input(`${FILLER.repeat(4500)}${card}`)
    const others = ['b', 'c'].map(async (client) => {
      const inspection = await inspector.inspect({ ...prompt, client })
      order.push(client)
      t.is(inspection.status, 'full')
      t.true(inspection.result?.findingTypes.includes('CREDIT_CARD'))
    })
    await Promise.all(others)
    const before = order.filter((client) => client === 'hostile').length
    t.true(before <= 6, `${before} of the hostile ones came first`)
    await inspector.close()
    const outcomes = await Promise.allSettled(hostile)
    // Those whose turn never came are turned away; none is a verdict.
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') t.true(outcome.reason instanceof InspectionBusyError)
    }
  },
)

test.serial('a host of the operator’s own is read alike in a thread and at once', async (t) => {
  const platform = createCatalogue({ interceptHosts: ['chat.corp.example'], bypassHosts: [] }).platformFor(
    'chat.corp.example',
  )
  if (platform === undefined) return t.fail()
  const inspector = open(t)
  const target = { ...targetOf(CHAT).target, path: '/ask' }
  const inspect = (text: string) =>
    inspector.inspect({ client: 'a', platform, target, bytes: Buffer.from(JSON.stringify({ deep: { q: text } })) })
  const [small, big] = [await inspect('small text'), await inspect(large)]
  t.is(small.operation, 'generic')
  t.is(big.operation, 'generic')
  t.is(small.result?.contentHash, sha256('small text'))
  t.is(big.result?.contentHash, sha256(large))
})

test.serial('many prompts of one client in a row yield to others: some of them go to a thread', async (t) => {
  const inspector = open(t, { now: ticking() })
  for (let round = 0; round < 30; round++) await inspector.inspect(input('Jean Dupont Marie Martin '))
  const medium = input('Jean Dupont Marie Martin '.repeat(180))
  const inspecting = Array.from({ length: 20 }, () => inspector.inspect(medium))
  const inThreads = inspecting.filter((inspection) => inspection instanceof Promise)
  t.true(inThreads.length > 0)
  t.false(inspector.inspect(input('small')) instanceof Promise, 'small ones never wait')
  for (const inspection of await Promise.all(inspecting)) t.is(inspection.status, 'full')
})
