import RE2 from 're2'
import { plainWord } from '../characters.ts'
import type { View } from '../view.ts'
import { type Edit, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

const DIGIT_WORDS: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  un: '1',
  une: '1',
  deux: '2',
  trois: '3',
  quatre: '4',
  cinq: '5',
  sept: '7',
  huit: '8',
  neuf: '9',
}
const WORD =
  '(?:z[eé]ro|oh|one|two|three|four|five|six|seven|eight|nine|une?|deux|trois|quatre|cinq|sept|huit|neuf|[0-9A-Z_])'
/** Digits spelled out, letters between them allowed ("two five B zero"): no number that we look for has fewer than seven. */
const SPELLED = new RE2(`(?i)(?:\\+ ?)?\\b${WORD}(?:[ ,.-]{1,3}${WORD}){6,}\\b`, 'g')

const SPELLED_MIN = 2

/** The text with runs of spelled digits as digits; undefined where there are none. */
export function readSpelled(view: View, suspects: Suspects): View | undefined {
  const { text } = view
  const edits: Edit[] = []
  for (let i = 0; i < suspects.spelled.length; i += 2) {
    const start = withPlus(text, suspects.spelled[i] ?? 0)
    const stretch = text.slice(start, suspects.spelled[i + 1])
    SPELLED.lastIndex = 0
    for (let match = SPELLED.exec(stretch); match !== null; match = SPELLED.exec(stretch)) {
      const from = start + match.index
      const value = digitsOf(match[0])
      if (value !== undefined) edits.push({ start: from, end: from + match[0].length, text: value })
    }
  }
  return viewOfEdits(view, edits)
}

function withPlus(text: string, start: number): number {
  if (text[start - 1] === '+') return start - 1
  return text.startsWith('+ ', start - 2) && start > 1 ? start - 2 : start
}

function digitsOf(words: string): string | undefined {
  let spelled = 0
  const value = words.split(/( ?[,. -] ?)/).map((word, index) => {
    // Every second piece is a separator. A hyphen may belong to the number.
    if (index % 2 === 1) return word.includes('-') ? '-' : ''
    const digit = DIGIT_WORDS[plainWord(word)]
    if (digit !== undefined) spelled++
    return digit ?? word
  })
  return spelled >= SPELLED_MIN ? value.join('') : undefined
}
