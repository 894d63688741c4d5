export type JsonObject = { readonly [name: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** A text that says something: more than white space. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** The value of a JSON text; undefined where the text is not JSON. What other parsers may read in it is for proxy/body/json.ts. */
export function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Tokens instead of text: `[1, 2]`, or `[[1, 2], [3]]` for several prompts. Not to be read without the vocabulary. */
export function isTokenArray(value: unknown): boolean {
  return isArray(value) && value.some((item) => isToken(item) || (isArray(item) && item.some(isToken)))
}

/** Fewer bytes hold nobody's data. */
const MIN_BYTES = 8

/** The bytes of a list of their numbers: an array, or the object that JSON makes of a typed array; undefined if it is none. */
export function bytesIn(
  list: Readonly<Record<string, unknown>> | readonly unknown[],
  length: number,
): Buffer | undefined {
  if (length < MIN_BYTES) return undefined
  const values = list as Readonly<Record<number, unknown>>
  for (let index = 0; index < length; index++) if (!isByte(values[index])) return undefined
  return Buffer.from(Array.from({ length }, (_, index) => values[index] as number))
}

const DIGITS_MIN = 9
/** Of an account; longer lists of digits are measurements. */
const DIGITS_MAX = 34
/** The lengths of groups in which cards, SIRET and SSN are written. */
const GROUPS: ReadonlySet<string> = new Set(['4,4,4,4', '4,6,5', '3,3,3,5', '3,2,4'])

/** A number in a list of its digits, or of its groups: `[4, 5, 3, 9]`, `[4539, 5787]`; undefined if the list is none. */
export function numberIn(list: readonly unknown[]): string | undefined {
  const { length } = list
  if (length < 3 || length > DIGITS_MAX || !list.every(isToken)) return undefined
  const digits = list.map(String)
  if (length >= DIGITS_MIN) return digits.every((digit) => digit.length === 1) ? digits.join('') : undefined
  return GROUPS.has(digits.map((group) => group.length).join()) ? digits.join(' ') : undefined
}

const PIECE_MAX = 8

/** Whether a list is a text in pieces, of a character or a few more each. */
export function isOfPieces(list: readonly unknown[]): boolean {
  return list.length >= 3 && list.every((item) => typeof item === 'string' && item.length <= PIECE_MAX)
}

function isByte(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xff
}

function isToken(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
