import type { Candidate } from './rule.ts'

/**
 * Of candidates that overlap, one stays: validated before not validated, then the longest, then the best score.
 * Returns them in order of the text. The offsets are those of the original text.
 */
export function resolveOverlaps(candidates: readonly Candidate[]): Candidate[] {
  if (areApart(candidates)) return [...candidates]
  const byStart = candidates.toSorted((a, b) => a.start - b.start)
  const kept: Candidate[] = []
  const entangled: Candidate[] = []
  let end = 0
  for (const candidate of byStart) {
    if (candidate.start >= end) {
      keep(entangled, kept)
      entangled.length = 0
    }
    entangled.push(candidate)
    end = Math.max(end, candidate.end)
  }
  keep(entangled, kept)
  return kept
}

/** Whether the candidates are in order of the text already and none overlaps another: most texts hold one or none, and lists many of one kind. */
function areApart(candidates: readonly Candidate[]): boolean {
  let end = 0
  for (const candidate of candidates) {
    if (candidate.start < end) return false
    end = candidate.end
  }
  return true
}

/** Adds the candidates that stay from a group that overlaps, directly or through others. */
function keep(entangled: Candidate[], kept: Candidate[]): void {
  const [first, second] = entangled
  if (first === undefined) return
  if (second === undefined) kept.push(first)
  // Two always overlap: most groups are what two rules make of one value.
  else if (entangled.length === 2 && second.end > second.start)
    kept.push(compareStrength(first, second) <= 0 ? first : second)
  else
    for (const winner of (entangled.length < MANY ? undefined : clearOf(entangled)) ?? strongest(entangled))
      kept.push(winner)
}

/** From this number on, sorting by strength costs more than comparing neighbours. */
const MANY = 16
/** Where one overlaps more of those behind it, all are sorted. */
const NEIGHBOURS_MAX = 8

/**
 * The same as strongest() of candidates in order of the text: whatever is stronger than all that it overlaps stays, and only what overlaps
 * none of these is left to be sorted. Undefined where that takes as long.
 */
function clearOf(entangled: readonly Candidate[]): Candidate[] | undefined {
  const { length } = entangled
  const isBeaten = new Uint8Array(length)
  for (let i = 0; i < length; i++) {
    const candidate = entangled[i] as Candidate
    if (candidate.end <= candidate.start) return undefined
    for (let j = i + 1; j < length; j++) {
      const other = entangled[j] as Candidate
      if (other.start >= candidate.end) break
      if (j - i > NEIGHBOURS_MAX) return undefined
      isBeaten[compareStrength(candidate, other) <= 0 ? j : i] = 1
    }
  }
  const winners = entangled.filter((_, index) => isBeaten[index] === 0)
  const left: Candidate[] = []
  let next = 0
  for (let i = 0; i < length; i++) {
    if (isBeaten[i] === 0) continue
    const candidate = entangled[i] as Candidate
    // Winners do not overlap each other, so that they end in order, too.
    while (next < winners.length && (winners[next] as Candidate).end <= candidate.start) next++
    if ((winners[next]?.start ?? Number.POSITIVE_INFINITY) >= candidate.end) left.push(candidate)
  }
  if (left.length === 0) return winners
  return [...winners, ...strongest(left)].sort((a, b) => a.start - b.start)
}

/** Compares by position in the text. */
function strongest(entangled: Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of entangled.sort(compareStrength)) {
    const index = insertionIndex(kept, candidate.start)
    if ((kept[index - 1]?.end ?? 0) > candidate.start) continue
    if ((kept[index]?.start ?? Number.POSITIVE_INFINITY) < candidate.end) continue
    kept.splice(index, 0, candidate)
  }
  return kept
}

function compareStrength(a: Candidate, b: Candidate): number {
  return (
    Number(b.validated) - Number(a.validated) ||
    b.end - b.start - (a.end - a.start) ||
    b.score - a.score ||
    // This order has no meaning, but it is fixed, so that the same text always gives the same result.
    a.start - b.start ||
    (a.type < b.type ? -1 : a.type > b.type ? 1 : 0)
  )
}

/** Index of the first kept candidate that starts at or after `start`. */
function insertionIndex(kept: readonly Candidate[], start: number): number {
  let low = 0
  let high = kept.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((kept[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
