import RE2 from 're2'
import { report } from './candidates.ts'
import { isWordAt } from './characters.ts'
import type { ContextIndex, ContextReader } from './context.ts'
import { isOfNumber } from './judgement/whole.ts'
import { holdsDigits, type Numbers } from './numbers.ts'
import type { PatternOpening } from './pattern-opening.ts'
import { translated } from './re2-to-regexp.ts'
import type { Candidate, PatternRule } from './rule.ts'

/** The longest stretch that is searched at once. The budget is checked between stretches. */
const STRETCH_MAX = 2_048
/** The length of the longest keyword at most. */
const KEYWORD_MAX = 64

export interface IndexedPattern {
  readonly rule: PatternRule
  /** The rule itself, and those that differ from it only in what they make of a match. */
  readonly readings: readonly Reading[]
  /** How many digits a stretch holds at least in which it finds anything. */
  readonly digits: number
  /** Whether its matches are found by their values alone (isTold). */
  readonly isTold: boolean
  readonly opening: PatternOpening
  /** What runs where a stretch does not hold a mark, and finds the same there (PatternRule.without). */
  readonly without?: { readonly mark: string; readonly pattern: IndexedPattern }
}

export interface Reading {
  readonly rule: PatternRule
  readonly context: ContextIndex
}

/**
 * Notes where a pattern runs: start and end, in turn. Overlapping stretches of one rule become one, so that no part of the text is
 * matched twice.
 */
export function addStretch(stretches: Map<number, number[]>, index: number, start: number, end: number): void {
  const bounds = stretches.get(index)
  if (bounds === undefined) {
    stretches.set(index, [start, end])
    return
  }
  const last = bounds.length - 1
  if (start <= (bounds[last] ?? 0)) bounds[last] = Math.max(bounds[last] ?? 0, end)
  else bounds.push(start, end)
}

/** Adds what a pattern finds between `from` and `to`; false where `isOver` ended that early. */
export function matchStretch(
  contexts: ContextReader,
  from: number,
  to: number,
  numbers: Numbers,
  pattern: IndexedPattern,
  candidates: Candidate[],
  isOver: () => boolean,
): boolean {
  const [before, after] = pattern.rule.reach
  // Extended by the length of one match, so that a match that begins in a stretch is found whole.
  const overhang = before + after + KEYWORD_MAX
  for (let start = from; start < to; ) {
    if (isOver()) return false
    const isLast = to - start <= STRETCH_MAX + overhang
    const end = isLast ? to : start + STRETCH_MAX + overhang
    const next = isLast ? to : start + STRETCH_MAX
    const simple = pattern.without
    const own = simple === undefined || contexts.text.slice(start, end).includes(simple.mark) ? pattern : simple.pattern
    const matched =
      pattern.digits > 0 && !holdsDigits(numbers, start, end, pattern.digits, pattern.rule.gap)
        ? next
        : (matchTold(contexts, start, end, next, own, candidates) ??
          // What stands before it tells whether a word begins there.
          matchAll(contexts, Math.max(from, start - 1), start, end, next, numbers, own, candidates))
    start = Math.max(next, matched)
  }
  return true
}

/**
 * Whether the values of all matches tell where they stand: the finding is the whole match, and what stands beside it does not matter. Then
 * the next place that holds the value is the match, as the pattern would have matched at an earlier one.
 */
export function isTold(pattern: string): boolean {
  // Without escaped characters, but for assertions, and without classes.
  const rest = pattern.replace(/\\[^bBAz]/g, '').replace(/\[\^?\]?[^\]]*\]/g, '')
  return !/\(\?P?<|[\^$]|\\[bBAz]/.test(rest)
}

/**
 * The same as matchAll(), in one call for all matches: RE2 takes the text over as UTF-8 with every call, and building what a call
 * for one match returns takes longer than finding it. Undefined where the values may not tell: RE2 replaces halves of pairs.
 */
function matchTold(
  contexts: ContextReader,
  start: number,
  end: number,
  next: number,
  { rule, readings, isTold }: IndexedPattern,
  candidates: Candidate[],
): number | undefined {
  if (!isTold) return undefined
  const slice = contexts.text.slice(start, end)
  if (!slice.isWellFormed()) return undefined
  const regexp = regexpOf(rule)
  // If it lay behind the end, RE2 would find nothing.
  regexp.lastIndex = 0
  let matched = 0
  for (const value of slice.match(regexp) ?? []) {
    const first = slice.indexOf(value, matched)
    if (start + first >= next) break
    matched = first + value.length
    const length = rule.trim?.(value) ?? value.length
    if (length > 0) readMatch(contexts, start + first, start + first + length, readings, candidates)
  }
  return start + matched
}

/** All matches in a slice of the text that begin at `start` or behind it, and before `next`; where the last one ends. */
function matchAll(
  contexts: ContextReader,
  from: number,
  start: number,
  end: number,
  next: number,
  numbers: Numbers,
  { rule, readings, digits }: IndexedPattern,
  candidates: Candidate[],
): number {
  const regexp = regexpOf(rule)
  const slice = contexts.text.slice(from, end)
  let matched = start
  regexp.lastIndex = start - from
  for (let match = regexp.exec(slice); match !== null; match = regexp.exec(slice)) {
    if (from + match.index >= next) {
      regexp.lastIndex = 0
      break
    }
    const [first, last] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length]
    // An empty match would be found again and again.
    if (last === first) {
      regexp.lastIndex = match.index + 1
      continue
    }
    matched = from + match.index + match[0].length
    const length = rule.trim?.(slice.slice(first, last)) ?? last - first
    if (length > 0) readMatch(contexts, from + first, from + first + length, readings, candidates)
    // Each try costs a microsecond or more.
    if (digits > 0 && !holdsDigits(numbers, matched, end, digits, rule.gap)) break
  }
  return matched
}

/** Adds what a pattern matched, unless it is a part of a word, or not what it looks like. */
function readMatch(
  contexts: ContextReader,
  start: number,
  end: number,
  readings: readonly Reading[],
  candidates: Candidate[],
): void {
  const { text } = contexts
  if (isWordAt(text, start - 1) || isWordAt(text, end) || isOfNumber(text, start, end)) return
  for (const { rule, context } of readings)
    if (rule.validate?.(text.slice(start, end), { text, start, end }) !== false)
      report(candidates, rule, start, end, contexts.judge(start, end, context))
}

/**
 * A pattern takes milliseconds to compile, and most texts wake few: each is compiled when it is first needed, once for all engines.
 * Every use sets where it begins.
 */
const regexps = new WeakMap<PatternRule, RE2 | RegExp>()

function regexpOf(rule: PatternRule): RE2 | RegExp {
  let regexp = regexps.get(rule)
  if (regexp === undefined) {
    const { pattern, isBounded } = rule
    const flags = pattern.includes('(?<value>') ? 'gd' : 'g'
    regexp = isBounded === true ? translated(pattern, flags) : new RE2(pattern, flags)
    regexps.set(rule, regexp)
  }
  return regexp
}
