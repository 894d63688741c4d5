import RE2 from 're2'
import { isWordAt, plainWord } from '../inspect/characters.ts'
import { type ContextIndex, ContextReader, indexContext } from '../inspect/context.ts'
import type { Detection } from '../inspect/engine.ts'
import type { Candidate } from '../inspect/rule.ts'
import { UnitReader } from '../inspect/units.ts'

/** A longer match is none: a pattern that swallows pages says nothing about them. */
const MATCH_MAX = 1_000
/** RE2 cannot be interrupted: matches that begin within so many characters are looked for, and then the budget is asked. */
const WINDOW = 2_048
const MATCHES_PER_CHECK = 64
const MATCHES_MAX = 10_000

export interface OwnPatternRule {
  readonly ruleId: string
  readonly type: string
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly wholeWords: boolean
  readonly context: readonly string[]
  readonly score: number
  readonly contextScore: number
}

/**
 * `^` and `$` are the beginning and end of a line, as texts have many.
 * @throws SyntaxError if it is not RE2 syntax, or takes more memory than RE2 gives it
 */
export function compilePattern(pattern: string, ignoreCase: boolean): RE2 {
  return new RE2(pattern, `gm${ignoreCase ? 'i' : ''}${pattern.includes('(?<value>') ? 'd' : ''}`)
}

/** What it read is no longer needed when a pattern has been looked for. */
const unitReader = new UnitReader()

/** A tenant's pattern, made ready. */
export class OwnPattern {
  readonly #rule: OwnPatternRule
  readonly #regexp: RE2
  readonly #context: ContextIndex

  /** @throws SyntaxError */
  constructor(rule: OwnPatternRule) {
    this.#rule = rule
    this.#regexp = compilePattern(rule.pattern, rule.ignoreCase)
    this.#context = indexContext({ for: rule.context.map(plainWord), against: [] })
  }

  detect(text: string, isOverBudget: () => boolean): Detection {
    const { ruleId, type, wholeWords, score, contextScore } = this.#rule
    const candidates: Candidate[] = []
    let contexts: ContextReader | undefined
    let matches = 0
    let from = 0
    let window: Window | undefined
    while (from < text.length) {
      if (window === undefined || from >= window.until) {
        if (isOverBudget()) return { candidates, complete: false }
        window = windowAt(text, from)
      }
      const match = this.#matchIn(window, from)
      if (match === undefined || match.start >= window.until) {
        from = match?.start ?? window.until
        continue
      }
      if (match.end === window.end && window.end < text.length) {
        // How far it goes is not known yet.
        from = match.start
        window = windowAt(text, from, window.end + (window.end - from))
        if (isOverBudget()) return { candidates, complete: false }
        continue
      }
      if (++matches % MATCHES_PER_CHECK === 0 && (isOverBudget() || matches > MATCHES_MAX)) {
        return { candidates, complete: false }
      }
      // An empty match would be found for ever.
      from = Math.max(match.end, match.start + 1)
      const [start, end] = match.value
      if (end === start || end - start > MATCH_MAX) continue
      if (wholeWords && isPartOfWord(text, start, end)) continue
      contexts ??= new ContextReader(text, unitReader.read(text))
      const found = contexts.judge(start, end, this.#context) === 'for' ? contextScore : score
      if (found > 0) candidates.push({ type, ruleId, score: found, validated: false, start, end })
    }
    return { candidates, complete: true }
  }

  /** The next match from there on. */
  #matchIn({ text, start }: Window, from: number): Match | undefined {
    const regexp = this.#regexp
    regexp.lastIndex = from - start
    const match = regexp.exec(text)
    if (match === null) return undefined
    const [first, last] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length]
    return {
      start: start + match.index,
      end: start + match.index + match[0].length,
      value: [start + first, start + last],
    }
  }
}

interface Match {
  readonly start: number
  readonly end: number
  /** What is found of it. */
  readonly value: readonly [start: number, end: number]
}

/** A part of a text; offsets are those of the whole. */
interface Window {
  readonly text: string
  /** One character before the first at which a match may begin, which says whether a line or a word begins there. */
  readonly start: number
  /** Matches that begin here or later belong to the next window. */
  readonly until: number
  readonly end: number
}

/** @param atLeast how far it goes if that is further than the longest match */
function windowAt(text: string, from: number, atLeast = 0): Window {
  const until = notWithin(text, from + WINDOW)
  const end = notWithin(text, Math.max(until + MATCH_MAX + 1, atLeast))
  const start = Math.max(0, from - (isWithin(text, from - 1) ? 2 : 1))
  return { text: start === 0 && end === text.length ? text : text.slice(start, end), start, until, end }
}

/** The place, or the next one if it stands within a character. */
function notWithin(text: string, place: number): number {
  return place >= text.length ? text.length : place + (isWithin(text, place) ? 1 : 0)
}

function isWithin(text: string, place: number): boolean {
  return isLow(text.charCodeAt(place)) && isHigh(text.charCodeAt(place - 1))
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

/** Only a letter or digit goes on in a letter or digit: "(x)" stands by itself wherever it stands. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  return (isWordAt(text, start) && isWordAt(text, start - 1)) || (isWordAt(text, end - 1) && isWordAt(text, end))
}
