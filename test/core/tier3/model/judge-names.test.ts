import test from 'ava'
import { judgeNames } from '../../../../core/tier3/model/judge-names.ts'
import { readModelConfig } from '../../../../core/tier3/model/labels.ts'
import { type ModelName, readNames } from '../../../../core/tier3/model/read-names.ts'
import { windowsOf } from '../../../../core/tier3/model/windows.ts'

type Marked = readonly [word: string, kind: 'given' | 'family' | 'person', probability: number]

/** What a model would say that sees these words, which stand together in the text, as one name. */
function seen(text: string, ...words: readonly Marked[]): ModelName {
  let at = 0
  const placed = words.map(([word, kind, probability]) => {
    const start = text.indexOf(word, at)
    at = start + word.length
    return { start, end: at, kind, probability }
  })
  return { start: placed[0]?.start ?? 0, end: at, words: placed }
}

const judged = (text: string, names: readonly ModelName[], known: readonly { start: number; end: number }[] = []) =>
  judgeNames(text, names, known).map(({ start, end }) => text.slice(start, end))

const given = (word: string, probability = 0.99): Marked => [word, 'given', probability]
const family = (word: string, probability = 0.99): Marked => [word, 'family', probability]

test('a given and a family name count from .8, in small letters where the lists know them', (t) => {
  const text = 'please send Nathalie Brissac the contract'
  t.deepEqual(judged(text, [seen(text, given('Nathalie', 0.8), family('Brissac', 0.8))]), ['Nathalie Brissac'])
  t.deepEqual(judged(text, [seen(text, given('Nathalie', 0.8), family('Brissac', 0.7))]), [])
  t.deepEqual(judged(text, [seen(text, given('Nathalie'), given('Brissac'))]), [])
  const small = 'please send nathalie dupont the contract'
  t.deepEqual(judged(small, [seen(small, given('nathalie'), family('dupont'))]), ['nathalie dupont'])
  const unlisted = 'please send qoxi vrelk the contract'
  t.deepEqual(judged(unlisted, [seen(unlisted, given('qoxi'), family('vrelk'))]), [])
})

test('a model that tells no kinds of names needs two words as well', (t) => {
  const text = 'please send Nathalie Brissac the contract'
  t.deepEqual(judged(text, [seen(text, ['Nathalie', 'person', 0.9], ['Brissac', 'person', 0.9])]), ['Nathalie Brissac'])
})

test('what only looks like a name is none, however sure the model is', (t) => {
  for (const [text, first, last] of [
    ['we bought it from Nathalie Brissac Incorporated', 'Nathalie', 'Brissac'],
    ['meet me at 4 rue Nathalie Brissac', 'Nathalie', 'Brissac'],
    ['"Be brave." - Nathalie Brissac', 'Nathalie', 'Brissac'],
    ['- Nathalie Brissac : the hero, a wizard', 'Nathalie', 'Brissac'],
    ['a film by Albert Einstein', 'Albert', 'Einstein'],
    ['write it with Claude Opus', 'Claude', 'Opus'],
    ['import com.Nathalie Brissac', 'Nathalie', 'Brissac'],
  ] as const) {
    t.deepEqual(judged(text, [seen(text, given(first), family(last))]), [], text)
  }
})

test('a name alone counts where the lists and the words around agree', (t) => {
  const note = 'Nathalie had given her phone number to the bank.'
  t.deepEqual(judged(note, [seen(note, given('Nathalie'))]), ['Nathalie'])
  t.deepEqual(judged(note, [seen(note, given('Nathalie', 0.9))]), [])
  const exercise = 'Nathalie has 3 apples and gives 2 to Karim. How many apples does Nathalie have?'
  t.deepEqual(judged(exercise, [seen(exercise, given('Nathalie')), seen(exercise, given('Karim'))]), [])
  const place = 'The office in Zambia is closed, and Spring is near.'
  t.deepEqual(judged(place, [seen(place, given('Zambia')), seen(place, given('Spring'))]), [])
  const long = `${'The harbour was quiet that night. '.repeat(30)}Nathalie slept.`
  t.deepEqual(judged(long, [seen(long, given('Nathalie'))]), [])
})

test('beside a person, and as part of a name that is known, less is enough', (t) => {
  const text = 'Nathalie Brissac, Zorbex and others came. Later Brissac left.'
  const known = [{ start: 0, end: 16 }]
  const names = [seen(text, given('Zorbex', 0.7)), { ...seen(text.slice(20), family('Brissac', 0.6)) }].map(
    (name, i) => (i === 0 ? name : shifted(name, 20)),
  )
  t.deepEqual(judged(text, names, known), ['Zorbex', 'Brissac'])
  t.deepEqual(judged(text, names), [])
})

function shifted(name: ModelName, by: number): ModelName {
  const move = <T extends { start: number; end: number }>(span: T): T => ({
    ...span,
    start: span.start + by,
    end: span.end + by,
  })
  return { ...move(name), words: name.words.map(move) }
}

test('one line of nothing but names is judged without reading all of it for each', (t) => {
  const count = 8000
  const text = 'Nathalie ; '.repeat(count)
  const names = Array.from({ length: count }, (_, index) => shifted(seen('Nathalie', given('Nathalie')), index * 11))
  const started = process.cpuUsage()
  t.deepEqual(judgeNames(text, names, [{ start: 0, end: 8 }]), [])
  const { user, system } = process.cpuUsage(started)
  // A tenth of a second; with the whole line read for each name, ten.
  t.true(user + system < 5_000_000)
})

test('labels of many makers are understood, and a model without names is refused', (t) => {
  const { kinds, tokensMax } = readModelConfig({
    id2label: { 0: 'O', 1: 'B-GIVENNAME', 2: 'I-SURNAME', 3: 'B-PER', 4: 'B-LOC', 5: 'private_person' },
    max_position_embeddings: 514,
  })
  t.deepEqual(kinds, [undefined, 'given', 'family', 'person', undefined, 'person'])
  t.is(tokensMax, 512)
  t.throws(() => readModelConfig({ id2label: { 0: 'O', 1: 'B-LOC' } }), { code: 'ERR_TIER3_MODEL' })
  t.throws(() => readModelConfig({}), { code: 'ERR_TIER3_MODEL' })
})

test('the pieces of a word are read together, and words that stand together are one name', (t) => {
  const text = 'Zo-Ra de Bris'
  const tokens = [
    { id: 1, start: 0, end: 2, isInside: false },
    { id: 2, start: 2, end: 3, isInside: false },
    { id: 3, start: 3, end: 5, isInside: false },
    { id: 4, start: 6, end: 8, isInside: false },
    { id: 5, start: 9, end: 11, isInside: false },
    { id: 6, start: 11, end: 13, isInside: true },
  ]
  const logits = [
    [0, 9, 0],
    [9, 0, 0],
    [0, 9, 0],
    [9, 0, 0],
    [0, 0, 9],
    [3, 0, 4],
  ].flat()
  const names = readNames(text, tokens, logits, [undefined, 'given', 'family'])
  t.deepEqual(
    names.map(({ start, end, words }) => [text.slice(start, end), words.map(({ kind }) => kind).join()]),
    [['Zo-Ra de Bris', 'given,given,family']],
  )
  // Numbers that are none show no name.
  t.deepEqual(readNames(text, tokens, new Array(18).fill(Number.NaN), [undefined, 'given', 'family']), [])
})

test('a model is asked about all places that may hold a name, once, and about no others', (t) => {
  const text = `${'const a = b[0];\n'.repeat(100)}Ask Nathalie. ${'Zorbex came home. '.repeat(60)}\n${'1 2 3\n'.repeat(300)}`
  const windows = [...windowsOf(text, [])]
  t.true(windows.length > 2)
  for (const [index, { start, end }] of windows.entries()) {
    t.true(end - start <= 480 && start >= (windows[index - 1]?.end ?? 0))
    t.regex(text.slice(start, end), /Nathalie|Zorbex/)
  }
  t.is(
    windows
      .map(({ start, end }) => text.slice(start, end))
      .join('')
      .match(/Zorbex/g)?.length,
    60,
  )
  t.deepEqual([...windowsOf('Nathalie', [{ start: 0, end: 8 }])], [])
})
