import type { PromptInspection } from '../../core/inspect/prompt.ts'
import type { Finding } from '../../core/model/facts.ts'
import { riskOfFindings } from '../../core/risk.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'

/** A prompt's findings, told apart by whether their parts were sent before and let through. */
export interface Apart {
  readonly seen: readonly Finding[]
  readonly fresh: readonly Finding[]
  readonly riskOfSeen: number
  readonly riskOfFresh: number
  /** With the fresh findings alone, and `seenFindings`. */
  readonly inspection: RequestInspection
}

/** What stands for one finding in a part. */
function keysOf({ type }: Finding, parts: readonly string[]): string[] {
  return parts.map((part) => `${type} ${part}`)
}

/** Of all findings of a prompt, to be kept once it was let through. */
export function findingKeys({ result }: RequestInspection): string[] {
  return (result?.facts ?? []).flatMap((finding, index) => keysOf(finding, result?.places?.[index]?.parts ?? []))
}

/**
 * Tells old findings from new ones. What stands in the newest turn is always new: who sends it again asks again. What lies in several
 * parts is old if all of them are.
 * @returns undefined where nothing is old
 */
export function apart(inspection: RequestInspection, letThrough: ReadonlySet<string>): Apart | undefined {
  const { result } = inspection
  if (letThrough.size === 0 || result?.places === undefined) return undefined
  const { places, facts } = result
  const isSeen = facts.map((finding, index) => {
    const place = places[index]
    if (place?.isContext !== true || place.parts.length === 0) return false
    return keysOf(finding, place.parts).every((key) => letThrough.has(key))
  })
  const seen = facts.filter((_, index) => isSeen[index] === true)
  if (seen.length === 0) return undefined
  const fresh = facts.filter((_, index) => isSeen[index] !== true)
  const riskOfFresh = riskOfFindings(fresh)
  const context = facts.filter((_, index) => places[index]?.isContext === true && isSeen[index] !== true)
  const origins = new Set(places.flatMap(({ origin }, index) => (isSeen[index] === true ? [] : placeOf(origin))))
  return {
    seen,
    fresh,
    riskOfSeen: riskOfFindings(seen),
    riskOfFresh,
    inspection: {
      ...inspection,
      seenFindings: countByType(seen),
      result: {
        ...result,
        facts: fresh,
        places: places.filter((_, index) => isSeen[index] !== true),
        riskScore: riskOfFresh,
        contextFindings: countByType(context),
        findingTypes: [...new Set(fresh.map(({ type }) => type))].sort(),
        origins: result.origins.filter((origin) => placeOf(origin).some((place) => origins.has(place))),
      } satisfies PromptInspection,
    },
  }
}

function placeOf(origin: PromptInspection['origins'][number] | undefined): string[] {
  return origin === undefined ? [] : [`${origin.type} ${origin.message}`]
}

function countByType(findings: readonly Finding[]): { readonly type: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { type } of findings) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => (a.type < b.type ? -1 : 1))
}
