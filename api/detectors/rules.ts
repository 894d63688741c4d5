import type { z } from 'zod'
import { InvariantError } from '../../core/errors.ts'
import {
  DETECTORS_MAX,
  DetectorRule,
  type DetectorUpdate,
  type KnownValuesIndex,
  StoredRule,
} from '../../core/model/detector.ts'
import { badRequest, conflict, type Detail } from '../http/api-error.ts'
import { toDetails } from '../http/details.ts'
import { definedFields } from '../http/request.ts'
import type { DetectorRecord } from '../store/detector-store.ts'
import type { Store } from '../store/store.ts'
import type { DetectorThreads } from './detector-threads.ts'
import type { KeyParts, KnownValueKeys } from './keys.ts'
import { BOUNDS, patternsOf, SIZE_NAMES, sizesOf } from './rule-sizes.ts'

const INVALID = 'The request body is not valid'

/** Detectors of which kinds count together with one of each kind. */
const KINDS_TOGETHER: Readonly<Record<StoredRule['kind'], readonly StoredRule['kind'][]>> = {
  pattern: ['pattern', 'allow_list'],
  allow_list: ['pattern', 'allow_list'],
  dictionary: ['dictionary'],
  known_values: ['known_values'],
}

interface Dependencies {
  readonly store: Pick<Store, 'detectors'>
  readonly keys: KnownValueKeys
  readonly threads: Pick<DetectorThreads, 'prepare'>
}

/** Turns a caller's detector into the stored form. */
export class Rules {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Checks a rule, and hashes what must not be kept.
   * @param replaced the detector whose rule it takes the place of
   * @throws ApiError 400 if it is refused, 409 if the tenant has too much
   */
  async toStored(tenantId: string, rule: DetectorRule, replaced?: string): Promise<StoredRule> {
    const { keys, threads } = this.#dependencies
    let all: readonly DetectorRecord[] = []
    let parts = keys.newParts()
    const others = () => all.flatMap(({ id, rule: other }) => (id === replaced ? [] : [other]))
    // Those that are there when the turn comes: the ones that were checked before are among them.
    const { problems, index, togetherProblem } = await threads.prepare(tenantId, async () => {
      all = (await Promise.all(KINDS_TOGETHER[rule.kind].map((kind) => this.#allOf(tenantId, kind)))).flat()
      parts = this.#partsOf(all) ?? parts
      const key = keys.keyOf(tenantId, parts)
      if (key === undefined) throw new InvariantError('the current key of known values is not known')
      return { rule, key, others: others().flatMap(patternsOf) }
    })
    refuse(problems)
    if (togetherProblem !== undefined) throw conflict(togetherProblem)
    const stored = toStoredRule(rule, index, parts, keys)
    refuseTooMuch(stored, others())
    return stored
  }

  /** The rule that a partial update makes of the one there is; undefined if it stays as it is. */
  async updated(
    tenantId: string,
    { id, rule }: { readonly id: string; readonly rule: StoredRule },
    update: DetectorUpdate,
  ): Promise<StoredRule | undefined> {
    const { name: _name, description: _description, enabled: _enabled, ...fields } = definedFields(update)
    if (fields.kind !== undefined && fields.kind !== rule.kind) {
      refuse([{ path: 'kind', message: `cannot change from ${rule.kind}: create another detector instead` }])
    }
    if (Object.keys(fields).length === 0) return undefined
    if (rule.kind === 'known_values' && fields.values === undefined) {
      if (fields.ignore_case !== undefined && fields.ignore_case !== rule.ignore_case) {
        refuse([{ path: 'values', message: 'must be sent again if ignore_case changes: only their hashes are stored' }])
      }
      return parse(StoredRule, { ...rule, ...fields })
    }
    return this.toStored(tenantId, parse(DetectorRule, { ...withoutHashes(rule), ...fields }), id)
  }

  /** Two at the same moment may pass it by one, which does no harm. */
  async refuseTooMany(tenantId: string): Promise<void> {
    const { length } = await this.#dependencies.store.detectors.versions(tenantId)
    if (length >= DETECTORS_MAX) throw conflict(`There are ${length} detectors, which is the maximum: delete one first`)
  }

  /** One key for all of a tenant's known values since the last rotation, so that a text is hashed once for all. */
  #partsOf(all: readonly DetectorRecord[]): KeyParts | undefined {
    const { keys } = this.#dependencies
    for (const { rule } of all) if (rule.kind === 'known_values' && keys.isCurrent(rule.hashed)) return rule.hashed
    return undefined
  }

  async #allOf(tenantId: string, kind: StoredRule['kind']): Promise<readonly DetectorRecord[]> {
    const order = { field: 'created_at', descending: false } as const
    const page = { offset: 0, limit: DETECTORS_MAX * 2 }
    return (await this.#dependencies.store.detectors.list(tenantId, { kind }, order, page)).items
  }
}

function toStoredRule(
  rule: DetectorRule,
  index: KnownValuesIndex | undefined,
  parts: KeyParts,
  keys: KnownValueKeys,
): StoredRule {
  if (rule.kind !== 'known_values') return rule
  if (index === undefined) throw badRequest(INVALID)
  const { values, ...kept } = rule
  return { ...kept, value_count: values.length, hashed: keys.toStored(parts, index) }
}

/** @throws ApiError 409 if a rule and the others are more than a tenant may have of what the rule adds to */
function refuseTooMuch(rule: StoredRule, others: readonly StoredRule[]): void {
  const added = sizesOf(rule)
  const sums = { ...added }
  for (const other of others) {
    const sizes = sizesOf(other)
    for (const name of SIZE_NAMES) sums[name] += sizes[name]
  }
  for (const name of SIZE_NAMES) {
    const { max, sentence } = BOUNDS[name]
    if (added[name] > 0 && sums[name] > max) throw conflict(sentence(max, sums[name]))
  }
}

function withoutHashes(rule: StoredRule): object {
  if (rule.kind !== 'known_values') return rule
  const { hashed: _hashed, value_count: _count, ...fields } = rule
  return fields
}

export function refuse(problems: readonly Detail[]): void {
  if (problems.length > 0) throw badRequest(INVALID, problems)
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw badRequest(INVALID, toDetails(result.error.issues))
  return result.data
}
