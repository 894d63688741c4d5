import type { Span } from '../../inspect/rule.ts'
import type { NameKind } from './labels.ts'
import type { ModelToken } from './token.ts'

/** A word that a model takes for part of a name, with its probability. */
export interface ModelWord extends Span {
  readonly kind: NameKind
  readonly probability: number
}

/** Words that stand together as one name. */
export interface ModelName extends Span {
  readonly words: readonly ModelWord[]
}

/** Less is a guess. */
const PROBABILITY_MIN = 0.5
/** What may stand between the words of one name. */
const JOINT =
  /^(?:[ -]|['’]|\. ?| (?:d[aeiou]s?|del|della|von|van|der|den|bin|ibn|al|el|la|le|de la|van der|van den|von der) )?$/i

/**
 * The names that a model's output shows, in order.
 * @param logits of each token in its order, one for each label
 */
export function readNames(
  text: string,
  tokens: readonly ModelToken[],
  logits: ArrayLike<number>,
  kinds: readonly (NameKind | undefined)[],
): ModelName[] {
  const names: { start: number; end: number; words: ModelWord[] }[] = []
  for (let first = 0; first < tokens.length; ) {
    let next = first + 1
    while (tokens[next]?.isInside === true) next++
    const word = readWord(tokens, first, next, logits, kinds)
    first = next
    if (word === undefined) continue
    const last = names.at(-1)
    if (last !== undefined && JOINT.test(text.slice(last.end, word.start))) {
      last.words.push(word)
      last.end = word.end
    } else names.push({ start: word.start, end: word.end, words: [word] })
  }
  return names
}

/** The word of the tokens from `first` to `next`: what its tokens say on average. */
function readWord(
  tokens: readonly ModelToken[],
  first: number,
  next: number,
  logits: ArrayLike<number>,
  kinds: readonly (NameKind | undefined)[],
): ModelWord | undefined {
  const shares = { given: 0, family: 0, person: 0 }
  for (let token = first; token < next; token++) addShares(shares, logits, token * kinds.length, kinds)
  const sum = (shares.given + shares.family + shares.person) / (next - first)
  const start = tokens[first]?.start ?? 0
  const end = tokens[next - 1]?.end ?? 0
  if (!(sum >= PROBABILITY_MIN) || end <= start) return undefined
  const isGiven = shares.given >= shares.family && shares.given >= shares.person
  const kind = isGiven ? 'given' : shares.family >= shares.person ? 'family' : 'person'
  return { start, end, kind, probability: Math.min(1, sum) }
}

/** Adds the probabilities of one token's labels for names (softmax). */
function addShares(
  shares: Record<NameKind, number>,
  logits: ArrayLike<number>,
  at: number,
  kinds: readonly (NameKind | undefined)[],
): void {
  let top = Number.NEGATIVE_INFINITY
  for (let label = 0; label < kinds.length; label++) top = Math.max(top, logits[at + label] ?? top)
  let total = 0
  for (let label = 0; label < kinds.length; label++) total += Math.exp((logits[at + label] ?? top) - top)
  for (const [label, kind] of kinds.entries()) {
    if (kind !== undefined) shares[kind] += Math.exp((logits[at + label] ?? top) - top) / total
  }
}
