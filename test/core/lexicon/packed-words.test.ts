import test from 'ava'
import { PackedWords } from '../../../core/lexicon/packed-words.ts'

const units = (word: string) => Uint16Array.from(`${word}\0`, (letter) => letter.charCodeAt(0))

test('every word has its meaning, and no other word has one', (t) => {
  const words = Array.from({ length: 5000 }, (_, n) => [`w${(n * 7919).toString(36)}`, 1 + (n % 65_535)] as const)
  const packed = PackedWords.of(words)
  for (const [word, meaning] of words) {
    t.is(packed.meaningOf(word), meaning, word)
    t.is(packed.meaningOf(`${word}x`), 0)
  }
  t.is(packed.meaningOf(''), 0)
})

test('a word in two lists means both', (t) => {
  const packed = new PackedWords(10, 100)
  packed.addAll('claire marie rose', 1)
  packed.addAll('rose clair', 256)
  t.is(packed.meaningOf('rose'), 257)
  t.is(packed.meaningOf('clair'), 256)
  t.is(packed.meaningOf('claire'), 1)
})

test('words are read where they stand in a text, in either case', (t) => {
  const packed = PackedWords.of([["o'neil", 3]])
  t.is(packed.meaningAt(units("Mr O'NEIL!"), 3, 9), 3)
  t.is(packed.meaningAt(units("Mr O'NEIL!"), 3, 8), 0)
})

test('letters beyond ASCII are kept apart', (t) => {
  const packed = PackedWords.of([
    ['nybø', 1],
    ['ıșík', 2],
  ])
  t.is(packed.meaningOf('nybø'), 1)
  t.is(packed.meaningOf('ıșík'), 2)
  t.is(packed.meaningOf('nybo'), 0)
  const found: string[] = []
  packed.forEach((letters, length) => {
    found.push(String.fromCharCode(...letters.subarray(0, length)))
  })
  t.deepEqual(found, ['nybø', 'ıșík'])
})

test('what cannot be packed is refused', (t) => {
  t.throws(() => PackedWords.of([['\u4e00', 1]]), { instanceOf: RangeError })
  t.throws(() => new PackedWords(2, 8).addAll('longer than that', 1), { instanceOf: RangeError })
  t.throws(() => new PackedWords(10, 2 ** 21), { instanceOf: RangeError })
})
