import { plainWord } from '../characters.ts'
import { MODEL_NAMES, MODEL_WORDS } from '../data/model-names.ts'

/** A name behind one of these titles is a person's. */
const TITLED =
  /(?:^|[^\p{L}])(?:M|Mr|Mrs|Ms|Miss|Mister|Mme|Mlle|Dr|Pr|Prof|Me|Sir|Dame|Frau|Herr|Señora?|Signora?|Monsieur|Madame|Mademoiselle|Maître|Docteur|Professeur|Doctor|Professor|[Pp]atiente?)(?:\.|\s?:)? $/u
const TITLE_REACH = 20
/** Models whose name is a given name as well, and words that are family names behind one: "Gemma Small", "Yi Le". */
const GIVEN_MODELS: ReadonlySet<string> = new Set('claude gemma kimi nova phi sora yi'.split(' '))
const SURNAMES: ReadonlySet<string> = new Set('small le next large max mini'.split(' '))
/** The name of a plan of Anthropic. */
const PLAN = 'claude max'

/** A bit for the first two letters of each model's name: the second letter by the first. */
const BEGINNINGS = new Int32Array(32)
for (const name of MODEL_NAMES) {
  const first = name.charCodeAt(0) & 31
  BEGINNINGS[first] = (BEGINNINGS[first] as number) | (1 << (name.charCodeAt(1) & 31))
}

function mayBegin(first: number, second: number): boolean {
  return first >= 0x80 || second >= 0x80 || (((BEGINNINGS[first & 31] as number) >> (second & 31)) & 1) === 1
}

/** Whether a name is that of an AI model or product, such as "Opus" or "Mistral Large", and not of a person. */
export function isProductName(text: string, start: number, end: number): boolean {
  if (!mayBegin(text.charCodeAt(start), text.charCodeAt(start + 1))) return false
  const name = plainWord(text.slice(start, end))
  const blank = name.search(/\s/)
  if (!MODEL_NAMES.has(blank === -1 ? name : name.slice(0, blank))) return false
  const words = name.split(/\s+/)
  const [first = '', ...others] = words
  if (!MODEL_NAMES.has(first) || !others.every((word) => MODEL_NAMES.has(word) || MODEL_WORDS.has(word))) return false
  if (GIVEN_MODELS.has(first) && others.some((word) => SURNAMES.has(word)) && words.join(' ') !== PLAN) return false
  return !TITLED.test(text.slice(Math.max(0, start - TITLE_REACH), start))
}
