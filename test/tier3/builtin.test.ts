import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import test from 'ava'
import { createBuiltinProvider } from '../../tier3/builtin/provider.ts'
import { Tier3Error } from '../../tier3/provider.ts'
import { testOn } from '../support/optional.ts'

const CRASHING = new URL('./crashing-worker.ts', import.meta.url)
const BUDGET_MS = 60_000

test('names, organisations and topics of a text, with offsets into it', async (t) => {
  const provider = createBuiltinProvider({ names: true, inBackground: true })
  t.teardown(() => provider.close())
  const text =
    'Petra Sovadina of Ferrolux SAS was given her notice period and a severance of 20,000 euros. Sovadina will sign on Monday.'
  const found = await provider.classify(text, { budgetMs: BUDGET_MS })
  for (const { value, start, end } of found) t.is(text.slice(start, end), value)
  t.deepEqual(
    found.map(({ type, value }) => (type === 'TOPIC_HR' ? type : [type, value])),
    [['PERSON_NAME', 'Petra Sovadina'], ['ORGANIZATION', 'Ferrolux SAS'], 'TOPIC_HR', ['PERSON_NAME', 'Sovadina']],
  )
})

test('names that tier 2 knows are repeated names elsewhere, and not found twice', async (t) => {
  const provider = createBuiltinProvider({ names: true, inBackground: true })
  t.teardown(() => provider.close())
  const text = 'Ask Wanda Zwolenska first. Then Zwolenska decides.'
  const known = [{ type: 'PERSON_NAME', value: 'Wanda Zwolenska', score: 0.9, start: 4, end: 19 }]
  const found = await provider.classify(text, { budgetMs: BUDGET_MS, known })
  t.deepEqual(
    found.map(({ value, start }) => [value, start]),
    [['Zwolenska', 32]],
  )
})

test('any text at all is classified in bounded time: long, empty of words, or no Unicode', async (t) => {
  const provider = createBuiltinProvider({ names: true, inBackground: true })
  t.teardown(() => provider.close())
  const hostile = [
    '\ud800\u0000',
    'A'.repeat(200_000),
    'Aa '.repeat(70_000),
    'Anna Bell. '.repeat(20_000),
    '\n'.repeat(200_000),
    'a;b;c\n'.repeat(30_000),
    '((((('.repeat(40_000),
    'function a() {\n'.repeat(10_000),
    'password: '.repeat(20_000),
    'A&A.A-'.repeat(30_000),
    '1 000 000 '.repeat(20_000),
    `${'é'.repeat(50_000)}@${'a.'.repeat(50_000)}`,
  ]
  for (const text of hostile) {
    const found = await provider.classify(text, { budgetMs: BUDGET_MS })
    for (const { value, start, end } of found) t.is(text.slice(start, end), value)
  }
})

for (const [how, code] of [
  ['throw', 'ERR_TIER3_CRASHED'],
  ['exit', 'ERR_TIER3_CRASHED'],
  ['eat', 'ERR_TIER3_CRASHED'],
  ['spin', 'ERR_TIER3_TIMEOUT'],
] as const) {
  test(`a thread that is made to ${how} is replaced; its text is answered with an error, the others with findings`, async (t) => {
    const provider = createBuiltinProvider({ names: true, inBackground: true }, CRASHING)
    t.teardown(() => provider.close())
    const budgetMs = how === 'spin' ? 2000 : BUDGET_MS
    const failing = provider.classify(how, { budgetMs })
    const waiting = provider.classify('one', { budgetMs: BUDGET_MS })
    const error = await t.throwsAsync(failing, { instanceOf: Tier3Error, code })
    t.false(`${error.message}${String(error.cause)}`.includes('zibeline'))
    t.is((await waiting)[0]?.value, 'one')
    t.is((await provider.classify('two', { budgetMs: BUDGET_MS }))[0]?.value, 'two')
  })
}

test('a thread that cannot start answers what waits, and is tried again for the next text', async (t) => {
  const provider = createBuiltinProvider({ names: true, inBackground: true }, new URL('./nowhere.ts', import.meta.url))
  t.teardown(() => provider.close())
  for (const text of ['a', 'b']) {
    await t.throwsAsync(provider.classify(text, { budgetMs: BUDGET_MS }), { code: 'ERR_TIER3_CRASHED' })
  }
})

test('closing and aborting answer what is asked', async (t) => {
  const provider = createBuiltinProvider({ names: true, inBackground: true }, CRASHING)
  const abort = new AbortController()
  const aborted = provider.classify('spin', { budgetMs: BUDGET_MS, signal: abort.signal })
  const closed = provider.classify('one', { budgetMs: BUDGET_MS })
  abort.abort()
  await t.throwsAsync(aborted, { code: 'ERR_TIER3_CLOSED' })
  const closing = provider.close()
  await t.throwsAsync(closed, { code: 'ERR_TIER3_CLOSED' })
  await closing
  await t.throwsAsync(provider.classify('two', { budgetMs: BUDGET_MS }), { code: 'ERR_TIER3_CLOSED' })
})

const onLinux = testOn(test, 'Linux', process.platform === 'linux').serial

// Serial, so that it runs before all others: they start such threads too.
onLinux('a thread that nobody waits for gives way to all others, and only such a thread', async (t) => {
  const LOWEST = 19
  const lowest = () =>
    readdirSync('/proc/self/task').filter((id) => {
      // Field 19 of the line, the 17th behind the name in parentheses (proc(5)).
      const fields = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return Number(fields[16]) === LOWEST
    }).length
  const threadsGivingWay = async (inBackground: boolean) => {
    const provider = createBuiltinProvider({ names: false, inBackground })
    await provider.classify('a', { budgetMs: BUDGET_MS })
    const count = lowest()
    await provider.close()
    return count
  }
  t.is(await threadsGivingWay(false), 0)
  t.is(await threadsGivingWay(true), 1)
  t.true(getPriority() < LOWEST)
})
