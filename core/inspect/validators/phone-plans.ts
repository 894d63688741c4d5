import { type CountryCode, Metadata } from 'libphonenumber-js/max'
import METADATA from 'libphonenumber-js/max/metadata'

/** What this file reads of a numbering plan of the library, whose METADATA.md describes each; its types leave most out. */
interface Plan {
  nationalNumberPattern(): string
  nationalPrefixForParsing(): Text
  leadingDigits(): Text
  hasTypes(): boolean
  type(name: string): Type | undefined
}

/** 0 and undefined where there is none. */
type Text = string | 0 | undefined

interface Type {
  pattern(): Text
  possibleLengths(): readonly number[] | undefined
}

/** All kinds of numbers. */
const TYPES = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]

/** The plan of one country, with its patterns compiled: the library does so for each number that it is asked about. */
class CountryPlan {
  readonly isTyped: boolean
  readonly #leading: RegExp | undefined
  readonly #prefix: RegExp | undefined
  readonly #general: RegExp
  readonly #types: readonly { readonly pattern: RegExp; readonly lengths: readonly number[] | undefined }[]

  constructor(plan: Plan) {
    this.isTyped = plan.hasTypes()
    this.#leading = matchingStart(plan.leadingDigits())
    this.#prefix = matchingStart(plan.nationalPrefixForParsing())
    this.#general = matchingAll(plan.nationalNumberPattern())
    this.#types = TYPES.flatMap((name) => {
      const type = plan.type(name)
      const pattern = type?.pattern()
      return type !== undefined && pattern ? [{ pattern: matchingAll(pattern), lengths: type.possibleLengths() }] : []
    })
  }

  /** How long what is dialled only within the country is at its beginning, 0 where nothing is; undefined where it is to be rewritten. */
  prefixLength(national: string): number | undefined {
    const match = this.#prefix?.exec(national)
    if (match === undefined || match === null) return 0
    return match.length > 1 && match.at(-1) ? undefined : match[0].length
  }

  /** Whether a number is of this country and no other one of its code; undefined where its leading digits do not tell. */
  leads(national: string): boolean | undefined {
    return this.#leading?.test(national)
  }

  isOfType(national: string): boolean {
    if (!this.#general.test(national)) return false
    return this.#types.some(
      ({ pattern, lengths }) => (lengths === undefined || lengths.includes(national.length)) && pattern.test(national),
    )
  }

  isValid(national: string): boolean {
    return this.isTyped ? this.isOfType(national) : this.#general.test(national)
  }
}

function matchingStart(pattern: Text): RegExp | undefined {
  return pattern ? new RegExp(`^(?:${pattern})`) : undefined
}

function matchingAll(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`)
}

const plans = new Map<string, CountryPlan>()

function planOf(country: CountryCode): CountryPlan {
  let plan = plans.get(country)
  if (plan === undefined) {
    const metadata = new Metadata()
    metadata.selectNumberingPlan(country)
    plan = new CountryPlan(metadata.numberingPlan as unknown as Plan)
    plans.set(country, plan)
  }
  return plan
}

const CODE_MAX = 3

/**
 * Whether the plans take a number that begins with its calling code, as parsePhoneNumberFromString() and isValid() say together; undefined where
 * more has to be asked: of some numbers with what is dialled only within the country, and of codes of no country.
 */
export function isInPlan(digits: string): boolean | undefined {
  for (let length = 1; length <= CODE_MAX; length++) {
    const countries = METADATA.country_calling_codes[digits.slice(0, length) as never] as
      | readonly [CountryCode, ...CountryCode[]]
      | undefined
    if (countries !== undefined) return isInPlanOf(countries, digits.slice(length))
  }
  return undefined
}

/** The first country is the one whose plan tells what is dialled only within any. */
function isInPlanOf(countries: readonly [CountryCode, ...CountryCode[]], national: string): boolean | undefined {
  const prefix = planOf(countries[0]).prefixLength(national)
  if (prefix === undefined) return undefined
  const whole = isNational(countries, national)
  if (prefix === 0) return whole
  // Of what a plan takes the library always leaves it out, if no other country has the code.
  const own = isNational(countries, national.slice(prefix))
  if (own && countries.length === 1 && planOf(countries[0]).isTyped) return true
  // Else it decides by the lengths of numbers whether to leave it out: most often that makes no difference.
  return whole === own ? whole : undefined
}

function isNational([first, ...others]: readonly [CountryCode, ...CountryCode[]], national: string): boolean {
  if (others.length === 0) return planOf(first).isValid(national)
  for (const country of [first, ...others]) {
    const plan = planOf(country)
    const leads = plan.leads(national)
    if (leads === true) return plan.isValid(national)
    if (leads === undefined && plan.isOfType(national)) return true
  }
  return planOf(first).isValid(national)
}
