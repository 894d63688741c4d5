import { nextTurn } from '../store/turn.ts'

/** Findings, and records, that are looked at in one step: some milliseconds. */
const WEIGHT_MAX = 5000
/** The same of what is stored in one transaction: some twenty milliseconds, and no batch whose records are as most are. */
const STORED_WEIGHT_MAX = 10_000
/** Values of metadata that take as long as a finding does. */
const VALUES_A_FINDING = 4
/** Characters of metadata that take as long as one of its values. */
const CHARACTERS_A_VALUE = 256
/** Metadata that are nested more deeply are not valid (core/model/interaction.ts). */
const DEPTH_MAX = 10
/** So many values take no valid metadata (core/model/interaction.ts): the rest of them is not looked at. */
const VALUES_MAX = 65_536

/**
 * Does the work on a batch part by part, with other requests in between where it is heavy: five hundred records may have
 * half a million findings, or a million values of metadata. The usual batch is one part.
 */
export async function inSlices<T, R>(items: readonly T[], work: (slice: readonly T[]) => R[]): Promise<R[]> {
  const [first = items, ...others] = partsOf(items, WEIGHT_MAX)
  const done = work(first)
  for (const part of others) {
    await nextTurn()
    done.push(...work(part))
  }
  return done
}

/** The parts of a batch that are stored one after the other. */
export function storedParts<T>(items: readonly T[]): (readonly T[])[] {
  return partsOf(items, STORED_WEIGHT_MAX)
}

function partsOf<T>(items: readonly T[], weightMax: number): (readonly T[])[] {
  const parts: (readonly T[])[] = []
  let from = 0
  let weight = 0
  for (const [index, item] of items.entries()) {
    weight += weightOf(item)
    if (weight < weightMax || index === items.length - 1) continue
    parts.push(items.slice(from, index + 1))
    from = index + 1
    weight = 0
  }
  if (items.length > 0) parts.push(from === 0 ? items : items.slice(from))
  return parts
}

function weightOf(item: unknown): number {
  const { classifications, content_metadata } = (item ?? {}) as Readonly<Record<string, unknown>>
  const findings = Array.isArray(classifications) ? classifications.length : 0
  return 1 + findings + valuesIn(content_metadata, DEPTH_MAX) / VALUES_A_FINDING
}

function valuesIn(value: unknown, depth: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS_A_VALUE
  if (typeof value !== 'object' || value === null || depth === 0) return 1
  let values = 1
  if (Array.isArray(value)) {
    for (const inner of value) {
      values += valuesIn(inner, depth - 1)
      if (values > VALUES_MAX) break
    }
    return values
  }
  for (const key in value) {
    values += valuesIn((value as Record<string, unknown>)[key], depth - 1)
    if (values > VALUES_MAX) break
  }
  return values
}
