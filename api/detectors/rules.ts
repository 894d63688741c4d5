import type { z } from 'zod'
import { InvariantError } from '../../core/errors.ts'
import {
  DETECTORS_MAX,
  DetectorRule,
  type DetectorUpdate,
  KNOWN_VALUES_PER_TENANT_MAX,
  StoredRule,
  WORDS_PER_TENANT_MAX,
} from '../../core/model/detector.ts'
import { badRequest, conflict, type Detail } from '../http/api-error.ts'
import { toDetails } from '../http/details.ts'
import { definedFields } from '../http/request.ts'
import type { Store } from '../store/store.ts'
import type { DetectorCheckThread } from './check-thread.ts'
import type { KeyParts, KnownValueKeys } from './keys.ts'

const INVALID = 'The request body is not valid'

interface Dependencies {
  readonly store: Pick<Store, 'detectors'>
  readonly keys: KnownValueKeys
  readonly checkThread: Pick<DetectorCheckThread, 'prepare'>
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
    const { keys, checkThread } = this.#dependencies
    const parts = await this.#partsOf(tenantId)
    const key = keys.keyOf(tenantId, parts)
    if (key === undefined) throw new InvariantError('the current key of known values is not known')
    const { problems, index } = await checkThread.prepare({ rule, key })
    refuse(problems)
    if (rule.kind === 'dictionary') await this.#refuseTooMuch(tenantId, rule.kind, rule.words.length, replaced)
    if (rule.kind !== 'known_values') return rule
    const { values, ...kept } = rule
    await this.#refuseTooMuch(tenantId, rule.kind, values.length, replaced)
    if (index === undefined) throw badRequest(INVALID)
    return { ...kept, value_count: values.length, hashed: keys.toStored(parts, index) }
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

  async #refuseTooMuch(
    tenantId: string,
    kind: 'dictionary' | 'known_values',
    more: number,
    replaced: string | undefined,
  ): Promise<void> {
    let count = more
    for (const { id, rule } of await this.#allOf(tenantId, kind)) if (id !== replaced) count += sizeOf(rule)
    const [what, most] =
      kind === 'dictionary'
        ? ['The words of all dictionaries', WORDS_PER_TENANT_MAX]
        : ['All known values', KNOWN_VALUES_PER_TENANT_MAX]
    if (count > most) throw conflict(`${what} together are at most ${most}; these would make ${count}`)
  }

  /** One key for all of a tenant's known values since the last rotation, so that a text is hashed once for all. */
  async #partsOf(tenantId: string): Promise<KeyParts> {
    const { keys } = this.#dependencies
    for (const { rule } of await this.#allOf(tenantId, 'known_values')) {
      if (rule.kind === 'known_values' && keys.isCurrent(rule.hashed)) return rule.hashed
    }
    return keys.newParts()
  }

  async #allOf(tenantId: string, kind: StoredRule['kind']) {
    const order = { field: 'created_at', descending: false } as const
    const page = { offset: 0, limit: DETECTORS_MAX * 2 }
    return (await this.#dependencies.store.detectors.list(tenantId, { kind }, order, page)).items
  }
}

function sizeOf(rule: StoredRule): number {
  if (rule.kind === 'dictionary') return rule.words.length
  return rule.kind === 'known_values' ? rule.value_count : 0
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
