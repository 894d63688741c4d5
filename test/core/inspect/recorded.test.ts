import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'
import { IDENTIFIED } from './rules/sentences.ts'

/**
 * What is found in texts made of labelled sentences, as it was recorded: a change that is to make the classifier faster must leave it as it
 * is. Each text depends on its own sentence alone. After a change of rules: ava --update-snapshots, and a look at the differences.
 */
const VARIANTS_PER_SENTENCE = 3
const FRAGMENTS = [
  ...[
    '-',
    ':',
    ' / ',
    ' SU',
    '\n',
    '\r\n',
    '\u200b',
    '\u00a0',
    '  ',
    '=',
    '"',
    "'",
    '%41',
    '&#65;',
    '\\x41',
    'é',
    '\u0664',
    'O',
  ],
  ...[
    'l',
    '-----',
    '@',
    '.',
    ' AB',
    '\t',
    ',',
    '(',
    ')',
    '\ud800',
    'ß',
    '0',
    '1',
    ' asthma ',
    ' my ',
    '~',
    '_',
    'chr(65)',
    '<b>',
    '://',
  ],
]

/** Numbers from 0 to below 1, the same for the same seed (the linear congruential generator of Numerical Recipes). */
function random(seed: string): () => number {
  let state = 0
  for (let i = 0; i < seed.length; i++) state = (Math.imul(state, 31) + seed.charCodeAt(i)) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The sentence with fragments set into it, characters left out, or parts in capitals. */
function variant(sentence: string, next: () => number): string {
  const upTo = (count: number) => Math.floor(next() * count)
  let text = sentence
  for (let edits = 1 + upTo(4); edits > 0; edits--) {
    const at = upTo(text.length)
    const fragment = FRAGMENTS[upTo(FRAGMENTS.length)] ?? ''
    const kind = upTo(3)
    if (kind === 0) text = text.slice(0, at) + fragment + text.slice(at)
    else if (kind === 1) text = text.slice(0, at) + text.slice(at + 1)
    else text = text.slice(0, at) + text.slice(at, at + 20).toUpperCase() + text.slice(at + 20)
  }
  return text
}

function findingsOf(text: string, tier: 1 | 2): string {
  return classify(text, { tier })
    .classifications.map(({ type, score, start, end }) => `${type} ${start}-${end} ${score}`)
    .join(', ')
}

for (const [type, sentences] of Object.entries(IDENTIFIED)) {
  test(`finds what was recorded in variants of sentences with ${type}`, (t) => {
    const lines = sentences
      .trim()
      .split('\n')
      .map((line) => line.replaceAll('[[', '').replaceAll(']]', ''))
    const recorded = lines.flatMap((line) => {
      const next = random(line)
      const texts = [line, ...Array.from({ length: VARIANTS_PER_SENTENCE }, () => variant(line, next))]
      return texts.map((text) => `${JSON.stringify(text)}: ${findingsOf(text, 1)} | ${findingsOf(text, 2)}`)
    })
    t.snapshot(recorded)
  })
}
