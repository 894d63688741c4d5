import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { classify } from '../../../core/inspect/classify.ts'
import { CANDIDATES_MAX } from '../../../core/inspect/engine.ts'

/** What makes rules, views and decoders start: values, labels, and every kind of disguise. */
const PIECES = [
  ...['4111 1111 1111 1111', 'marie.dupont@orange.fr', '+33 6 12 34 56 78', '06 12 34 56 78', '1 85 05 78 006 084 91'],
  ...['FR76 3000 6000 0112 3456 7890 189', '192.168.1.1', '2001:db8::1', 'Jean Dupont', 'Dr ', 'password=', 'token: '],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'article L. 1234-1 du Code du travail',
    'née le 12/03/1985',
  ],
  ...[
    'one two three four five six seven eight',
    'zéro six un deux',
    ' point ',
    ' arobase ',
    '12 rue de la Paix',
    '2A ',
  ],
  ...[
    '\u200b',
    '\u0301',
    '\ud800',
    '\udc00',
    '\u0000',
    '٤',
    '４',
    '\u{1d7d2}',
    '\u{e0041}',
    '\ufe01',
    '\u202e',
    '\u202c',
    '\u2064',
  ],
  ...[
    '%41',
    '&#65;',
    '&commat;',
    '\\u0041',
    '\\x41',
    '\\u{41}',
    '=41',
    '0x41,',
    '41 ',
    '01000001 ',
    'QUJDREVGR0g=',
    '4142434445464748',
  ],
  ...[
    '"',
    "'",
    '`',
    '**',
    '__',
    '<b>',
    '<!--',
    '-->',
    '" + "',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '.',
    '-',
    '@',
    ':',
    '/',
    '0',
    'a',
    'É',
    'ſ',
    'İ',
    '…',
  ],
]

const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), {
  maxLength: 40,
})
const anything = fc.oneof(
  hostile.map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 400 }),
  // Lone halves of pairs, too.
  fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  fc.tuple(fc.constantFrom(...PIECES), fc.nat(3000)).map(([piece, count]) => piece.repeat(count)),
  hostile.map((pieces) => Buffer.from(Buffer.from(pieces.join('')).toString('base64')).toString('base64')),
)

function holds(t: ExecutionContext, text: string): void {
  for (const tier of [1, 2] as const) {
    const { classifications, complete } = classify(text, { tier })
    t.true(complete)
    let end = 0
    for (const found of classifications) {
      t.true(found.start >= end && found.end > found.start && found.end <= text.length)
      t.is(text.slice(found.start, found.end), found.value)
      t.true(found.score >= 0.35 && found.score <= 0.99)
      end = found.end
    }
  }
}

test('whatever the text, findings lie within it, in order, and are what stands there', (t) => {
  fc.assert(
    fc.property(anything, (text) => holds(t, text)),
    { numRuns: 800 },
  )
})

test('the same text always has the same findings', (t) => {
  fc.assert(
    fc.property(anything, (text) => {
      t.deepEqual(classify(text), classify(text))
    }),
    { numRuns: 200 },
  )
})

/** Ten million characters. */
const LONG = 10_000_000
const BUDGET_MS = 1000
/** Between two looks at the clock; wide, as other tests share the machine. */
const GAP_MS = 5000

for (const piece of [
  'The cat sat on the mat. ',
  '4\u200b',
  'a\u0301',
  '1 ',
  'Jean Dupont ',
  '%41',
  '\ud800',
  '\ufe01',
  'QUJDREVGR0g',
  '"',
]) {
  test(`ten million characters of ${JSON.stringify(piece)} end with the budget, and say so`, (t) => {
    const text = piece.repeat(Math.ceil(LONG / piece.length))
    const start = performance.now()
    let last = start
    let gap = 0
    const isOverBudget = () => {
      const now = performance.now()
      gap = Math.max(gap, now - last)
      last = now
      return now - start > BUDGET_MS
    }
    const { complete, classifications } = classify(text, { isOverBudget })
    const took = performance.now() - start
    // A fast machine finds as much as is kept before the time is up; of what overlaps some goes afterwards.
    const isEndedEarly = took >= BUDGET_MS || classifications.length > CANDIDATES_MAX * 0.9
    t.true(complete ? took < BUDGET_MS + GAP_MS : isEndedEarly, `${took} ms, complete: ${complete}`)
    t.true(Math.max(gap, performance.now() - last) < GAP_MS, `${gap} ms without a look at the clock`)
  })
}

test('encodings nested without end are followed a few steps and no farther', (t) => {
  let text = 'marie.dupont@orange.fr'
  for (let depth = 0; depth < 12; depth++) text = Buffer.from(text).toString('base64')
  t.true(classify(text).complete)
  let escaped = '%41'
  for (let depth = 0; depth < 2000; depth++) escaped = escaped.replace('%', '%25')
  t.true(classify(escaped).complete)
})

test('values that lie across the slices of a long text are found once', (t) => {
  const value = 'marie.dupont@orange.fr'
  for (const offset of [-30, -22, -10, -1, 0, 5]) {
    const text = `${'x '.repeat(131_072 + offset)} ${value} ${'y '.repeat(140_000)}${value}`
    const { classifications } = classify(text)
    t.deepEqual(
      classifications.map(({ value: found }) => found),
      [value, value],
      String(offset),
    )
  }
})
