import { plainWord } from '../characters.ts'
import { MODEL_NAMES, MODEL_WORDS } from '../data/model-names.ts'

/** Behind a title it is a person. */
const TITLED = /(?:^|[^\p{L}])(?:M|Mr|Mrs|Ms|Mme|Mlle|Dr|Pr|Me|Monsieur|Madame|Mademoiselle|Maître|Docteur)\.? $/u
const TITLE_REACH = 15

/** Whether a name in a text is that of an AI model or product and no person's: "Opus", "Mistral Large". */
export function isProductName(text: string, start: number, end: number): boolean {
  const words = plainWord(text.slice(start, end)).split(/\s+/)
  const [first = '', ...others] = words
  if (!MODEL_NAMES.has(first) || !others.every((word) => MODEL_NAMES.has(word) || MODEL_WORDS.has(word))) return false
  return !TITLED.test(text.slice(Math.max(0, start - TITLE_REACH), start))
}
