import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import englishNlp from 'compromise'
import frenchNlp from 'fr-compromise'
import { plainWord } from '../../../core/inspect/characters.ts'
import NAMES from '../../../core/lexicon/given-names.json' with { type: 'json' }

/**
 * Writes core/lexicon/common-words.json and the table of core/inspect/secrets/wordiness.ts anew, from packages (all MIT):
 * the vocabularies of gpt-tokenizer, whose tokens are numbered in the order of their frequency in the text of the web that they
 * were learned from, and the lexicons of compromise and fr-compromise. Run by hand: `node test/core/lexicon/generate-words.ts`.
 *
 * A word is common where those texts write it small more often than with a capital: " grant" comes before " Grant", but " Paul"
 * before " paul". For English this holds of cl100k_base; for French, which is rarer there, of o200k_base, where the lexicon knows the
 * word or an accent shows it. Short tokens are pieces of longer words more often than words, and accents stand in other languages too:
 * given names are words only where more speaks for it.
 */
const GIVEN_NAMES: ReadonlySet<string> = new Set(NAMES.words.flatMap((line) => line.split(' ')))
const ROOT = join(import.meta.dirname, '../../..')
const SHORT = 3
const SHORT_RATIO = 4
/** Brown and fox are names as often as words: what a lexicon knows as a word is common at half the frequency. */
const KNOWN_RATIO = 0.5
/** Tokens before this one are frequent words by themselves. */
const FREQUENT = 5000
const FRENCH_LETTERS = /[éèêëàâçùûîïôœ]/

function vocabulary(name: string): Map<string, number> {
  const path = join(ROOT, 'node_modules/gpt-tokenizer/data', `${name}.tiktoken`)
  const ranks = new Map<string, number>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [token = '', rank = ''] = line.split(' ')
    if (token !== '') ranks.set(Buffer.from(token, 'base64').toString('utf8'), Number(rank))
  }
  return ranks
}

/** Words by how early they come, where they come before their capitalised form. */
function smallWords(
  ranks: ReadonlyMap<string, number>,
  lexicon: ReadonlySet<string>,
  isTaken: (word: string) => boolean,
): Map<string, number> {
  const words = new Map<string, number>()
  for (const [token, rank] of ranks) {
    if (!/^ [a-zà-öø-ÿœ]{2,}$/.test(token)) continue
    const word = token.slice(1)
    const capitalised = ranks.get(` ${word.charAt(0).toUpperCase()}${word.slice(1)}`) ?? ranks.size * SHORT_RATIO
    const isDoubtful = word.length <= SHORT && rank >= FREQUENT && GIVEN_NAMES.has(plainWord(word))
    const ratio = isDoubtful ? SHORT_RATIO : lexicon.has(word) ? KNOWN_RATIO : 1
    if (rank * ratio < capitalised && isTaken(word)) words.set(word, rank)
  }
  return words
}

/** What a lexicon knows as other than a name. */
function wordsOf(model: unknown): ReadonlySet<string> {
  const { lexicon } = (model as { one: { lexicon: Readonly<Record<string, unknown>> } }).one
  const isName = /Person|Name|Place|City|Country|Region|Organization/
  return new Set(Object.keys(lexicon).filter((word) => !isName.test(JSON.stringify(lexicon[word]))))
}

const LINE_MAX = 300

function writeWords(words: readonly string[]): void {
  const lines = ['']
  for (const word of words) {
    if ((lines.at(-1) ?? '').length + word.length > LINE_MAX) lines.push('')
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`
  }
  const path = join(ROOT, 'core/lexicon/common-words.json')
  const before = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, `${JSON.stringify({ ...before, words: lines }, null, 2)}\n`)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const COST_MAX = 9

/** The negative binary logarithm of the share of each step from letter to letter, less one; words count by the inverse of their rank. */
function letterCosts(words: ReadonlyMap<string, number>): string {
  const counts = Array.from({ length: 26 }, () => new Float64Array(26))
  for (const [word, rank] of words) {
    const plain = plainWord(word)
    for (let i = 1; i < plain.length; i++) {
      const row = counts[LETTERS.indexOf(plain.charAt(i - 1))]
      const column = LETTERS.indexOf(plain.charAt(i))
      if (row !== undefined && column !== -1) row[column] = (row[column] ?? 0) + 1 / Math.sqrt(rank)
    }
  }
  return counts
    .map((row) => {
      const sum = row.reduce((total, count) => total + count, 0)
      return [...row].map((count) => Math.min(COST_MAX, Math.max(0, Math.round(-Math.log2(count / sum) - 1)))).join('')
    })
    .join(' ')
}

const englishLexicon = wordsOf(englishNlp.model())
const frenchLexicon = wordsOf(frenchNlp.model())
const english = smallWords(vocabulary('cl100k_base'), englishLexicon, (word) => /^[a-z]+$/.test(word))
const french = smallWords(
  vocabulary('o200k_base'),
  new Set(),
  (word) => frenchLexicon.has(word) || (FRENCH_LETTERS.test(word) && !GIVEN_NAMES.has(plainWord(word))),
)
writeWords(
  [...new Set([...english.keys(), ...french.keys()].map(plainWord))].filter((w) => /^[a-z]{2,}$/.test(w)).sort(),
)
process.stdout.write(`${letterCosts(new Map([...english, ...french]))}\n`)
