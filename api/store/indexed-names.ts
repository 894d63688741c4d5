import type { Interaction } from '../../core/model/interaction.ts'
import { TYPE_WEIGHTS } from '../../core/risk.ts'
import { NEW_NAMES_A_DAY } from './new-names.ts'

/**
 * Types of findings and ids of policies are open sets: a sender may name a thousand new ones in each record, and a name
 * costs an entry in indexes and in statistics. So lists and statistics know the first of each record, and of names that
 * the tenant has not had NEW_NAMES_A_DAY from each sender; the other types are OTHER there, the other policies nothing.
 * The record keeps what it was given.
 */
const TYPES_MAX = 64
const POLICIES_MAX = 64
export const OTHER_TYPE = 'OTHER'

/** How many names of one batch are looked up; the others are not known. */
const LOOKED_UP_MAX = 2000

const TYPE = 'type '
const POLICY = 'policy '

/** What lists are filtered by, and findings are counted by. */
export interface IndexedNames {
  /** Each once. */
  readonly types: readonly string[]
  /** Ids, each once. */
  readonly policies: readonly string[]
}

/** What a batch names. */
export interface NamedInBatch {
  /** Of each interaction in its order. */
  readonly names: readonly IndexedNames[]
  /** Those of which it depends on the tenant whether they are indexed, each once. */
  readonly open: readonly string[]
}

export function namesOf(interactions: readonly Interaction[]): NamedInBatch {
  const open = new Set<string>()
  const names = interactions.map(({ classifications, policy_decisions }) => {
    const types = distinct(classifications, ({ type }) => type, TYPES_MAX)
    const policies = distinct(policy_decisions, ({ policy_id }) => policy_id, POLICIES_MAX)
    for (const type of types.values) if (!isBuiltIn(type)) addTo(open, TYPE + type)
    for (const policy of policies.values) addTo(open, POLICY + policy)
    return { types: types.isCut ? withOther(types.values) : types.values, policies: policies.values }
  })
  return { names, open: [...open] }
}

export interface AdmittedNames {
  /** Of each interaction in its order. */
  readonly indexed: readonly IndexedNames[]
  /** Those that the tenant has from now on. */
  readonly added: readonly string[]
}

/**
 * @param known those of the open names that the tenant has had
 * @param addedToday how many the sender has added today; undefined if it may add any number
 */
export function admitNames(
  { names, open }: NamedInBatch,
  known: ReadonlySet<string>,
  addedToday: number | undefined,
): AdmittedNames {
  const places = addedToday === undefined ? Infinity : Math.max(0, NEW_NAMES_A_DAY - addedToday)
  const unknown = open.filter((name) => !known.has(name))
  const added = unknown.slice(0, places)
  // Nearly always: none is refused, here or by the bound on what is looked up.
  if (added.length === unknown.length && open.length < LOOKED_UP_MAX) return { indexed: names, added }
  const taken = new Set([...open.filter((name) => known.has(name)), ...added])
  const indexed = names.map(({ types, policies }) => {
    const kept = types.filter((type) => isBuiltIn(type) || taken.has(TYPE + type))
    return {
      types: kept.length === types.length ? types : withOther(kept),
      policies: policies.filter((policy) => taken.has(POLICY + policy)),
    }
  })
  return { indexed, added }
}

function isBuiltIn(type: string): boolean {
  return type === OTHER_TYPE || Object.hasOwn(TYPE_WEIGHTS, type)
}

function addTo(open: Set<string>, name: string): void {
  if (open.size < LOOKED_UP_MAX) open.add(name)
}

function withOther(types: readonly string[]): string[] {
  return types.includes(OTHER_TYPE) ? [...types] : [...types, OTHER_TYPE]
}

const NONE = { values: [], isCut: false } as const

function distinct<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  max: number,
): { readonly values: readonly string[]; readonly isCut: boolean } {
  // Most prompts have no finding, or one, and no policy.
  const [first] = items
  if (first === undefined) return NONE
  if (items.length === 1) return { values: [nameOf(first)], isCut: false }
  const names = new Set<string>()
  for (const item of items) {
    names.add(nameOf(item))
    if (names.size > max) return { values: [...names].slice(0, max), isCut: true }
  }
  return { values: [...names], isCut: false }
}
