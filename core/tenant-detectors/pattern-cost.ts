import RE2 from 're2'
import { compileAllowed } from './allow-list.ts'
import { OwnPattern } from './patterns.ts'
import { type Trial, textOf, trialsOf } from './trial-texts.ts'

/** What a pattern is tried on, in UTF-16 units. */
export const TRIAL_LENGTH = 65_536
/** For that text. The built-in rules together take about as long; RE2 takes some 30 ms if it cannot keep its automaton small. */
const TRIAL_MAX_MS = 25
/** For that text, all patterns of a tenant together. */
const ALL_MAX_MS = 250
/** What RE2 may take for all patterns of a tenant together when it compiles them, without what it remembers of texts. */
const ALL_MEMORY_MAX = 33_554_432
/** How long the others are tried that nothing is known of: the rest is tried with the next pattern that is added. */
const TRYING_MAX_MS = 5_000
/** Each text is tried in short first, twice, and only those that seem worst in full. */
const SHORT_LENGTHS = [256, 8_192] as const
const SHORT_ATTEMPTS = 2
const WORST = 4
/** A busy machine makes one trial slow by chance, not three. */
const ATTEMPTS = 3
/** Linux counts a thread's time at the ticks of its scheduler. */
const CPU_LATE_MS = 10
/** A match costs so much by itself. How many there may be is bounded: what is slow is to look for them. */
const MATCH_MS = 0.002
/** Values that lists are asked about are no longer. */
const VALUE_LENGTH = 1_000

/** A pattern of a tenant. */
export interface PatternSource {
  readonly pattern: string
  readonly ignoreCase: boolean
  /** It is one of an allow-list: it has to match a whole value. */
  readonly isAllowed?: boolean
}

export interface CheckLimits {
  /** Milliseconds of processor time of this thread. */
  readonly cpuMs: () => number
  /** The machine's clock, in milliseconds: what is over soon it tells more exactly. */
  readonly now?: () => number
  readonly trialMaxMs?: number
  readonly allMaxMs?: number
  /** What was found out before. */
  readonly known?: KnownCosts
}

/** By the pattern. */
export type KnownCosts = Map<string, Cost>

/** What a pattern takes at most, as far as trying shows. */
export interface Cost {
  /** For TRIAL_LENGTH of such a text. */
  readonly ms: number
  /** The same without the matches themselves. */
  readonly searchMs: number
  readonly name: string
}

/** Looks for a pattern in a text. @returns how often it was found */
type Search = (text: string, isOverBudget: () => boolean) => number

/** What a pattern that can be compiled costs on the text that it is slowest on. */
export function costOf(source: PatternSource, limits: CheckLimits): Cost {
  const key = keyOf(source)
  const cost = limits.known?.get(key) ?? find(source, limits)
  limits.known?.set(key, cost)
  return cost
}

function keyOf({ pattern, ignoreCase, isAllowed = false }: PatternSource): string {
  return JSON.stringify([pattern, ignoreCase, isAllowed])
}

/** Ends early with one that takes too long. */
function find(source: PatternSource, limits: CheckLimits): Cost {
  const { trialMaxMs = TRIAL_MAX_MS } = limits
  const search = searchOf(source)
  let ranked = trialsOf(source.pattern).map((trial) => ({ trial, ms: 0 }))
  for (const length of SHORT_LENGTHS) {
    for (const one of ranked) {
      const cost = measure(search, one.trial, length, limits, SHORT_ATTEMPTS)
      // A fraction of the text takes as long as the whole one may.
      if (cost.ms > trialMaxMs) return inFull(cost, length)
      one.ms = cost.ms
    }
  }
  ranked = ranked.sort((a, b) => b.ms - a.ms).slice(0, WORST)
  let most: Cost = { ms: 0, searchMs: 0, name: '' }
  for (const { trial } of ranked) {
    const cost = measure(search, trial, TRIAL_LENGTH, limits, ATTEMPTS)
    if (cost.ms > trialMaxMs) return cost
    const { ms, name } = cost.ms > most.ms ? cost : most
    most = { ms, name, searchMs: Math.max(most.searchMs, cost.searchMs) }
  }
  return most
}

/** Why a pattern is refused that costs so much, as a sentence about it. */
export function slownessProblem({ ms, name }: Cost, { trialMaxMs = TRIAL_MAX_MS }: CheckLimits): string | undefined {
  if (ms <= trialMaxMs) return undefined
  return `is too slow: a text of 64 kB made of ${name} takes it ${Math.round(ms)} ms, and ${trialMaxMs} are the most`
}

/**
 * Why no pattern may be added to so many others, as a sentence.
 * @param sources all of them, first those that are to be added
 */
export function togetherProblem(sources: readonly PatternSource[], limits: CheckLimits): string | undefined {
  if (!fitsMemory(sources)) return 'All patterns together take more memory than RE2 gives them: make some simpler'
  const { allMaxMs = ALL_MAX_MS, known } = limits
  const elapsed = startTimer(limits)
  let sum = 0
  for (const source of sources) {
    if (elapsed() > TRYING_MAX_MS && known?.has(keyOf(source)) !== true) continue
    sum += costOf(source, limits).searchMs
    if (sum > allMaxMs) {
      return `All patterns together, those of allow-lists included, may take ${allMaxMs} ms for a text of 64 kB: these would take more`
    }
  }
  return undefined
}

function fitsMemory(sources: readonly PatternSource[]): boolean {
  try {
    for (const those of Object.values(Object.groupBy(sources, ({ ignoreCase }) => (ignoreCase ? 'i' : '')))) {
      const patterns = (those ?? []).map(({ pattern }) => pattern)
      const flags = those?.[0]?.ignoreCase === true ? 'imu' : 'mu'
      new RE2.Set(patterns, flags, { maxMem: ALL_MEMORY_MAX })
    }
    return true
  } catch {
    return false
  }
}

function searchOf({ pattern, ignoreCase, isAllowed = false }: PatternSource): Search {
  if (!isAllowed) {
    const rule = { ruleId: 'check', type: 'CHECK', context: [], score: 1, contextScore: 1, wholeWords: false }
    const own = new OwnPattern({ ...rule, pattern, ignoreCase })
    return (text, isOverBudget) => own.detect(text, isOverBudget).candidates.length
  }
  const regexp = compileAllowed(pattern)
  return (text, isOverBudget) => {
    for (let start = 0; start < text.length && !isOverBudget(); start += VALUE_LENGTH) {
      regexp.lastIndex = 0
      regexp.test(text.slice(start, start + VALUE_LENGTH))
    }
    return 0
  }
}

/** The quickest of some attempts. */
function measure(search: Search, trial: Trial, length: number, limits: CheckLimits, attempts: number): Cost {
  const { trialMaxMs = TRIAL_MAX_MS } = limits
  const text = textOf(trial, length)
  let best = { ms: Number.POSITIVE_INFINITY, searchMs: Number.POSITIVE_INFINITY, name: trial.name }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const elapsed = startTimer(limits)
    // What takes ten times too long need not be waited for.
    const matches = search(text, () => elapsed() > trialMaxMs * 10)
    const ms = elapsed()
    if (ms < best.ms) best = { ...best, ms, searchMs: Math.max(0, ms - matches * MATCH_MS) }
  }
  return best
}

function startTimer({ cpuMs, now }: CheckLimits): () => number {
  const started = { cpu: cpuMs(), at: now?.() ?? 0 }
  return () => {
    const cpu = cpuMs() - started.cpu
    return now === undefined ? cpu : Math.min(now() - started.at, Math.max(cpu, CPU_LATE_MS))
  }
}

function inFull({ ms, searchMs, name }: Cost, length: number): Cost {
  const factor = TRIAL_LENGTH / length
  return { ms: ms * factor, searchMs: searchMs * factor, name }
}
