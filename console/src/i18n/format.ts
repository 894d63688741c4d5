/** A compiled ICU message (build/messages.mjs). */
export type Compiled = string | readonly Token[]
export type Token = string | Argument
type Argument = readonly [name: string, type?: string, options?: Options | string]
type Options = Readonly<Record<string, readonly Token[] | string | number>>

export type Values = Readonly<Record<string, unknown>>

/** The parts of a message in a language: texts, and what was given for its arguments. */
export function partsOf(message: Compiled, values: Values, language: string): unknown[] {
  return typeof message === 'string' ? [message] : message.flatMap((token) => partOf(token, values, language))
}

export function formatMessage(message: Compiled, values: Values, language: string): string {
  return partsOf(message, values, language).join('')
}

function partOf(token: Token, values: Values, language: string): unknown[] {
  if (typeof token === 'string') return [token]
  const [name, type, options] = token
  const value = values[name]
  if (type === 'plural' && typeof options === 'object') {
    const number = Number(value)
    // What is said of an exact number, `=0` in a catalogue, is compiled to that number.
    const choice = options[String(number)] ?? options[plurals(language).select(number)] ?? options.other
    return inner(choice, values, language, number)
  }
  if (type === 'select' && typeof options === 'object') {
    return inner(options[String(value)] ?? options.other, values, language)
  }
  return [typeof value === 'number' ? formatNumber(value, language) : value]
}

function inner(choice: Options[string] | undefined, values: Values, language: string, number?: number): unknown[] {
  if (choice === undefined || typeof choice === 'number') return []
  if (typeof choice === 'string') return [choice]
  return choice.flatMap((token) =>
    token === '#' && number !== undefined ? [formatNumber(number, language)] : partOf(token, values, language),
  )
}

const rules = new Map<string, Intl.PluralRules>()
function plurals(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}

const formats = new Map<string, Intl.NumberFormat>()
export function formatNumber(value: number, language: string, options?: Intl.NumberFormatOptions): string {
  const key = options === undefined ? language : `${language} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.NumberFormat(language, options)
  formats.set(key, known)
  return known.format(value)
}
