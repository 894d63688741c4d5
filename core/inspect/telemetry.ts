import { InvariantError } from '../errors.ts'
import { riskOfFindings, type ScoredFinding } from '../risk.ts'
import { classificationOf, type Detected, detect } from './classify.ts'
import { ContextReader, indexContext } from './context.ts'
import { type Origin, partsAt } from './origins.ts'
import { joinContent, splitTurns, type TextPart } from './parts.ts'
import { type FoundInTelemetry, inspectPrompt, type PromptInspection, type PromptOptions } from './prompt.ts'
import type { Candidate, ContextWords } from './rule.ts'
import { RULES } from './rules/all.ts'
import { UnitReader } from './units.ts'

/** Private keys, and secrets in the forms of URLs and headers. Tokens are all of a known shape. */
const SHAPED_SECRETS: ReadonlySet<string> = new Set([
  ...['secret-private-key', 'secret-encoded-key', 'secret-putty-key', 'secret-json-web-key'],
  ...['secret-url-password', 'secret-oracle-url', 'secret-shared-access'],
  ...['secret-bearer', 'secret-basic', 'secret-authorization'],
])
const TOKEN_RULE = 'token-'
const OWN_RULE = 'own:'

/** Numbers that count with a label beside them: by the words of rules whose findings have nothing else to carry them. */
const LABELS: ReadonlyMap<string, ContextWords> = new Map([
  ['CREDIT_CARD', withWords(wordsOf('card-named'), ['pan', 'ccnum', 'cardnumber'])],
  ['IBAN', wordsOf('iban')],
  ['NIR', wordsOf('nir-without-key')],
])

function wordsOf(ruleId: string): ContextWords {
  const words = RULES.find(({ id }) => id === ruleId)?.words
  if (words === undefined) throw new InvariantError(`no rule ${ruleId} with words`)
  return words
}

function withWords(words: ContextWords, more: readonly string[]): ContextWords {
  return { ...words, for: [...words.for, ...more] }
}

/**
 * Inspects telemetry (docs/reference/proxy-rules.md, Telemetry): fields that hold a prompt as prompts, and what machines measure by what is
 * no number by chance. All that policies look at is in the result as for any prompt; the rest is in `telemetry` alone.
 */
export function inspectTelemetry(parts: readonly TextPart[], options: PromptOptions = {}): PromptInspection {
  const prompts = parts.filter(({ role }) => role !== 'definition')
  const inspected = inspectPrompt(prompts, { ...options, hashPart: undefined })
  const definitions = parts.filter(({ role }) => role === 'definition')
  const beside = detectIn(
    definitions.filter(({ isTelemetry }) => isTelemetry !== true),
    options,
  )
  const measured = detectIn(
    definitions.filter(({ isTelemetry }) => isTelemetry === true),
    options,
  )
  const labels = new LabelReader()
  const strong = new Set(measured.found.filter((found) => isStrong(found, measured.own, labels)))
  const contextual = [...beside.found, ...strong].map(({ fact }) => fact)
  const facts = [...inspected.facts, ...contextual]
  const placed: Placed[] = [
    ...placesOf(prompts, inspected),
    ...beside.found.map((found) => placedOf(found, 'prompt', true)),
    ...measured.found.map((found) => placedOf(found, 'telemetry', strong.has(found))),
  ]
  return {
    ...inspected,
    facts,
    contextFindings: withCounts(inspected.contextFindings, contextual),
    findingTypes: [...new Set(facts.map(({ type }) => type))].sort(),
    riskScore: riskOfFindings(facts),
    origins: originsOf(placed),
    telemetry: grouped(placed),
    places: undefined,
    complete: inspected.complete && beside.complete && measured.complete,
  }
}

interface Placed {
  readonly type: string
  readonly part: FoundInTelemetry['part']
  readonly at: string
  readonly isEnforced: boolean
}

interface Found {
  readonly candidate: Candidate
  readonly fact: ScoredFinding
  /** The part that it begins in, and where in it. */
  readonly part: TextPart | undefined
  readonly start: number
}

/** All of them together: a tenant's detector may look at what stands around a value. */
function detectIn(
  parts: readonly TextPart[],
  options: PromptOptions,
): { readonly found: readonly Found[]; readonly own: Detected['own']; readonly complete: boolean } {
  if (parts.length === 0) return { found: [], own: [], complete: true }
  const text = joinContent(parts)
  const { settled, own, complete } = detect(text, options)
  if (settled.length === 0) return { found: [], own, complete }
  const sources = partsAt(
    parts,
    settled.map(({ start }) => start),
  )
  const offsets = offsetsOf(parts)
  const found = settled.map((candidate, index) => {
    const { type, value, score, start } = classificationOf(text, candidate)
    const part = sources[index]
    return { candidate, fact: { type, value, score }, part, start: start - ((part && offsets.get(part)) ?? 0) }
  })
  return { found, own, complete }
}

function offsetsOf(parts: readonly TextPart[]): ReadonlyMap<TextPart, number> {
  const offsets = new Map<TextPart, number>()
  let offset = 0
  for (const part of parts) {
    offsets.set(part, offset)
    // A line feed joins them.
    offset += part.text.length + 1
  }
  return offsets
}

/** A tenant's own detector has found it, its shape says what it is, or a label in the same field does. */
function isStrong({ candidate, part, start: startInPart }: Found, own: Detected['own'], labels: LabelReader): boolean {
  const { type, ruleId, start, end } = candidate
  if (ruleId.startsWith(OWN_RULE) || ruleId.startsWith(TOKEN_RULE) || SHAPED_SECRETS.has(ruleId)) return true
  if (own.some((one) => one.type === type && one.start < end && one.end > start)) return true
  const words = LABELS.get(type)
  return words !== undefined && part !== undefined && labels.isLabelled(part.text, startInPart, end - start, words)
}

const units = new UnitReader()

/** A field may hold megabytes and thousands of findings, which come in their order: it is read once for all of them. */
class LabelReader {
  #contexts: ContextReader | undefined

  isLabelled(text: string, start: number, length: number, words: ContextWords): boolean {
    if (this.#contexts?.text !== text) this.#contexts = new ContextReader(text, units.read(text))
    return this.#contexts.judge(start, start + length, indexContext(words)) === 'for'
  }
}

function placedOf({ fact, part }: Found, kind: Placed['part'], isEnforced: boolean): Placed {
  return { type: fact.type, part: kind, at: part?.at ?? '', isEnforced }
}

function placesOf(prompts: readonly TextPart[], { classifications }: PromptInspection): Placed[] {
  const { content } = splitTurns(prompts)
  const sources = partsAt(
    content,
    classifications.map(({ start }) => start),
  )
  return classifications.map(({ type }, index) => ({
    type,
    part: 'prompt',
    at: sources[index]?.at ?? '',
    isEnforced: true,
  }))
}

/** Of what policies look at: a refusal tells. */
function originsOf(placed: readonly Placed[]): Origin[] {
  const origins = new Map<string, Origin>()
  for (const { type, at, isEnforced } of placed)
    if (isEnforced) origins.set(`${type} ${at}`, { type, place: 'telemetry', at })
  return [...origins.values()]
}

function grouped(placed: readonly Placed[]): FoundInTelemetry[] {
  const groups = new Map<string, FoundInTelemetry>()
  for (const { type, part, at, isEnforced } of placed) {
    const key = JSON.stringify([type, part, at, isEnforced])
    const count = (groups.get(key)?.count ?? 0) + 1
    groups.set(key, { type, part, at, count, isEnforced })
  }
  // What is enforced comes first, where there is room for some only.
  return [...groups.values()].sort((a, b) => Number(b.isEnforced) - Number(a.isEnforced))
}

function withCounts(
  counted: PromptInspection['contextFindings'],
  more: readonly { readonly type: string }[],
): PromptInspection['contextFindings'] {
  const counts = new Map(counted.map(({ type, count }) => [type, count]))
  for (const { type } of more) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => (a.type < b.type ? -1 : 1))
}
