import test from 'ava'
import { normalise } from '../../../core/inspect/normalise.ts'
import { plainView } from '../../../core/inspect/view.ts'

function seen(text: string): string {
  return normalise(plainView(text))?.text ?? text
}

test('plain texts are not copied', (t) => {
  for (const text of [
    '',
    'ASCII, with\ttabs\r\n',
    'déjà vu, Œuvre, ñ, ß',
    '日本語',
    '😀 👩‍👩‍👧'.replaceAll('\u200d', ''),
  ]) {
    t.is(normalise(plainView(text)), undefined, text)
  }
})

const SEEN: readonly (readonly [name: string, text: string, seen: string])[] = [
  ['zero-width characters', '4\u200b1\u200c1\u2060\ufeff1\u00ad', '4111'],
  ['bidirectional controls', '\u202dabc\u202c\u2066d\u2069', 'abcd'],
  ['full width', 'Ａ１＠．－', 'A1@.-'],
  ['colours of a terminal', 'a \x1b[1;32mkey\x1b[0m b\x1b[K', 'a key b'],
  ['escapes without a colour', 'a\x1b[1;32 b\x1bc', 'a[1;32 bc'],
  ['many colours', '\x1b[32ma\x1b[0m'.repeat(40), 'a'.repeat(40)],
  ['mathematical letters and digits', '\u{1d400}\u{1d7d9}\u{1d7f6}', 'A10'],
  ['digits of other scripts', '٠١٢ ०१ ๙ 𑁦', '012 01 9 0'],
  ['circled, superscript, keycap', '①②❸4\ufe0f\u20e3⁵', '12345'],
  ['exotic spaces', 'a\u00a0b\u202fc\u3000d', 'a b c d'],
  ['dashes and quotes', '06–12—34 ‘x’ “y”', `06-12-34 'x' "y"`],
  ['look-alikes', 'АKІА раураl', 'AKIA paypal'],
  ['combining marks', 'm\u0336a\u0336r\u0301', 'mar'],
  ['tags', '\u{e0041}\u{e0042}', 'AB'],
  ['controls', 'a\u0000b\u001bc', 'abc'],
]

for (const [name, text, expected] of SEEN) {
  test(`normalises ${name}`, (t) => {
    t.is(seen(text), expected)
  })
}

test('offsets lead back to what stands in the text', (t) => {
  const text = 'x \u202d４１\u200b１１\u202c y \u{1d7d9}2'
  const view = normalise(plainView(text))
  t.is(view?.text, 'x 4111 y 12')
  t.deepEqual(view?.original(2, 6), { start: 3, end: 8 })
  t.is(text.slice(3, 8), '４１\u200b１１')
  t.deepEqual(view?.original(9, 10), { start: 12, end: 14 })
  t.deepEqual(view?.original(9, 11), { start: 12, end: 15 })
})

test('lone surrogates stay what they are', (t) => {
  t.is(seen('\ud800４\udc00'), '\ud8004\udc00')
})

for (const [name, often] of [
  ['few', 400],
  ['many', 2],
] as const)
  test(`each place of a text with ${name} changes is told`, (t) => {
    const other = ['\u200b', '\u{1d7d9}', '\u00a0', '\ufdfa', 'Ａ', '\ud800', '\u{1f600}', '\u0336', '\u00bd', '’']
    const characters = Array.from({ length: 3000 }, (_, i) =>
      i % often === 1 ? (other[(i >> 1) % other.length] ?? '') : String.fromCharCode(0x61 + (i % 26)),
    )
    const text = characters.join('')
    const view = normalise(plainView(text))
    const origins: { start: number; end: number }[] = []
    const changes: number[] = []
    let wanted = ''
    let at = 0
    for (const character of characters) {
      const plain = normalise(plainView(character))?.text ?? character
      const isCopied = plain.length === character.length && (plain === character || plain.length === 1)
      for (let i = 0; i < plain.length; i++)
        origins.push(isCopied ? { start: at + i, end: at + i + 1 } : { start: at, end: at + character.length })
      const end = at + character.length
      if (plain !== character && plain !== ' ' && plain !== "'") {
        if (changes.at(-1) === at) changes[changes.length - 1] = end
        else changes.push(at, end)
      }
      wanted += plain
      at = end
    }
    t.is(view?.text, wanted)
    t.deepEqual(
      origins.map((_, i) => view?.original(i, i + 1)),
      origins,
    )
    t.deepEqual(Array.from(view?.changes ?? []), changes)
  })
