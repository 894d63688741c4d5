import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

/** The fastest of several runs in milliseconds: other tests share the machine. */
function fastest(text: string, runs = 7): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint()
    classify(text)
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6)
  }
  return best
}

const PROMPT =
  'Bonjour, peux-tu relire ce message pour Mme Durand, née en 1980 ? Merci, à demain 14:30 — voir PR #4312 (v1.2.3).\n'

const HOSTILE: Readonly<Record<string, string>> = {
  'all letters': 'a',
  'all digits': '4',
  'all at signs': '@',
  'addresses without an end': 'a@b.',
  'single digits': '1 ',
  'country codes': '+33 ',
  'account heads': 'FR76 ',
  'zero-width characters': '4\u200b',
  'lone surrogates': '\ud800',
  'mathematical digits': '\u{1d7d2}',
  'percent escapes': '%41',
  'keyword after keyword': 'password=',
  'token heads': 'eyJhbGciOi.',
  'key heads': '-----BEGIN PRIVATE KEY-----',
  'nested encodings': 'UVVGQlFVRkI',
  quotes: '"',
  colons: '::',
  'capitalised words': 'Jean Dupont ',
}

for (const [name, piece] of Object.entries(HOSTILE)) {
  test(`eight times the text takes about eight times as long: ${name}`, (t) => {
    const text = piece.repeat(Math.ceil(25_000 / piece.length))
    const long = text.repeat(8)
    // Quadratic work would take sixty-four times as long, each time it is measured.
    const growths = [0, 1, 2].map(() => fastest(long) / Math.max(fastest(text), 0.5))
    t.true(Math.min(...growths) < 40, `${growths.join(', ')} times as long`)
  })
}

test('a hostile text costs no more than a small multiple of an ordinary one', (t) => {
  const ordinary = Math.max(fastest(PROMPT.repeat(900)), 1)
  for (const [name, piece] of Object.entries(HOSTILE)) {
    const hostile = fastest(piece.repeat(Math.ceil(100_000 / piece.length)), 4)
    t.true(hostile < ordinary * 60, `${name}: ${hostile} ms against ${ordinary} ms`)
  }
})
