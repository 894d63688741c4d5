import type { Span } from '../../inspect/rule.ts'
import { isKnownName, isOrdinary, nameWords } from '../name-words.ts'

/** What a model reads at once, in UTF-16 units: its cost grows with the square of it, and more context adds nothing to names. */
const WINDOW = 480
const NAME_LETTERS_MIN = 3
/** Beside a word, and not within a path, an address or base64. */
const BEFORE = /^(?:[\s"'’“«(,:;>*|[¦-]|)$/
const AFTER = /^(?:[\s"'’”».,:;!?)<*|\]¦-]|)$/

/** The stretches of a text that a model is asked about: cut where a line or a sentence ends, and only those that may hold a name. */
export function* windowsOf(text: string, known: readonly Span[]): Generator<Span> {
  for (let start = 0; start < text.length; ) {
    const end = start + WINDOW < text.length ? lastCut(text, start) : text.length
    const window = { start, end }
    if (mayHoldName(text, window, known)) yield window
    start = end
  }
}

/** After the last line of a window, or else its last sentence or word. */
function lastCut(text: string, start: number): number {
  const end = start + WINDOW
  const half = text.slice(start + WINDOW / 2, end)
  const line = half.lastIndexOf('\n')
  if (line !== -1) return start + WINDOW / 2 + line + 1
  const sentence = Math.max(...['. ', '! ', '? '].map((mark) => half.lastIndexOf(mark)))
  if (sentence !== -1) return start + WINDOW / 2 + sentence + 2
  const word = half.lastIndexOf(' ')
  return word === -1 ? end : start + WINDOW / 2 + word + 1
}

/** Whether a word may be a name that is not known yet. */
function mayHoldName(text: string, window: Span, known: readonly Span[]): boolean {
  return nameWords(text, window).some((word) => {
    if (word.plain.length < NAME_LETTERS_MIN || isOrdinary(word)) return false
    if (!word.isCapitalised && !isKnownName(word)) return false
    if (!BEFORE.test(text.charAt(word.start - 1)) || !AFTER.test(text.charAt(word.end))) return false
    return !known.some(({ start, end }) => start <= word.start && word.start < end)
  })
}
