import type { Span } from '../inspect/rule.ts'

/** A sentence longer than this is none: minified code, a log without ends. */
const SENTENCE_MAX = 600
/** Marks that code has and prose has not, at a density no sentence reaches. */
const CODE_MARKS = /[{}()[\];=<>_\\|$#@*&^~`+]/g
const CODE_SHARE_MAX = 0.06

/** The sentences of running text, by line and full stop; lines of code, tables and logs are left out. */
export function* sentencesOf(text: string): Generator<Span> {
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (!isProse(line)) continue
    // A point ends a sentence where a capital follows, unless it belongs to an abbreviation or initial: "Mr. Roe", "J. Roe".
    for (const { 0: sentence, index: at } of line.matchAll(
      /\S.*?(?:(?<![A-Z]|\b\p{Lu}\p{L}{0,2})[.!?…](?=\s+["'«“(]*\p{Lu})|$)/gu,
    )) {
      if (sentence.length <= SENTENCE_MAX) yield { start: index + at, end: index + at + sentence.length }
    }
  }
}

/** Whether a line is running text, and no code, table or log. */
export function isProse(line: string): boolean {
  const marks = line.match(CODE_MARKS)?.length ?? 0
  return marks <= 1 || marks / line.length <= CODE_SHARE_MAX
}
