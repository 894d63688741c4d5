/** Shorter values cannot say much: `1`, `left`, `auto`. */
const MIN_LENGTH = 5
/** What is no more than a setting, by its shape alone; a number of an account has more digits, or is grouped. */
const SETTINGS: readonly RegExp[] = [
  /^(?:true|false)$/i,
  /^-?\d{1,10}$/,
  /^-?\d{0,10}\.\d+(?:E[-+]?\d{1,3})?(?:pt|px|pc|cm|mm|in|em|%)?$/i,
  /^-?\d{1,6}(?:pt|px|pc|cm|mm|in|em|%)$/i,
  // Colours, and what Word numbers its paragraphs with.
  /^#?(?:[\dA-F]{6}|[\dA-F]{8})$/i,
  /^\{?[\dA-F]{8}-(?:[\dA-F]{4}-){3}[\dA-F]{12}\}?$/i,
]
/** The place of a cell (ECMA-376 part 1, 18.3.1.4). */
const CELL = /^[A-Z]{1,3}\d{1,7}$/
/** Numbers of drawings, which look like those of accounts at times: `M 1234 5678 9012 3456 Z`. */
const GEOMETRY: ReadonlySet<string> = new Set('d points viewBox path enhanced-path modifiers'.split(' '))
const COORDINATES = /^[\s\d.,MLHVCSQTAZ?$-]*$/i
/** A formula says something of its own only with a text or a number in it. */
const TELLING_FORMULA = /["']|\d{5}/
const USUAL_NAME = /^[A-Za-z_][\w:.-]{0,40}$/
const DIGITS = /\d{4}/

/** Whether an attribute is a mere setting of a document: numbers, colours, ids. Everything else may be what a person wrote. */
export function isSetting(localName: string, value: string): boolean {
  if (value.length < MIN_LENGTH || SETTINGS.some((shape) => shape.test(value))) return true
  if (localName === 'r') return CELL.test(value)
  if (localName === 'formula') return !isTellingFormula(value)
  return GEOMETRY.has(localName) && COORDINATES.test(value)
}

export function isTellingFormula(formula: string): boolean {
  return TELLING_FORMULA.test(formula)
}

/** Whether the name of an element or attribute is one that a format has, as far as one can tell by looking. */
export function isUsualName(name: string): boolean {
  return USUAL_NAME.test(name) && !DIGITS.test(name)
}
