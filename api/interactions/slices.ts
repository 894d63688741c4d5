import { nextTurn, TimeSlices } from '../turns/next-turn.ts'

/** Findings, and records, that are looked at in one step: some milliseconds. */
const WEIGHT_MAX = 5000
/** The same of what is stored in one transaction: some twenty milliseconds, and no batch whose records are as most are. */
const STORED_WEIGHT_MAX = 10_000
/** Decisions of a record beyond which they count: few prompts match as many policies. */
const DECISIONS_USUAL = 4
/** Findings that take as long as one decision more: an alert is listed under each policy, in the order of each list. */
const FINDINGS_A_DECISION = 8
/** Findings that take as long as the deliveries of a record to a webhook: up to four. With one webhook a full batch is still stored as a whole. */
const FINDINGS_A_WEBHOOK = 16
/** Values of metadata that take as long as a finding does. */
const VALUES_A_FINDING = 4
/** Characters of metadata that take as long as one of its values. */
const CHARACTERS_A_VALUE = 256
/** Metadata that are nested more deeply are not valid (core/model/interaction.ts). */
const DEPTH_MAX = 10
/** More values than valid metadata have (core/model/interaction.ts): the rest of them is not looked at. */
const VALUES_MAX = 65_536

/** Items of a batch that are worked on in one step, and how long that takes. */
export interface Slice<T> {
  readonly items: readonly T[]
  readonly weight: number
}

/**
 * A batch in slices. To weigh it costs more than to complete its records does: whoever passes it on passes on its slices.
 * @param webhooks that are told of each item
 */
export function slicesOf<T>(items: readonly T[], webhooks = 0): Slice<T>[] {
  const slices: Slice<T>[] = []
  let from = 0
  let weight = 0
  for (let index = 0; index < items.length; index++) {
    weight += weightOf(items[index]) + FINDINGS_A_WEBHOOK * webhooks
    if (weight < WEIGHT_MAX && index < items.length - 1) continue
    slices.push({ items: from === 0 && index === items.length - 1 ? items : items.slice(from, index + 1), weight })
    from = index + 1
    weight = 0
  }
  return slices
}

/**
 * Does the work on a batch slice by slice, with other requests in between where it is heavy: five hundred records may have
 * half a million findings, or as many decisions, or a million values of metadata. The usual batch is one slice.
 * @returns what became of each slice; its weight stays
 */
export async function inSlices<T, R>(
  slices: readonly Slice<T>[],
  work: (items: readonly T[]) => readonly R[] | Promise<readonly R[]>,
): Promise<Slice<R>[]> {
  const done: Slice<R>[] = []
  for (const { items, weight } of slices) {
    if (done.length > 0) await nextTurn()
    done.push({ items: await work(items), weight })
  }
  return done
}

/** Works on each item, with other requests in between where that takes long: the policies of a tenant decide how long it is. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = []
  const slices = new TimeSlices()
  for (const item of items) {
    await slices.pause()
    done.push(work(item))
  }
  return done
}

/** Everything that is in the slices, in its order. */
export function itemsOf<T>(slices: readonly Slice<T>[]): readonly T[] {
  const [only] = slices
  return slices.length === 1 && only !== undefined ? only.items : slices.flatMap(({ items }) => items)
}

/** What is stored one after the other: slices that stand together, as many as one transaction takes. */
export function storedParts<T>(slices: readonly Slice<T>[]): (readonly T[])[] {
  const parts: Slice<T>[][] = []
  let weight = 0
  for (const slice of slices) {
    // None of it was valid.
    if (slice.items.length === 0) continue
    const last = parts.at(-1)
    if (last === undefined || weight + slice.weight > STORED_WEIGHT_MAX) {
      parts.push([slice])
      weight = 0
    } else last.push(slice)
    weight += slice.weight
  }
  return parts.map(itemsOf)
}

function weightOf(item: unknown): number {
  const { classifications, content_metadata, policy_decisions } = (item ?? {}) as Readonly<Record<string, unknown>>
  const findings = Array.isArray(classifications) ? classifications.length : 0
  const decisions = Array.isArray(policy_decisions) ? Math.max(0, policy_decisions.length - DECISIONS_USUAL) : 0
  return 1 + findings + FINDINGS_A_DECISION * decisions + valuesIn(content_metadata, DEPTH_MAX) / VALUES_A_FINDING
}

function valuesIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth === 0) return weightOfOne(value)
  let values = 1
  if (Array.isArray(value)) {
    for (const inner of value) {
      values += isNested(inner) ? valuesIn(inner, depth - 1) : weightOfOne(inner)
      if (values > VALUES_MAX) break
    }
    return values
  }
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key]
    values += isNested(inner) ? valuesIn(inner, depth - 1) : weightOfOne(inner)
    if (values > VALUES_MAX) break
  }
  return values
}

/** Most values hold no others: none of them is worth a call of its own. */
function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function weightOfOne(value: unknown): number {
  return typeof value === 'string' ? 1 + value.length / CHARACTERS_A_VALUE : 1
}
