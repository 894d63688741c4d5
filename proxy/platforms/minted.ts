import { tokenIn } from '../../core/inspect/rules/token-in.ts'
import { groupsIn, ibanIn } from './hidden-values.ts'

/**
 * Values that vendors and programs make up, and that nobody's data hides in: these need not be read. Everything else is,
 * wherever it stands.
 */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Ids of calls, messages and files, as vendors' references show them: a known prefix, then random letters and digits. */
const PREFIXED =
  /^(?:call|toolu|srvtoolu|mcptoolu|msg|resp|rs|fc|fco|ws|ctc|ctco|lsh|sh|ig|ci|cu|mcp|mcpl|mcpr|tsc|cmp|run|thread|asst|step|file|conv|req|chatcmpl|cmpl|msgbatch|batch|sess|container|vs|tool|functions\.\w{1,40})[-_:](?=[A-Za-z0-9]{1,64}$)/
const LONG_NUMBER = /\d{12}/
/** Names of models end in one, after their version: `gpt-5.1-2026-11-13`. */
const DATE = /(?<![0-9])20\d\d([-.]?)[01]\d\1[0-3]\d(?![0-9])/
/** A phone number or similar, as everything after a prefix. */
const ONLY_DIGITS = /[-_:](?:0\d{8,}|\d{11,})$/
/**
 * Words, versions, dates and times: `tool_result`, `gpt-5.1-mini`, `image/png`, `2024-05-13`, `at-1763712000000a`. Times are of the years from 2017 on; in
 * milliseconds only up to 2027, since what follows would be a French number of health insurance (`1 85 05 75 ...`).
 */
const WORD = /^(?:[A-Za-z]{1,20}\d{0,4}[A-Za-z]?|\d{1,4}[A-Za-z]{0,2}|20\d{6}|1[5-9]\d{8}[a-z]?|1[5-7]\d{11}[a-z]?)$/
const MAX_WORD_LENGTH = 64
const MAX_WORD_DIGITS = 13

const MAX_NAME_LENGTH = 40
const MAX_NAME_DIGITS = 4
const MAX_MIXED_NAME_LENGTH = 16

/** Names of models, types and roles come again with every message: each is looked at once. */
const MAX_REMEMBERED = 500
const MAX_REMEMBERED_LENGTH = 32
const remembered = new Map<string, boolean>()

/** Whether the value of a field of structure (`id`, `type`, `tool_call_id`) is one that a program made. */
export function isMinted(value: string): boolean {
  if (value.length > MAX_REMEMBERED_LENGTH) return looksMinted(value)
  const known = remembered.get(value)
  if (known !== undefined) return known
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  const made = looksMinted(value)
  remembered.set(value, made)
  return made
}

function looksMinted(value: string): boolean {
  if (UUID.test(value)) return true
  if (holdsValue(value)) return false
  return PREFIXED.test(value) ? !LONG_NUMBER.test(value) && !ONLY_DIGITS.test(value) : isWords(value)
}

function holdsValue(value: string): boolean {
  return groupsIn(value.replace(DATE, '')) !== undefined || ibanIn(value) !== undefined || tokenIn(value) !== undefined
}

function isWords(value: string): boolean {
  if (value.length > MAX_WORD_LENGTH || !/[a-z]/.test(value)) return false
  return countDigits(value) <= MAX_WORD_DIGITS && value.split(/[-./:_]/).every((word) => word === '' || WORD.test(word))
}

/** A field's name as programs choose it: letters and marks, perhaps a short number. Other names count as data. */
export function isPlainName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false
  let digits = 0
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (!isLetter(code) && !NAME_MARKS.has(code)) return false
  }
  return digits === 0 || (digits <= MAX_NAME_DIGITS && name.length <= MAX_MIXED_NAME_LENGTH)
}

const NAME_MARKS: ReadonlySet<number> = new Set(Array.from('-._$[]', (mark) => mark.charCodeAt(0)))

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

function countDigits(value: string): number {
  let digits = 0
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
  }
  return digits
}
