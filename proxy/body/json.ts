import { step } from './time-budget.ts'

/** A JSON text as this parser reads it, and what another parser may read in it as well. */
export interface ParsedJson {
  readonly value: unknown
  /**
   * Strings and numbers under a name that comes twice in its object: JSON.parse keeps the last one, other parsers the first.
   * And numbers that JSON.parse rounds, digit by digit.
   */
  readonly hidden: readonly string[]
}

const BACKSLASH = 0x5c
const COLON = 0x3a
/** RFC 8259 section 7; any other escaped character stands for itself. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
])

/** Undefined if the text is not JSON (RFC 8259). Deep nesting is fine: neither V8's parser nor this recurses. */
export function parseJson(text: string): ParsedJson | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const { names, longestGap } = surveyStrings(text)
  if (names !== countKeys(value)) {
    return { value, hidden: [...surplus(stringTokens(text), value), ...lostNumbers(text, value)] }
  }
  return { value, hidden: longestGap >= LONG_DIGITS && LONG_NUMBER.test(text) ? roundedNumbers(text) : [] }
}

/** As many digits as the first numbers that a double does not hold (2^53): as a value they come out rounded. */
const LONG_DIGITS = 16
const LONG_NUMBER = /\d{16}/
const MAX_NAME_LENGTH = 64
/** A number may have millions of digits: as `\d{16,}` it would take more room than V8 has for an expression. */
const LONG_NUMBERS = /\d{16}\d*(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Shorter numbers are nobody's. */
const NUMBERS = /\d{6}\d*/g

/** Every number that a double cannot hold, digit by digit. */
function roundedNumbers(text: string): string[] {
  return numbersIn(text, LONG_NUMBERS).filter(isRounded).map(labelled)
}

/** Numbers of the text that are not in its value. */
function lostNumbers(text: string, value: unknown): string[] {
  const known = digitsIn(value)
  return numbersIn(text, NUMBERS)
    .filter((number) => isRounded(number) || !known.has(number.token))
    .map(labelled)
}

interface NumberToken {
  /** What it is called, in words; empty if it has no name. */
  readonly name: string
  readonly token: string
}

function isRounded({ token }: NumberToken): boolean {
  return !Number.isSafeInteger(Math.trunc(Number(token)))
}

function labelled({ name, token }: NumberToken): string {
  const digits = /^\d+/.exec(token)?.[0] ?? token
  return name === '' ? digits : `${name}: ${digits}`
}

/** Numbers outside strings, each with its name if it has one. */
function numbersIn(text: string, pattern: RegExp): NumberToken[] {
  const numbers: NumberToken[] = []
  let name = ''
  for (let start = 0; start < text.length; ) {
    step()
    const open = text.indexOf('"', start)
    const between = text.slice(start, open === -1 ? text.length : open)
    for (const token of between.match(pattern) ?? []) numbers.push({ name, token })
    const close = open === -1 ? -1 : closingQuote(text, open)
    if (close === -1) break
    name = close - open > MAX_NAME_LENGTH ? '' : words(text.slice(open + 1, close))
    start = close + 1
  }
  return numbers
}

/** The whole part of every number of a value, without its sign. */
function digitsIn(value: unknown): ReadonlySet<string> {
  const digits = new Set<string>()
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    step()
    const item = pending.pop()
    if (typeof item === 'number') digits.add(Math.trunc(Math.abs(item)).toFixed(0))
    else if (typeof item === 'object' && item !== null) for (const child of Object.values(item)) pending.push(child)
  }
  return digits
}

/** `card number` from `cardNumber` and `card_number`: the words by which detectors recognise a number. */
function words(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')
}

/** One JSON value a line (NDJSON, JSON Lines); undefined if a line is not JSON. */
export function parseJsonLines(text: string): ParsedJson | undefined {
  const values: unknown[] = []
  const hidden: string[] = []
  for (const line of text.split('\n')) {
    step()
    if (line.trim() === '') continue
    const parsed = parseJson(line)
    if (parsed === undefined) return undefined
    values.push(parsed.value)
    for (const text of parsed.hidden) hidden.push(text)
  }
  return { value: values, hidden }
}

/**
 * A text with the escapes of JSON strings undone, wherever in it they stand: what a reader of JSON within JSON, or of a
 * broken body, may make of it. Undefined if that changes nothing.
 */
export function unescapeJson(text: string): string | undefined {
  let backslash = text.indexOf('\\')
  if (backslash === -1) return undefined
  let result = ''
  let copied = 0
  for (; backslash !== -1; backslash = text.indexOf('\\', copied)) {
    step()
    result += text.slice(copied, backslash)
    const letter = text[backslash + 1] ?? ''
    const unit = letter === 'u' ? hexUnit(text, backslash + 2) : undefined
    result += unit ?? ESCAPES.get(letter) ?? letter
    copied = backslash + (unit === undefined ? 2 : 6)
  }
  return result + text.slice(copied)
}

/** Whether a text starts as a JSON object or array does. */
export function startsLikeJson(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue
    return code === 0x7b || code === 0x5b
  }
  return false
}

function hexUnit(text: string, start: number): string | undefined {
  let unit = 0
  for (let index = start; index < start + 4; index++) {
    const digit = Number.parseInt(text[index] ?? '', 16)
    if (Number.isNaN(digit)) return undefined
    unit = unit * 16 + digit
  }
  return String.fromCharCode(unit)
}

/** How many names a JSON text holds, and how long what stands between two of its strings is at most: all of its numbers stand there. */
function surveyStrings(text: string): { readonly names: number; readonly longestGap: number } {
  let names = 0
  let longestGap = 0
  let end = 0
  for (let open = text.indexOf('"'); open !== -1; open = text.indexOf('"', end)) {
    step()
    if (open - end > longestGap) longestGap = open - end
    const close = closingQuote(text, open)
    if (close === -1) break
    end = close + 1
    while (isSpace(text.charCodeAt(end))) end++
    if (text.charCodeAt(end) === COLON) names++
  }
  return { names, longestGap: Math.max(longestGap, text.length - end) }
}

function countKeys(value: unknown): number {
  let keys = 0
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    step()
    const item = pending.pop()
    if (typeof item !== 'object' || item === null) continue
    if (Array.isArray(item)) {
      for (const child of item) if (typeof child === 'object' && child !== null) pending.push(child)
      continue
    }
    for (const child of Object.values(item)) {
      step()
      keys++
      if (typeof child === 'object' && child !== null) pending.push(child)
    }
  }
  return keys
}

/** Every string literal of a JSON text, names and values alike. */
function stringTokens(text: string): string[] {
  const tokens: string[] = []
  for (let open = text.indexOf('"'); open !== -1; ) {
    step()
    const close = closingQuote(text, open)
    if (close === -1) break
    const raw = text.slice(open + 1, close)
    tokens.push(unescapeJson(raw) ?? raw)
    open = text.indexOf('"', close + 1)
  }
  return tokens
}

/** The next quote that is not escaped. Runs of backslashes lie between quotes, so each is counted once. */
function closingQuote(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote
    while (first > open + 1 && text.charCodeAt(first - 1) === BACKSLASH) first--
    if ((quote - first) % 2 === 0) return quote
  }
  return -1
}

/** The tokens that occur more often in `tokens` than among the names and strings of `value`. */
function surplus(tokens: readonly string[], value: unknown): string[] {
  const seen = new Map<string, number>()
  const count = (text: string) => seen.set(text, (seen.get(text) ?? 0) + 1)
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    step()
    const item = pending.pop()
    if (typeof item === 'string') count(item)
    else if (Array.isArray(item)) for (const child of item) pending.push(child)
    else if (typeof item === 'object' && item !== null) {
      for (const [name, child] of Object.entries(item)) {
        count(name)
        pending.push(child)
      }
    }
  }
  return tokens.filter((token) => {
    const left = seen.get(token) ?? 0
    if (left > 0) seen.set(token, left - 1)
    return left === 0
  })
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
