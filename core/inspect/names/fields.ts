import { plainWord } from '../characters.ts'
import { readColumn } from '../columns.ts'
import type { ScoredSpan } from '../rule.ts'
import { BREAKER_AFTER, COMMON, FAMILY, GIVEN, meaningOf, NOT_NAME, TITLE } from './lexicon.ts'

const NONE: readonly ScoredSpan[] = []
const REACH = 140
const WORD = "\\p{Lu}[\\p{L}]+(?:['’-]\\p{L}+){0,3}"
const PARTICLE = "(?:(?:de|du|des|van|von|der|den|di|da|del|le|la|el|al|ben|bin) |d['’]){0,2}"
/** One to four words. The first one, or all others, begin with capitals. */
const NAME = `${PARTICLE}${WORD}(?:[ -](?:\\p{Lu}\\. )?${PARTICLE}${WORD}){0,3}`

const FIELD = new RegExp(
  `^(?: (?:de (?:famille|naissance|jeune fille)|d['’]usage|complet|\\(s\\)|du (?:client|patient|salarié|locataire))|\\(s\\)|_(?:famille|naissance))?["']?\\s?[:=]\\s{0,3}["']?(?<value>${NAME})(?![\\p{L}\\p{N}_@/\\\\(.]|-\\p{L})`,
  'u',
)

/** A field whose value is a part of a name: "nom: Ouédraogo". */
export function readNameField(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 1), start))) return NONE
  const match = FIELD.exec(text.slice(end, end + REACH))
  const value = match?.groups?.value
  if (match === null || value === undefined || !mayBeName(value)) return NONE
  const to = end + match[0].length
  return [{ start: to - value.length, end: to, score: 0.75 }]
}

const HEAD = /^s?(?: (?:are|were|is|sont|étaient))?\s?:\s{1,2}|^s (?:are|were|sont) /u
const ITEM = new RegExp(`^(?<value>${NAME})(?<joint>, (?:and |et )?| (?:and|et|&) )?`, 'u')
const ITEMS_MAX = 30

/** "our three founders: Brabec, Doyle and Gonzalez": people by their family names, one after another. */
export function readNameList(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 1), start))) return NONE
  const head = HEAD.exec(text.slice(end, end + 12))
  if (head === null) return NONE
  const found: ScoredSpan[] = []
  let known = 0
  for (let at = end + head[0].length; found.length < ITEMS_MAX; ) {
    const item = ITEM.exec(text.slice(at, at + REACH))
    const value = item?.groups?.value
    if (item === null || value === undefined || !mayBeName(value)) break
    if (value.split(/[ -]/).some((word) => (meaningOf(plainWord(word)) & (GIVEN | FAMILY)) !== 0)) known++
    found.push({ start: at, end: at + value.length, score: 0.7 })
    if (item.groups?.joint === undefined) break
    at += item[0].length
  }
  return found.length >= 2 && known * 2 >= found.length ? found : NONE
}

const CELL = new RegExp(`^\\s*["']?(${PARTICLE}\\p{Lu}[\\p{L}]*(?:['’. -]{1,2}${PARTICLE}\\p{L}+){0,3})["']?\\s*$`, 'u')
const LINE_MAX = 200
const SCORE = 0.8
/** "name" and « nom » head columns of things too, but for those beside given names. */
const FAMILY_HEAD = /(?<![\p{L}_])(?:nom|nom de famille|name)(?=["']?\s?[;,|\t\n])/iu

/** The given or family names below their head, and family names in the column that « nom » heads beside « prénom ». */
export function readNameColumn(text: string, start: number, end: number): readonly ScoredSpan[] {
  const found = readColumn(text, start, end, CELL, SCORE)
  if (found.length === 0 || !found.every((span) => mayStandBelow(text.slice(span.start, span.end)))) return NONE
  const before = text.slice(Math.max(0, start - LINE_MAX), start)
  const from = start - before.length + before.lastIndexOf('\n') + 1
  const family = FAMILY_HEAD.exec(text.slice(from, start))
  if (family === null) return found
  const head = from + family.index
  // A family name may hold the word that heads its column (Nomura): the given names say where the table ends.
  const families = readColumn(text, head, head + family[0].length, CELL, SCORE, found.at(-1)?.end)
  return found.concat(families).sort((one, other) => one.start - other.start)
}

/** Types and placeholders stand below such heads as well. */
function mayStandBelow(value: string): boolean {
  return !/^(?:varchar|text|string|char|null|none|true|false|n\/?a|yes|no|oui|non|required|optional)$/i.test(value)
}

/** Whether every word may be a part of a name. */
function mayBeName(value: string): boolean {
  const words = value.split(/[ -]/).filter((word) => /^\p{Lu}/u.test(word))
  return words.every((word) => {
    const meaning = meaningOf(plainWord(word))
    if ((meaning & (NOT_NAME | BREAKER_AFTER | TITLE)) !== 0) return false
    return (meaning & COMMON) === 0 || (meaning & (GIVEN | FAMILY)) !== 0
  })
}
