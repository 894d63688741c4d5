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

function isToken(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
