import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

function types(text: string, tier: 1 | 2 = 2): string[] {
  return classify(text, { tier }).classifications.map(({ type, value }) => `${type} ${value}`)
}

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('values are told apart where several rules fit', (t) => {
  t.deepEqual(types('SIRET 73282932000074, carte 4111111111111111, NIR 185057800608491'), [
    'SIRET 73282932000074',
    'CREDIT_CARD 4111111111111111',
    'NIR 185057800608491',
  ])
  t.deepEqual(types('Jean;0142685300;FR1420041010050500013M02606;a.b@example.org'), [
    'PHONE 0142685300',
    'IBAN FR1420041010050500013M02606',
    'EMAIL a.b@example.org',
  ])
})

test('offsets point into the original text, whatever stands before', (t) => {
  const text = '\ud83d\ude00 \u200b é ４１１１\u200b 1111 1111 1111'
  const [found] = classify(text).classifications
  t.like(found, { type: 'CREDIT_CARD', start: 7, value: '４１１１\u200b 1111 1111 1111' })
})

test('a disguise raises the score', (t) => {
  const plain = classify('see 4111 1111 1111 1111').classifications[0]
  const disguised = classify('see 4111 1111 1111 111\u200b1').classifications[0]
  t.true(plain !== undefined && disguised !== undefined && disguised.score > plain.score)
})

const PIECES = [
  'a.b@example.org',
  '06 12 34 56 78',
  '4111 1111 1111 1111',
  'FR1420041010050500013M02606',
  '185057800608491',
  '73282932000074',
  '+33 6 12',
  '@',
  '.',
  '-',
  ' ',
  '\n',
  '\u0000',
  '\ud800',
  '\udc00',
  '\ud83d\ude00',
  '\u200b',
  '\u202e',
  'é',
  'e\u0301',
  '１',
  '\u00a0',
  '0',
  '12',
  '2A',
  'password=',
  '"',
  "'",
  'tel ',
  'carte ',
  '%41',
  '\\u0041',
  '&#65;',
  'QUJD',
  '\uffff',
  '\u{10ffff}',
  '\u{e0041}',
]

test('whatever the text, offsets are inside it, in order, and give the value', (t) => {
  const below = random(2026)
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: below(24) }, () => PIECES[below(PIECES.length)]).join('')
    const { classifications, complete } = classify(text)
    t.true(complete)
    let end = 0
    for (const found of classifications) {
      if (!(found.start >= end && found.end > found.start && found.end <= text.length))
        t.fail(JSON.stringify({ text, found }))
      if (text.slice(found.start, found.end) !== found.value) t.fail(JSON.stringify({ text, found }))
      if (!(found.score >= 0.4 && found.score <= 1)) t.fail(JSON.stringify({ text, found }))
      end = found.end
    }
  }
})

test('any code units at all are looked at without an error', (t) => {
  const below = random(7)
  for (let round = 0; round < 300; round++) {
    const text = String.fromCharCode(...Array.from({ length: 200 }, () => below(65_536)))
    for (const { start, end, value } of classify(text).classifications) t.is(text.slice(start, end), value)
  }
  t.pass()
})

test('the same text always gives the same findings', (t) => {
  const text = PIECES.join(' ').repeat(3)
  t.deepEqual(classify(text), classify(text))
  t.deepEqual(classify(text, { tier: 1 }), classify(text, { tier: 1 }))
})

test('a spent budget ends the work and is told', (t) => {
  const text = '12 34 a.b@example.org '.repeat(2000)
  let questions = 0
  const { complete, classifications } = classify(text, { isOverBudget: () => ++questions > 3 })
  t.false(complete)
  t.true(classifications.length < 2000)
  t.true(classify(text).complete)
})
