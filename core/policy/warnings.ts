import { closestName } from '../closest-name.ts'
import type { PolicyWarning, Rules } from '../model/policy.ts'
import { isFoundAfterwards, typeNow } from '../model/type-names.ts'

/** The names that something is known by. */
export interface KnownNames {
  /** Of the built-in detectors and of the tenant's own. */
  readonly types: ReadonlySet<string>
  /** Of the catalogue of AI services, and of those that the tenant has used. */
  readonly platforms: ReadonlySet<string>
  /** Types that the tenant's own detectors find, which look at a prompt before it is sent. */
  readonly ownTypes: ReadonlySet<string>
}

/** A name in a condition, and where it stands. */
interface Named {
  readonly path: string
  readonly kind: 'type' | 'platform'
  readonly name: string
}

/** A list of five hundred made-up names is not answered with five hundred warnings. */
const WARNINGS_MAX = 50

/** What is probably a slip in rules that are valid: both sets of names are open, so nothing of it is an error. */
export function warningsOf(rules: Rules, known: KnownNames): PolicyWarning[] {
  const unknown = unknownNames(rules, known).slice(0, WARNINGS_MAX)
  // To look for the closest of thousands of names takes a while: nobody sees more than these.
  const warnings = unknown.map(({ path, kind, name }) => {
    const meant = closestName(name, kind === 'type' ? known.types : known.platforms)
    const message =
      kind === 'type'
        ? `${name} is no type that a built-in detector or one of yours finds`
        : `${name} is no AI service that Weir knows or that has been used`
    return { path, message, ...(meant !== undefined && { did_you_mean: meant }) }
  })
  const tooLate = lateTypes(rules)
    .filter(({ name }) => known.types.has(name) && !known.ownTypes.has(name))
    .map(({ path, name }) => ({ path, message: `${name} is found only after the prompt was sent: ${inVain(rules)}` }))
  return [...warnings, ...tooLate].slice(0, WARNINGS_MAX)
}

/** Types whose findings come too late for the action of the rules. A `log` is never too late, and `not_contains` matches in time. */
export function lateTypes({ action, conditions }: Rules): { readonly path: string; readonly name: string }[] {
  if (action === 'log') return []
  return conditions.flatMap((condition, index) =>
    condition.field === 'classifications' && condition.operator === 'contains' && isFoundAfterwards(condition.value)
      ? [{ path: `rules.conditions.${index}.value`, name: condition.value }]
      : [],
  )
}

function inVain({ action }: Rules): string {
  return action === 'block'
    ? 'the policy blocks nothing; its matches are recorded and raise alerts'
    : 'the policy warns nobody; its matches are recorded'
}

export function unknownNames(rules: Rules, { types, platforms }: Pick<KnownNames, 'types' | 'platforms'>): Named[] {
  return namesIn(rules).filter(({ kind, name }) => !(kind === 'type' ? types.has(typeNow(name)) : platforms.has(name)))
}

function namesIn({ conditions }: Rules): Named[] {
  return conditions.flatMap((condition, index): Named[] => {
    const path = `rules.conditions.${index}.value`
    if (condition.field === 'classifications') return [{ path, kind: 'type', name: condition.value }]
    if (condition.field !== 'platform_id') return []
    const { value } = condition
    if (!Array.isArray(value)) return [{ path, kind: 'platform', name: value }]
    return value.map((name, place) => ({ path: `${path}.${place}`, kind: 'platform', name }))
  })
}
