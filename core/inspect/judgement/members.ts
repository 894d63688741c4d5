import { isOfWord } from '../characters.ts'

const NAME_MAX = 32
/** The most quotes, backslashes and blanks beside a colon. */
const GAP_MAX = 12
const QUOTE = 1
const BLANK = 2
const COLON = 4
const OF_NAME = 8
const KINDS = new Uint8Array(65_536)
for (const sign of '"\'`\\') KINDS[sign.charCodeAt(0)] = QUOTE
KINDS[0x20] = BLANK
for (const sign of ':=') KINDS[sign.charCodeAt(0)] = COLON
for (let unit = 0; unit < KINDS.length; unit++)
  if (isOfWord(unit) || unit === 0x24 || unit === 0x2e) KINDS[unit] = OF_NAME
/** Less than all numbers that stand for members; places of other kinds have lower ones. */
const FIRST = 1 << 24

/** A number for each name that programs give values, as in `"name": "12`, `name=12`; 0 where none stands before `start`. */
export function memberAt(units: Uint16Array, start: number): number {
  const colon = skip(units, start - 1, QUOTE | BLANK)
  if (colon < 0 || KINDS[units[colon] as number] !== COLON) return 0
  const last = skip(units, colon - 1, QUOTE | BLANK)
  let hash = 0
  for (let i = last; i >= 0 && last - i < NAME_MAX && KINDS[units[i] as number] === OF_NAME; i--)
    hash = (Math.imul(hash, 31) + (units[i] as number)) & (FIRST - 1)
  return hash === 0 ? 0 : FIRST + hash
}

/** The first unit before `from`, or `from`, that is of no such kind. */
function skip(units: Uint16Array, from: number, kinds: number): number {
  let i = from
  while (i >= 0 && from - i < GAP_MAX && ((KINDS[units[i] as number] as number) & kinds) !== 0) i--
  return i
}
