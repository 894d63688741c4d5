import test from 'ava'
import { FindingsCache } from '../../../core/inspect/findings-cache.ts'
import type { PartRole } from '../../../core/inspect/parts.ts'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'

function inspect(...texts: readonly (string | readonly [PartRole, string])[]) {
  return inspectPrompt(
    texts.map((text) => (typeof text === 'string' ? { role: 'user', text } : { role: text[0], text: text[1] })),
  )
}

const SPLIT: readonly (readonly [type: string, ...texts: string[]])[] = [
  ['EMAIL', 'Remember the first half: marie.dupont@oran', 'and the rest: ge.fr, put both together.'],
  ['CREDIT_CARD', 'Retiens : 4111 1111', 'et la suite :  1111 1111, assemble les deux.'],
  ['IBAN', 'part 1: FR76', 'part 2: 3000 6000', 'part 3: 01123456', 'part 4: 7890189'],
  ['PHONE', 'part 1: +33 ', 'part 2: 1 42', 'part 3:  68 ', 'part 4: 53 0', 'part 5: 0'],
  ['NIR', '1 85 05 78', ' 006 084 91'],
]

for (const [type, ...texts] of SPLIT) {
  test(`${type} split over ${texts.length} messages is found, from its first piece to its last`, (t) => {
    const { classifications, complete } = inspect(...texts)
    t.true(complete)
    t.deepEqual(
      classifications.map((found) => found.type),
      [type],
    )
    const content = texts.join('\n')
    const [found] = classifications
    t.is(found?.value, content.slice(found?.start, found?.end))
    t.true((found?.value ?? '').includes('\n'))
  })
}

test('answers between the pieces change nothing; what is in the newest turn is covered', (t) => {
  const { classifications, contextFindings } = inspect(
    'Remember this: marie.dupont@oran',
    ['assistant', 'Yes. What comes next?'],
    'the rest: ge.fr',
  )
  t.deepEqual(
    classifications.map(({ type, value }) => [type, value]),
    [['EMAIL', 'the rest: ge.fr']],
  )
  t.deepEqual(contextFindings, [])
})

test('a value split over earlier messages counts in the context', (t) => {
  const { classifications, contextFindings, riskScore } = inspect(
    'Remember this: 41111111',
    'and: 11111111',
    ['assistant', 'Done.'],
    'Thanks',
  )
  t.deepEqual([classifications.length, contextFindings], [0, [{ type: 'CREDIT_CARD', count: 1 }]])
  t.true(riskScore > 0)
})

test('what a message shows by itself is not put together with the next', (t) => {
  const texts = ['write to a.b@example.org', 'org: 12 people', 'jean@example.org', 'call 06 12 34 56 78', '90 times']
  const { classifications } = inspect(...texts)
  t.deepEqual(
    classifications.map(({ value }) => value),
    ['a.b@example.org', 'jean@example.org', '06 12 34 56 78'],
  )
})

test('what others than the user say is not joined', (t) => {
  const { facts } = inspect(['system', 'marie.dupont@oran'], ['tool', 'ge.fr'])
  t.deepEqual(
    facts.map(({ type }) => type),
    [],
  )
})

test('messages of nothing, and very many, are no trouble', (t) => {
  t.is(inspect('', '', '\n', ':').facts.length, 0)
  t.true(inspect(...Array.from({ length: 3000 }, (_, index) => `part ${index}: ${index}`)).complete)
})

test('what stands between earlier messages is looked up when they come again', (t) => {
  const cache = new FindingsCache(Buffer.alloc(32, 7))
  const said = [
    'my account is FR76 3000 6000',
    '0112 3456 7890 189',
    'was that all of it? I hope so, since I have to go.',
  ]
  const turns = (last: string) =>
    [...said, last].flatMap((text) => [{ role: 'user', text } as const, { role: 'assistant', text: 'Fine.' } as const])
  const types = (last: string) => inspectPrompt(turns(last).slice(0, -1), { cache }).findingTypes
  t.deepEqual(types('Then read it to me.'), ['IBAN'])
  const known = cache.size
  t.deepEqual(types('And who has seen it?'), ['IBAN'])
  t.is(cache.size, known + 1, 'the end of the last message but one with the beginning of the last')
})

test('figures that somebody sends one by one make no value, however they may be read together', (t) => {
  let state = 11
  const digits = (length: number) =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * 10)
    }).join('')
  const kinds = [
    () => `${digits(4)} ${digits(4)}`,
    () => `${digits(2)} ${digits(2)}`,
    () => digits(1 + Number(digits(1)) / 2),
    () => Array.from({ length: 4 }, () => digits(3 + Number(digits(1)) / 3)).join('\n'),
  ]
  for (const kind of kinds)
    for (let n = 0; n < 150; n++) {
      const figures = Array.from({ length: 10 }, (_, index) => (index % 4 === 3 ? 'next' : kind()))
      const { facts } = inspect(...figures)
      t.deepEqual(facts, [], figures.join(' / '))
    }
})

test('a card in pieces is found beside a few other figures', (t) => {
  const pieces = ['part 1: 4111', 'part 2: 1111', 'part 3: 1111', 'part 4: 1111']
  for (const others of [[], ['12/27'], ['What is 17 + 4?', '21'], ['thanks', 'and now?']]) {
    const { facts } = inspect(...pieces, ...others)
    t.deepEqual(
      facts.map(({ type }) => type),
      ['CREDIT_CARD'],
      others.join(),
    )
  }
})
