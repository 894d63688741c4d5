import { isDigit } from '../numbers.ts'
import { OpenedPattern } from '../opened-pattern.ts'
import { WordPlaces } from '../word-places.ts'

/** What turns the patterns away that look for a value behind a name: in most places none of them can match. */

export const BLANK = 0x20

/** "is": what leads from a name to its value in a sentence. */
export const ANNOUNCING_WORDS = "is|was|are|be|est|ist|es|sera|était|now|reste|becomes|devient|as|to|from|en|c['’]est"
/** "temporary": what stands between a name and the value that follows at once. */
export const ADJECTIVE_WORDS =
  'temporaire|provisoire|temporary|temp|initial|default|actuel|current|nouveau|new|admin|root|wifi|suivante?'
/** "user": at most three words behind one of these a name may be an option, as in "create user ada password x". */
export const OPTION_WORDS = 'login|with|user|role'

/** One of these ends what PROSE (assignment.ts) takes before a value. */
const ANNOUNCERS = new WordPlaces(
  new OpenedPattern(ANNOUNCING_WORDS, '(?=[\\s:])', 'u'),
  new OpenedPattern('[:=]', '', 'u'),
)

/** Whether a verb or a sign that leads to a value stands between `from` and `to`: where none does, PROSE is not tried. */
export function isAnnounced(text: string, units: Uint16Array, from: number, to: number): boolean {
  return ANNOUNCERS.isWithin(text, units, from, Math.min(text.length, to))
}

const ADJECTIVES = new OpenedPattern(ADJECTIVE_WORDS, '', 'iu')
const ADJACENT_MIN = 6

/** Whether ADJACENT (assignment.ts) may match behind `end`: a blank, perhaps one of its words, and a quote, or six characters without a blank of which one is a digit. */
export function mayBeAdjacent(units: Uint16Array, end: number): boolean {
  let i = end
  if (!isPerhapsBlank(units[i] as number)) return false
  i++
  if (ADJECTIVES.mayBeginAt(units, i)) return true
  if (isPlainBlank(units[i] as number)) i++
  const first = units[i] as number
  // Quotes, perhaps with a blank behind them, and blanks beyond ASCII.
  if (first === 0x22 || first === 0x27 || first === 0x60 || first >= 0x80) return true
  // Without quotes it is a secret only with a digit (isChosen).
  let hasDigit = false
  for (let n = 0; n < RUN_MAX; n++) {
    const code = units[i + n] as number
    if (isPlainBlank(code)) return hasDigit && n >= ADJACENT_MIN
    if (isPerhapsBlank(code)) return true
    hasDigit ||= isDigit(code)
  }
  return true
}

/** Longer runs are told by the pattern. */
const RUN_MAX = 64

function isPlainBlank(code: number): boolean {
  return code === BLANK || (code >= 0x09 && code <= 0x0d)
}

/** Blanks, controls and all beyond ASCII. */
export function isPerhapsBlank(code: number): boolean {
  return code <= BLANK || code >= 0x80
}

/** How many blanks, up to three, lead to what is none behind a name; 0 where more do or none. `tail` is what stands there. */
export function blanksAt(units: Uint16Array, from: number, tail: string): number {
  const next = units[from + 1] as number
  if (isPlainBlank(units[from] as number) && next > BLANK && next < 0x80) return 1
  return isPerhapsBlank(units[from] as number) ? (/^\s{1,3}(?=\S)/.exec(tail)?.[0].length ?? 0) : 0
}
