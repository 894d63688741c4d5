import { isWordAt } from './characters.ts'
import { undisguised } from './disguise/views.ts'
import type { Detection, RuleEngine } from './engine.ts'
import type { ExtraDetectors } from './extra.ts'
import { isRowOfMany } from './judgement/rows.ts'
import { normalise } from './normalise.ts'
import { resolveOverlaps } from './overlap.ts'
import type { Candidate, Span } from './rule.ts'
import { surroundings } from './surroundings.ts'
import { plainView, type View, viewOfSlice } from './view.ts'
import { Walk } from './walk.ts'

export interface Findings {
  /** The findings in order of the text, without overlaps, but for what a code says, which stands beside what the code is. */
  readonly found: Candidate[]
  /** What the tenant's detectors found, in any order, overlaps included. */
  readonly own: Candidate[]
  readonly complete: boolean
}

/** What a disguise adds to a score: a card number in full-width digits is not there by chance. */
const DISGUISE_BONUS = 0.03
const SCORE_MAX = 0.99
/** The factor on scores of values that are found only after joining or decoding, since these may be chance. */
const DERIVED_FACTOR = 0.95

/** Over the text as a reader sees it: none other is begun before all that it noted has been looked at. */
const walk = new Walk()

/** What the rules of an engine, and `extra`, find in a text as it stands, as a reader sees it, and with disguises taken off. */
export function findIn(
  text: string,
  engine: RuleEngine,
  tier: 1 | 2,
  isOverBudget: () => boolean,
  extra?: ExtraDetectors,
): Findings {
  const raw = plainView(text)
  const search = new Search(raw, engine, isOverBudget, extra)
  walk.read(text)
  const normalised = normalise(raw, walk.units)
  const readable = normalised ?? raw
  if (normalised !== undefined) walk.read(normalised.text)
  engine.note(walk, tier === 2)
  const visible = search.take(engine.detectAt(readable.text, walk, isOverBudget), readable)
  search.detectOwn(readable, 1)
  // If the two differ in more than typography, both are searched: removing invisible characters may join what was apart.
  for (const { from, to, isWhole } of surroundings(normalised?.changes ?? [], text.length)) {
    const around = viewOfSlice(raw, from, to)
    for (const candidate of search.detect(around)) if (isWhole(candidate)) visible.push(candidate)
    search.detectOwn(around, 1, isWhole)
  }
  const found = resolveOverlaps(visible)
  const inCodes: Candidate[] = []
  for (const view of undisguised(raw, normalised, walk, tier)) {
    if (isOverBudget()) return { found: inOrder(found, inCodes), own: search.own, complete: false }
    const shown = search.detectDerived(view)
    const certain = shown.filter((one) => isCertain(one, view) && !isRowOfMany(text, one, shown))
    for (const candidate of resolveOverlaps(certain)) addDerived(found, inCodes, candidate, view)
    // A key within a longer secret of the same view.
    for (const candidate of certain) if (candidate.type === 'API_KEY') addDerived(found, inCodes, candidate, view)
    if (view.isDoubtful !== true) search.detectOwn(view, DERIVED_FACTOR)
  }
  return { found: inOrder(found, inCodes), own: search.own, complete: search.complete }
}

/** Searches the views of one text; every finding gets its offsets in the original. No closures: see KeywordVisitor. */
class Search {
  complete = true
  /** What the tenant's detectors found. */
  readonly own: Candidate[] = []
  readonly #raw: View
  readonly #engine: RuleEngine
  readonly #isOverBudget: () => boolean
  readonly #extra: ExtraDetectors | undefined

  constructor(raw: View, engine: RuleEngine, isOverBudget: () => boolean, extra: ExtraDetectors | undefined) {
    this.#raw = raw
    this.#engine = engine
    this.#isOverBudget = isOverBudget
    this.#extra = extra
  }

  detect(view: View): Candidate[] {
    return this.take(this.#engine.detect(view.text, this.#isOverBudget, false), view)
  }

  /** What was detected in a view that was made from the text, and stands there otherwise. */
  detectDerived(view: View): Candidate[] {
    const { candidates, complete } = this.#engine.detect(view.text, this.#isOverBudget, false)
    return this.take({ candidates: candidates.filter((one) => !isJudged(one, view, this.#raw.text)), complete }, view)
  }

  /** What was detected in a view. */
  take(detection: Detection, view: View): Candidate[] {
    if (!detection.complete) this.complete = false
    if (view === this.#raw) return detection.candidates
    return detection.candidates.map((one) => inOriginal(one, view, this.#raw.text))
  }

  detectOwn(view: View, factor: number, isWhole: (finding: Span) => boolean = isAny): void {
    if (this.#extra === undefined) return
    const detection = this.#extra.detect(view.text, this.#isOverBudget)
    if (!detection.complete) this.complete = false
    for (const candidate of detection.candidates) {
      const found = inOriginal(candidate, view, this.#raw.text)
      if (isWhole(found)) this.own.push({ ...found, score: found.score * factor })
    }
  }
}

function isAny(): boolean {
  return true
}

const STRICT_TYPES: ReadonlySet<string> = new Set(['EMAIL', 'API_KEY'])
/** Of those without a checksum, which a word nearby confirms. */
const CONFIRMED_TYPES: ReadonlySet<string> = new Set(['PHONE', 'SSN'])
const CONFIRMED_MIN = 0.75

function isStrict({ type, validated, score }: Candidate): boolean {
  return validated || STRICT_TYPES.has(type) || (CONFIRMED_TYPES.has(type) && score >= CONFIRMED_MIN)
}

function isCertain(candidate: Candidate, { isDoubtful, isOfPieces }: View): boolean {
  const { type, isDisguised } = candidate
  if (isDoubtful === true && !isStrict(candidate)) return false
  return isOfPieces !== true || (isDisguised === true && type !== 'PHONE')
}

/** What is found of a code as it stands, whatever the code says. */
const OPAQUE: ReadonlySet<string> = new Set(['SECRET', 'API_KEY', 'CRYPTO_WALLET'])
/** The beginning of the second is the first. */
const CONTINUED: ReadonlyMap<string, string> = new Map([['SIREN', 'SIRET']])

/**
 * Adds what a derived view shows, unless it contradicts what can be seen as it stands: it may only complete a finding of its own
 * type ("pont@orange.fr" of "mari**e.du**pont@orange.fr"). What a code says is added to `inCodes` and stands beside what the code is by
 * its place: a policy for API keys holds for one in a Kubernetes secret. Both lists are in order of the text, without overlaps, and stay so.
 */
function addDerived(found: Candidate[], inCodes: Candidate[], candidate: Candidate, { isDecoded = false }: View): void {
  const [first, last] = overlapped(found, candidate)
  const scored = { ...candidate, score: candidate.score * DERIVED_FACTOR }
  let isCompletion = true
  let isInCode = candidate.isDisguised === true && isStrict(candidate)
  for (let i = first; i < last; i++) {
    const one = found[i] as Candidate
    isCompletion &&= isCompletedBy(one, candidate)
    isInCode &&= one.type !== candidate.type && (OPAQUE.has(one.type) || (isDecoded && isWithin(one, candidate)))
  }
  if (isCompletion) {
    found.splice(first, last - first, scored)
    return
  }
  const [before, behind] = overlapped(inCodes, candidate)
  if (isInCode && before === behind) inCodes.splice(before, 0, scored)
}

/** From which of `found` to which these overlap a candidate. */
function overlapped(found: readonly Candidate[], { start, end }: Candidate): readonly [first: number, last: number] {
  const first = firstEndingAfter(found, start)
  let last = first
  while (last < found.length && (found[last]?.start ?? 0) < end) last++
  return [first, last]
}

function inOrder(found: Candidate[], inCodes: readonly Candidate[]): Candidate[] {
  return inCodes.length === 0 ? found : [...found, ...inCodes].sort((a, b) => a.start - b.start || b.end - a.end)
}

function isCompletedBy(one: Candidate, by: Candidate): boolean {
  const { type, start, end } = one
  return (type === by.type || CONTINUED.get(type) === by.type) && end - start < by.end - by.start && isWithin(one, by)
}

function isWithin({ start, end }: Candidate, other: Candidate): boolean {
  return other.start <= start && end <= other.end
}

function firstEndingAfter(found: readonly Candidate[], position: number): number {
  let low = 0
  let high = found.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((found[middle]?.end ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}

const DIGITS = /^[0-9]+$/
/** What stands beside a number decides how its groups are read. */
const BESIDE = 8

/** Whether a number of a view stands in the text as it is: what the numbers around it there left of it counts, not what fewer would. */
function isJudged({ isUnnamed, start, end }: Candidate, view: View, text: string): boolean {
  if (isUnnamed !== true) return false
  const as = view.original(start, end)
  const number = view.text.slice(start, end)
  if (text.slice(as.start, as.end) !== number) return false
  if (DIGITS.test(number)) return !isWordAt(text, as.start - 1) && !isWordAt(text, as.end)
  const around = view.text.slice(Math.max(0, start - BESIDE), end + BESIDE)
  return text.slice(Math.max(0, as.start - BESIDE), as.end + BESIDE) === around
}

function inOriginal(candidate: Candidate, view: View, text: string): Candidate {
  const { start, end } = view.original(candidate.start, candidate.end)
  const isDisguised = text.slice(start, end) !== view.text.slice(candidate.start, candidate.end)
  if (start === candidate.start && end === candidate.end) return isDisguised ? { ...candidate, isDisguised } : candidate
  const score = isDisguised ? Math.min(SCORE_MAX, candidate.score + DISGUISE_BONUS) : candidate.score
  return { ...candidate, score, start, end, isDisguised }
}
