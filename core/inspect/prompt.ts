import { hash } from 'node:crypto'
import type { Classification } from '../model/classification.ts'
import { CLASSIFY_TEXT_MAX } from '../model/classify.ts'
import type { Finding } from '../model/facts.ts'
import { riskScore, type ScoredFinding } from '../risk.ts'
import { boilerplateOf } from './boilerplate.ts'
import { classify } from './classify.ts'
import { apartAgain, type ClassifyPartsOptions, classifyParts, jointsOf } from './classify-parts.ts'
import { numberMessages, type Origin, originsOf, partsAt } from './origins.ts'
import { joinContent, splitTurns, type TextPart, type Turns } from './parts.ts'
import { type Place, placesOf } from './places.ts'
import type { Span } from './rule.ts'
import { findSplit } from './split.ts'

/** What was found at one place of telemetry (telemetry.ts). */
export interface FoundInTelemetry {
  readonly type: string
  /** A field that holds a prompt, or any other. */
  readonly part: 'prompt' | 'telemetry'
  /** Where in the body: `events[0].name`; empty if that is not known. */
  readonly at: string
  readonly count: number
  /** Policies look at it. Otherwise it is recorded and nothing else. */
  readonly isEnforced: boolean
}

/** What was found in a request: the newest turn with offsets, what came before it by type and count. */
export interface PromptInspection {
  /** SHA-256, in hex, of the UTF-8 of the content (docs/reference/api-rules.md, "What content is"). */
  readonly contentHash: string
  /** The beginning of the joined content, for tier 3; in memory only, never in a record, a log or an error. */
  readonly contentHead: string
  /** Stretches of `contentHead` that are not the person's (core/inspect/boilerplate.ts). */
  readonly boilerplate: readonly Span[]
  /** Offsets point into the joined content. */
  readonly classifications: readonly Classification[]
  /** Findings of system prompts, earlier turns and tool definitions; sorted by type. */
  readonly contextFindings: readonly { readonly type: string; readonly count: number }[]
  /** Where the findings are that stand in earlier messages, or beside the messages; a refusal tells. */
  readonly origins: readonly Origin[]
  /** Types found in the newest turn, what its system prompts hold left out: the first turn has them in its content. */
  readonly newestTypes: readonly string[]
  /** Of these, those found in what the person says last, or behind it: clients join messages that were refused to the next one. */
  readonly lastTypes: readonly string[]
  /** Messages of the conversation, as `origins` counts them. */
  readonly messages: number
  /** Over the distinct findings of content and context together. */
  readonly riskScore: number
  /** Every finding of content and context: what policies look at. Values are in memory only, as those of `classifications`. */
  readonly facts: readonly Finding[]
  /** The distinct types of `facts`, sorted. */
  readonly findingTypes: readonly string[]
  /** Where each of `facts` stands; undefined where parts have no hashes. */
  readonly places?: readonly Place[] | undefined
  /** Of telemetry: all that was found, and where; what is not enforced is nowhere else. */
  readonly telemetry?: readonly FoundInTelemetry[]
  readonly tier: 1 | 2
  /** false where a budget or limit ended the inspection early: the prompt was inspected only in part. */
  readonly complete: boolean
}

export interface PromptOptions extends ClassifyPartsOptions {
  /** A keyed hash of a part with its role; asked for parts with findings only. */
  readonly hashPart?: ((part: TextPart) => string) | undefined
}

/** Inspects the text parts of one request, in the order of the conversation. */
export function inspectPrompt(parts: readonly TextPart[], options: PromptOptions = {}): PromptInspection {
  const { content, context } = splitTurns(parts)
  const text = joinContent(content)
  const joined = classify(text, options)
  const joints = jointsOf(content.map((part) => part.text))
  const found = { ...joined, classifications: apartAgain(joined.classifications, text, joints, options) }
  // What was said before comes again with every turn: a cache spares most of it.
  const earlier = classifyParts(
    context.map((part) => part.text),
    options,
  )
  const split = joinSplit({ content, context, text }, found.classifications, earlier.classifications, options)
  const classifications = [...found.classifications, ...split.inContent].sort((a, b) => a.start - b.start)
  const contextual = [...earlier.classifications, ...split.inContext]
  const findings = [...classifications, ...contextual]
  const { inNewest, inInstructions } = separateInstructions(content, classifications)
  const located = [...locatedIn(context, earlier.classifications), ...split.inContext, ...inInstructions]
  const where = locate(parts, located)
  return {
    contentHash: hash('sha256', text, 'hex'),
    contentHead: text.length <= CLASSIFY_TEXT_MAX ? text : text.slice(0, CLASSIFY_TEXT_MAX),
    boilerplate: boilerplateOf(content, Math.min(text.length, CLASSIFY_TEXT_MAX)),
    classifications,
    contextFindings: countByType(contextual),
    origins: where.origins,
    messages: where.messages,
    places:
      options.hashPart &&
      placesOf(
        { content, context, findings, inContent: classifications.length, split: split.sources, numbers: where.numbers },
        options.hashPart,
      ),
    newestTypes: [...new Set(inNewest.map(({ type }) => type))],
    lastTypes: typesFrom(startOfLast(content), classifications),
    riskScore: riskScore(findings),
    facts: findings.map(({ type, value, score }) => ({ type, value, score })),
    findingTypes: [...new Set(findings.map(({ type }) => type))].sort(),
    tier: options.tier ?? 2,
    complete: found.complete && earlier.complete && split.complete,
  }
}

const NOWHERE = { origins: [], messages: 0, numbers: new Map<TextPart, number>() }

/** A finding and the part it begins in. */
interface Located {
  readonly type: string
  readonly part: TextPart | undefined
}

function locate(
  parts: readonly TextPart[],
  located: readonly Located[],
): { readonly origins: readonly Origin[]; readonly messages: number; readonly numbers: ReadonlyMap<TextPart, number> } {
  if (located.length === 0) return NOWHERE
  const { of, total } = numberMessages(parts)
  return { origins: originsOf(located, of), messages: total, numbers: of }
}

function locatedIn(parts: readonly TextPart[], found: readonly Classification[]): Located[] {
  const places = partsAt(
    parts,
    found.map(({ start }) => start),
  )
  return found.map(({ type }, index) => ({ type, part: places[index] }))
}

/** The newest turn's findings: those in system prompts, which nobody typed, and the others. */
function separateInstructions(
  content: readonly TextPart[],
  found: readonly Classification[],
): { readonly inNewest: readonly Located[]; readonly inInstructions: readonly Located[] } {
  const located = locatedIn(content, found)
  const isInstruction = ({ part }: Located) => part?.role === 'system'
  return {
    inNewest: located.filter((finding) => !isInstruction(finding)),
    inInstructions: located.filter(isInstruction),
  }
}

/** Where the last text begins that a person has written: one that begins with a tag was added by a program. 0 if there is none. */
function startOfLast(content: readonly TextPart[]): number {
  const last = content.findLastIndex(({ role, text }) => role === 'user' && !text.startsWith('<'))
  return content.slice(0, Math.max(0, last)).reduce((offset, { text }) => offset + text.length + 1, 0)
}

function typesFrom(start: number, found: readonly Classification[]): string[] {
  return [...new Set(found.filter(({ end }) => end > start).map(({ type }) => type))]
}

/** A value that was split over earlier messages; `part` is where it begins. */
interface InContext extends ScoredFinding {
  readonly part: TextPart | undefined
}

interface Part {
  readonly text: string
  readonly isNew: boolean
  /** Where it begins in the joined content or context. */
  readonly offset: number
  readonly source: TextPart
}

/** What a user has split over messages or parts of one; in the content a finding covers what of the value is there. */
function joinSplit(
  { content, context, text }: Turns & { readonly text: string },
  found: readonly Classification[],
  earlier: readonly Classification[],
  options: PromptOptions,
): { inContent: Classification[]; inContext: InContext[]; sources: Map<object, TextPart[]>; complete: boolean } {
  const parts = [...partsOfUser(context, false), ...partsOfUser(content, true)]
  const isKnown = (index: number, start: number, end: number) => {
    const { isNew = false, offset = 0 } = parts[index] ?? {}
    return (isNew ? found : earlier).some((known) => known.start < offset + end && known.end > offset + start)
  }
  const { found: split, complete } = findSplit(parts, isKnown, options)
  const inContent: Classification[] = []
  const inContext: InContext[] = []
  const sources = new Map<object, TextPart[]>()
  for (const { type, score, first, start, last, end } of split) {
    const over = parts.slice(first, last + 1).map(({ source }) => source)
    const firstNew = parts.findIndex(({ isNew }, index) => isNew && index >= first && index <= last)
    if (firstNew === -1) {
      const found = {
        type,
        score,
        part: parts[first]?.source,
        value: parts
          .slice(first, last + 1)
          .map((part) => part.text)
          .join('\n'),
      }
      inContext.push(found)
      sources.set(found, over)
      continue
    }
    const from = (parts[firstNew]?.offset ?? 0) + (firstNew === first ? start : 0)
    const to = (parts[last]?.offset ?? 0) + end
    const covering = { type, value: text.slice(from, to), score, start: from, end: to }
    inContent.push(covering)
    sources.set(covering, over)
  }
  return { inContent, inContext, sources, complete }
}

function partsOfUser(parts: readonly TextPart[], isNew: boolean): Part[] {
  let offset = 0
  return parts.flatMap((source) => {
    const { role, text } = source
    const part = { text, isNew, offset, source }
    offset += text.length + 1
    return role === 'user' ? [part] : []
  })
}

function countByType(classifications: readonly { readonly type: string }[]): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { type } of classifications) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => (a.type < b.type ? -1 : 1))
}
