import { createHash } from 'node:crypto'
import type { Classification } from '../model/classification.ts'
import { riskScore } from '../risk.ts'
import { SEMANTIC_TEXT_MAX } from '../semantic/types.ts'
import { type ClassifyOptions, classify } from './classify.ts'
import { joinContent, splitTurns, type TextPart } from './parts.ts'

/** What was found in a request: the newest turn with offsets, what came before it by type and count. */
export interface PromptInspection {
  /** SHA-256, in hex, of the UTF-8 of the content (api-decisions, "What content is"). */
  readonly contentHash: string
  /** The beginning of the joined content, for tier 3; in memory only, never in a record, a log or an error. */
  readonly contentHead: string
  /** Offsets point into the joined content. */
  readonly classifications: readonly Classification[]
  /** Findings of system prompts, earlier turns and tool definitions; sorted by type. */
  readonly contextFindings: readonly { readonly type: string; readonly count: number }[]
  /** Over the distinct findings of content and context together. */
  readonly riskScore: number
  /** Every finding of content and context: what policies look at. */
  readonly facts: readonly { readonly type: string }[]
  /** The distinct types of `facts`, sorted. */
  readonly findingTypes: readonly string[]
  readonly tier: 1 | 2
  /** false where a budget or limit ended the inspection early: the prompt was inspected only in part. */
  readonly complete: boolean
}

/** Inspects the text parts of one request, in the order of the conversation. */
export function inspectPrompt(parts: readonly TextPart[], options: ClassifyOptions = {}): PromptInspection {
  const { content, context } = splitTurns(parts)
  const text = joinContent(content)
  const found = classify(text, options)
  // Joined like the content: a value split over two parts is found there too.
  const earlier = classify(joinContent(context), options)
  const findings = [...found.classifications, ...earlier.classifications]
  return {
    contentHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    contentHead: text.length <= SEMANTIC_TEXT_MAX ? text : text.slice(0, SEMANTIC_TEXT_MAX),
    classifications: found.classifications,
    contextFindings: countByType(earlier.classifications),
    riskScore: riskScore(findings),
    facts: findings.map(({ type }) => ({ type })),
    findingTypes: [...new Set(findings.map(({ type }) => type))].sort(),
    tier: options.tier ?? 2,
    complete: found.complete && earlier.complete,
  }
}

function countByType(classifications: readonly Classification[]): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { type } of classifications) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => (a.type < b.type ? -1 : 1))
}
