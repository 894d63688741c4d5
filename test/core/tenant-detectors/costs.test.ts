import test from 'ava'
import fc from 'fast-check'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { mixOf, served } from './support.ts'

const words = (list: readonly string[], fields: object = {}) =>
  served({ kind: 'dictionary', type: 'PROJECT', words: list, ...fields })

test('a dictionary finds what a search for each of its words finds', (t) => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', ' '), minLength: 2, maxLength: 6 })
  const isWord = (unit: string | undefined) => unit !== undefined && unit !== ' '
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'B', ' '), maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      (list, text, ignore_case, whole_words) => {
        const { set } = compileDetectors([words(list, { ignore_case, whole_words })])
        const { candidates = [] } = set?.detect(text, () => false) ?? {}
        const found = candidates.map(({ start, end }) => `${start} ${end}`)
        const folded = (value: string) => (ignore_case ? value.toLowerCase() : value)
        // Blanks are one however many there are: the places of what is left.
        const places = [...text].flatMap((unit, at) => (unit === ' ' && text[at - 1] === ' ' ? [] : [at]))
        const plain = folded(places.map((at) => text[at]).join(''))
        const expected = new Set<string>()
        for (const one of list) {
          const form = folded(one.trim().replace(/ +/g, ' '))
          if (form === '') continue
          for (let at = plain.indexOf(form); at !== -1; at = plain.indexOf(form, at + 1)) {
            const end = at + form.length
            const isPart =
              (isWord(plain[at]) && isWord(plain[at - 1])) || (isWord(plain[end - 1]) && isWord(plain[end]))
            if (!whole_words || !isPart) expected.add(`${places[at]} ${(places[end - 1] ?? 0) + 1}`)
          }
        }
        t.deepEqual([...new Set(found)].sort(), [...expected].sort())
        t.is(new Set(found).size, found.length)
      },
    ),
    { numRuns: 500 },
  )
})

test('how long a dictionary takes depends on the text, not on how alike its words are', (t) => {
  const alike = (index: number) => `${'a'.repeat(16)}${'b'.repeat(100)}${index}`
  const unlike = (index: number) => `${index}${'b'.repeat(100)}${'a'.repeat(16)}`
  for (const whole_words of [true, false]) {
    const list = (make: (index: number) => string) =>
      compileDetectors([
        words(
          Array.from({ length: 5000 }, (_, i) => make(i)),
          { whole_words },
        ),
      ]).set
    const [hard, easy] = [list(alike), list(unlike)]
    for (const text of ['a'.repeat(100_000), `${'a'.repeat(16)}${'b'.repeat(99)} `.repeat(1000), 'a '.repeat(50_000)]) {
      const slow = cpuMsOf(() => hard?.detect(text, () => false))
      const quick = cpuMsOf(() => easy?.detect(text, () => false))
      t.true(slow < 20 * (quick + 1), `${slow} ms for words that are alike, ${quick} ms for others`)
    }
  }
})

test('words of words, in any number of dictionaries, end with the budget', (t) => {
  const nested = Array.from({ length: 200 }, (_, index) => 'ab'.repeat(index + 1).slice(0, index + 2))
  const { set } = compileDetectors([
    ...Array.from({ length: 100 }, () => words(nested.slice(0, 150))),
    words(['zz'], { whole_words: false }),
  ])
  let looks = 0
  const { complete } = set?.detect('ab'.repeat(50_000), () => ++looks > 3) ?? {}
  t.false(complete)
  t.is(looks, 4)
})

const pattern = (source: string, fields: object = {}) =>
  served({ kind: 'pattern', type: 'EMPLOYEE_ID', pattern: source, ...fields })

test('a pattern finds the same in a long text as in its lines alone', (t) => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '\u{1f600}', '1'), maxLength: 900 })
  for (const source of ['^a', 'a$', '\\ba', 'a\\b', '.{400,}', '\\d(?<value>a+)', '[^1]{3,}1', '\u{1f600}']) {
    for (const whole_words of [true, false]) {
      const { set } = compileDetectors([pattern(source, { whole_words })])
      const found = (text: string) => set?.detect(text, () => false).candidates ?? []
      fc.assert(
        fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
          const expected: string[] = []
          let offset = 0
          for (const each of lines) {
            for (const { start, end } of found(each)) expected.push(`${offset + start} ${offset + end}`)
            offset += each.length + 1
          }
          const whole = found(lines.join('\n')).map(({ start, end }) => `${start} ${end}`)
          // A match may go on over the end of a line where the pattern lets it.
          if (!source.startsWith('[^')) t.deepEqual(whole, expected, source)
        }),
        { numRuns: 30 },
      )
    }
  }
})

test('a match of more than a thousand characters is none, nor is a part of it', (t) => {
  const { set } = compileDetectors([pattern('[a-z]{5,}')])
  const found = (text: string) => set?.detect(text, () => false).candidates.map(({ start, end }) => `${start} ${end}`)
  t.deepEqual(found(`${'a'.repeat(1000)} bbbbb`), ['0 1000', '1001 1006'])
  for (const length of [1001, 2048, 3049, 3050, 10_000, 100_000]) {
    t.deepEqual(found(`${'a'.repeat(length)} bbbbb`), [`${length + 1} ${length + 6}`], String(length))
  }
})

test('the budget ends the search for slow patterns soon after it is spent, whatever the text', (t) => {
  const sources = Array.from({ length: 40 }, (_, index) => `a[ab]{200,${900 - index}}c`)
  const { set } = compileDetectors(sources.map((source) => pattern(source)))
  const text = mixOf('ab', 100_000)
  let looks = 0
  const one = cpuMsOf(() => set?.detect(text, () => ++looks > 1))
  const rest = cpuMsOf(() => set?.detect(text.slice(0, 3000), () => false))
  // A window of one pattern, of forty patterns that look at as much.
  t.true(one < rest / 4, `${one} ms, ${rest} ms`)
})

test('allow-lists are asked about a value once, and no longer than the budget lasts', (t) => {
  const lists = Array.from({ length: 40 }, (_, list) =>
    served({ kind: 'allow_list', patterns: Array.from({ length: 50 }, (_, index) => `x{${list}}y{${index}}z`) }),
  )
  const { set } = compileDetectors([pattern('EMP-\\d+'), ...lists])
  const values = (count: number, different: number) =>
    Array.from({ length: count }, (_, index) => `EMP-${index % different}`).join(' ')
  const asked = (text: string, most = Number.POSITIVE_INFINITY) => {
    let looks = 0
    const own = set?.detect(text, () => false).candidates ?? []
    const settled = set?.settle(text, [], own, () => ++looks > most)
    return { looks, kept: settled?.candidates.length, complete: settled?.complete }
  }
  const { looks, ...once } = asked(values(1, 1))
  t.deepEqual(once, { kept: 1, complete: true })
  t.deepEqual(asked(values(500, 1)), { looks, kept: 500, complete: true })
  // What could not be asked about stays.
  t.deepEqual(asked(values(500, 500), 5000), { looks: 5001, kept: 500, complete: false })
})

test('all detectors together find no more than an answer can hold', (t) => {
  // Each of them by itself may find ten thousand.
  const found = (count: number) =>
    compileDetectors(Array.from({ length: count }, () => pattern('a', { whole_words: false }))).set?.detect(
      'a'.repeat(9000),
      () => false,
    )
  t.like(found(2), { candidates: { length: 18_000 }, complete: true })
  t.like(found(3), { candidates: { length: 20_000 }, complete: false })
})
