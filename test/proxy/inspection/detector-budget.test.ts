import test, { type ExecutionContext } from 'ava'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import { decodeAtOnce } from '../../../proxy/body/decode.ts'
import { inspectDecoded } from '../../../proxy/inspection/inspect-request.ts'
import { Inspector } from '../../../proxy/inspection/inspector.ts'
import { ClientText } from '../../../proxy/record/client-text.ts'
import { mixOf, served } from '../../core/tenant-detectors/support.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { targetOf } from '../../support/read-request.ts'

/** As they may have been saved before patterns were tried as they are now: each takes a second for 40 kB of its letters. */
const SLOW = Array.from({ length: 40 }, (_, index) =>
  served({ kind: 'pattern', type: 'EMPLOYEE_ID', pattern: `a[ab]{200,${900 - index}}c` }),
)
const ALIKE = served({
  kind: 'dictionary',
  type: 'PROJECT',
  words: Array.from({ length: 5000 }, (_, index) => `${'a'.repeat(16)}${'b'.repeat(100)}${index}`),
  whole_words: false,
})
const LISTS = Array.from({ length: 40 }, (_, list) =>
  served({
    kind: 'allow_list',
    patterns: Array.from({ length: 50 }, (_, index) => `[ab]*a[ab]{${100 + list},${300 + index}}c`),
  }),
)
const FOUND = served({ kind: 'pattern', type: 'TOKEN', pattern: 'z[ab]{300}' })
const IBAN = 'FR7630006000011234567890189'

function open(t: ExecutionContext, detectors: readonly object[], budgetMs: number): Inspector {
  const { set } = compileDetectors(detectors)
  const current = { set, served: detectors, revision: 1 }
  const inspector = new Inspector({ maxBytes: 10_485_760, budgetMs, detectors: () => current })
  t.teardown(() => inspector.close())
  return inspector
}

function prompt(text: string, client = 'a') {
  const bytes = Buffer.from(JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: text }] }))
  return { client, ...targetOf('https://api.openai.com/v1/chat/completions'), bytes }
}

/** Runs as many inspections as it takes until those here have the budget that they keep. */
async function warmUp(inspector: Inspector): Promise<void> {
  for (let n = 0; n < 510; n++) await inspector.inspect(prompt(`hello ${n}`, `client ${n}`))
}

test('a tenant’s slow patterns take the thread that serves everyone no longer than the budget', async (t) => {
  const inspector = open(t, [...SLOW, ...LISTS, FOUND], 3000)
  await warmUp(inspector)
  const waiting: unknown[] = []
  for (const text of [mixOf('ab', 12_000), `z${mixOf('ab', 300)} `.repeat(30)]) {
    const here = cpuMsOf(() => waiting.push(inspector.inspect(prompt(text, `client ${waiting.length}`))))
    // One window of one pattern takes about a tenth of a second, and all of them two minutes.
    t.true(here < 1000, `${here} ms`)
  }
  t.true(waiting.every((inspection) => inspection instanceof Promise))
  await inspector.close()
  await Promise.allSettled(waiting)
})

test('a client’s small prompts that are slow all the same go to the threads, and those of others do not', async (t) => {
  const inspector = open(t, SLOW, 3000)
  await warmUp(inspector)
  const waiting: unknown[] = []
  const slow = () => waiting.push(inspector.inspect(prompt(mixOf('ab', 3500), 'slow')))
  slow()
  slow()
  t.true(cpuMsOf(slow) < 50)
  t.false(inspector.inspect(prompt('hello', 'other')) instanceof Promise)
  await inspector.close()
  await Promise.allSettled(waiting)
})

test('in a thread they end with its budget, and what was found before is kept', async (t) => {
  const detectors = [...SLOW, FOUND, ...LISTS.slice(0, 2)]
  const inspector = open(t, detectors, 1000)
  const text = `my account ${IBAN} ${mixOf('ab', 100_000)}`
  const began = performance.now()
  const [slow, other] = await Promise.all([
    inspector.inspect(prompt(text)),
    inspector.inspect(prompt('All work and no play. '.repeat(2000), 'other')),
  ])
  // Where the machine has much else to do, the thread is ended before it has run so long.
  t.is(slow.reason, 'over_budget')
  t.is(other.status, 'full')
  t.true(performance.now() - began < 30_000)
  // The same in this thread.
  const { set } = compileDetectors(detectors)
  const input = prompt(text)
  let looks = 0
  const inspection = inspectDecoded(input, decodeAtOnce(input.bytes, undefined, input.bytes.length), {
    isOverBudget: () => ++looks > 20,
    extra: set,
  })
  t.like(inspection, { status: 'partial', reason: 'over_budget' })
  t.true(inspection.result?.findingTypes.includes('IBAN'))
})

test('words that are alike take a large prompt no longer than others', async (t) => {
  const inspector = open(t, [ALIKE], 3000)
  const { status } = await inspector.inspect(prompt(`${'a'.repeat(200_000)} ${'ab'.repeat(100_000)}`))
  t.is(status, 'full')
})

test('a user agent that takes too long to look at is not recorded', (t) => {
  const { set } = compileDetectors([...SLOW, served({ kind: 'pattern', type: 'TOKEN', pattern: 'TOK-\\d+' })])
  const texts = new ClientText(() => ({ set, revision: 1 }))
  t.is(texts.text('a TOK-12345'), 'a ***')
  const agent = `/${mixOf('ab', 2000)}`
  const before = process.threadCpuUsage()
  t.is(texts.text(agent), '***')
  const { user, system } = process.threadCpuUsage(before)
  t.true((user + system) / 1000 < 1500)
})
