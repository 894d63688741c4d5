import { ALL_TOKENS } from './tokens.ts'

const SOURCE = ALL_TOKENS.map(({ prefixes, body }) => `(?:${prefixes.map(RegExp.escape).join('|')})${body}`).join('|')
const TOKEN = new RegExp(SOURCE, 'y')
/** Hundreds of alternatives are tried only where one of them may begin. */
const START_LENGTH = 2
const STARTS: ReadonlySet<string> = new Set(
  ALL_TOKENS.flatMap(({ prefixes }) => prefixes.map((prefix) => prefix.slice(0, START_LENGTH))),
)
const MIN_LENGTH = 16
const WORD_STARTS = /(?<![A-Za-z0-9])[A-Za-z0-9]/g

/**
 * The first of the vendors' tokens that stands in a short value, such as an id, at the start of a word: what is worth a full
 * look. Neither variety nor checksum counts here.
 */
export function tokenIn(value: string): string | undefined {
  if (value.length < MIN_LENGTH) return undefined
  for (const { index } of value.matchAll(WORD_STARTS)) {
    if (!STARTS.has(value.slice(index, index + START_LENGTH))) continue
    TOKEN.lastIndex = index
    const token = TOKEN.exec(value)?.[0]
    if (token !== undefined) return token
  }
  return undefined
}
