import type { ExtraDetectors } from '../inspect/extra.ts'
import type { Candidate } from '../inspect/rule.ts'
import { OWN_WORDS, type OwnWord } from './products.ts'

/** By what is looked up: type and value, in lower case. */
const WORDS: ReadonlyMap<string, OwnWord> = new Map(
  OWN_WORDS.flatMap(({ words }) => words.map((word) => [keyOf(word.type, word.value), word])),
)
const VALUE_MAX = Math.max(...[...WORDS.values()].map(({ value }) => value.length))
/** How far around a value `within` is looked for, besides its own length: quotes and backslashes. */
const REACH = 16

/**
 * Leaves out what products say of themselves (core/own-words/products.ts), whatever else is looked for. A tenant may switch it off: the
 * switch stands among the detectors that the API serves (core/own-words/switch.ts).
 */
export function withoutOwnWords(extra: ExtraDetectors | undefined): ExtraDetectors {
  return {
    detect: (view, isOverBudget) => extra?.detect(view, isOverBudget) ?? NOTHING,
    settle(text, found, own, isOverBudget) {
      const settled = extra?.settle(text, found, own, isOverBudget) ?? { candidates: [...found], complete: true }
      const { candidates, complete } = settled
      return candidates.some((finding) => isOwnWord(text, finding))
        ? { candidates: candidates.filter((finding) => !isOwnWord(text, finding)), complete }
        : settled
    },
  }
}

const NOTHING = { candidates: [], complete: true }

function isOwnWord(text: string, { type, start, end, ruleId }: Candidate): boolean {
  // What a company looks for itself is found wherever it is.
  if (end - start > VALUE_MAX || ruleId.startsWith('own:')) return false
  const word = WORDS.get(keyOf(type, text.slice(start, end)))
  if (word === undefined || word.within === undefined) return word !== undefined
  return isInside(text, start, end, word.within)
}

/** Whether the value is itself a part of a `within` around it: one that merely stands near by is somebody else's. */
function isInside(text: string, start: number, end: number, within: string): boolean {
  const reach = within.length + REACH
  const before = text.slice(Math.max(0, start - reach), start).replaceAll('\\', '')
  const value = text.slice(start, end).replaceAll('\\', '')
  const after = text.slice(end, end + reach).replaceAll('\\', '')
  const around = before + value + after
  const last = before.length
  for (let at = around.indexOf(within); at !== -1 && at <= last; at = around.indexOf(within, at + 1)) {
    if (at + within.length >= before.length + value.length) return true
  }
  return false
}

function keyOf(type: string, value: string): string {
  return `${type} ${value.toLowerCase()}`
}
