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

/** What anybody would begin with: mail addresses, phones, accounts and cards as four patterns. */
const FOUR_PATTERNS = [
  /\b[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b/g,
  /(?:\+|\b00)\d{1,3}(?:[ .-]?\d){8,11}\b|\b0[1-9](?:[ .-]?\d{2}){4}\b/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g,
  /\b(?:\d[ -]?){13,18}\d\b/g,
]
const PROSE =
  "Please summarise the notes from our meeting in Paris about the delivery plan. The customer, a company from Lyon, wants an answer before Friday; I think we can't promise more than 40 units. Réponds en français, s'il te plaît.\n"

for (const length of [2_000, 50_000]) {
  test(`${length} characters of prose cost a few times what four plain patterns do`, (t) => {
    // Parsed, so that it is one flat string as those of requests are.
    const text = JSON.parse(JSON.stringify(PROSE.repeat(Math.ceil(length / PROSE.length)))) as string
    const repeats = 100_000 / length
    const ratios = [0, 1, 2].map(() => {
      let [plain, own] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      // In turns, so that what disturbs the machine disturbs both.
      for (let run = 0; run < 12; run++) {
        plain = Math.min(
          plain,
          timed(repeats, () => FOUR_PATTERNS.map((pattern) => [...text.matchAll(pattern)].length)),
        )
        own = Math.min(
          own,
          timed(repeats, () => classify(text)),
        )
      }
      return own / plain
    })
    // It is four to six times; before the passes over the text were made cheap it was ten to thirteen.
    t.true(Math.min(...ratios) < 10, `${ratios.join(', ')} times`)
  })
}

function timed(repeats: number, work: () => unknown): number {
  const start = process.hrtime.bigint()
  for (let i = 0; i < repeats; i++) work()
  return Number(process.hrtime.bigint() - start)
}
