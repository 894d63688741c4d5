import { isOfWord } from '../characters.ts'
import { type KeyAlphabet, VENDOR_KEYS } from '../data/vendor-keys.ts'
import { isDigit } from '../numbers.ts'
import type { ScoredSpan } from '../rule.ts'

const NONE: readonly ScoredSpan[] = []

const CLASSES: Readonly<Record<Exclude<KeyAlphabet, 'uuid'>, string>> = {
  hex: '[0-9A-Fa-f]',
  alnum: '[0-9A-Za-z]',
  word: '[0-9A-Za-z_-]',
  base64: '[0-9A-Za-z+/=_.~-]',
}
const UUID = '[0-9A-Za-z]{8}(?:-[0-9A-Za-z]{4}){3}-[0-9A-Za-z]{12}'
/** A key is no part of a longer one, nor of a name of a file or a domain. */
const BEFORE = '(?<![0-9A-Za-z_]|[0-9A-Za-z][+/.])'
const AFTER = '(?![0-9A-Za-z_=]|[-+/.][0-9A-Za-z])'

/** The keys of one vendor. */
interface VendorKey {
  readonly pattern: RegExp
  readonly length: number
}

const BY_VENDOR = new Map<string, VendorKey[]>()
const bare: string[] = []
for (const [alphabet, length, vendors] of VENDOR_KEYS) {
  const body = alphabet === 'uuid' ? UUID : `(?=[0-9A-Za-z])${CLASSES[alphabet]}{${length}}`
  const key = { pattern: new RegExp(BEFORE + body + AFTER), length: Number(length.split(',').at(-1)) }
  for (const name of vendors.split(/\s+/)) {
    const vendor = name.replace('*', '')
    if (vendor !== name) bare.push(vendor)
    BY_VENDOR.set(vendor, [...(BY_VENDOR.get(vendor) ?? []), key])
  }
}

/** The vendors whose keys also count directly behind their names. */
export const BARE_VENDORS: readonly string[] = bare

/** How far before a word for a key the vendor's name stands, and how far behind it the key. */
const NAME_REACH = 32
const KEY_REACH = 32
/** The shortest key, and how far behind the word such a run of letters and digits ends at the earliest. */
const KEY_MIN = 11
export const RUN_REACH = KEY_REACH + KEY_MIN
/** What other random values are called. */
const OTHER_VALUE =
  /commit|sha-?[0-9]|hash|digest|md5|checksum|revision|\bev(?:ent|ents)\b|\brun\b|\btrack\b|\btx\b|integrity|public|publishable|primary|primaire|foreign|\bid\b|uuid|version|build|blame|template|\btask\b|\bcache\b|\blog\b/i

const SCORE = 0.92
const BARE_SCORE = 0.85
const DIFFERENT_MIN = 6

/** "SHODAN_KEY=...", « la clé ipstack est ... »: behind a word for a key a value of the alphabet and the length of the keys of a vendor who is named close by. */
export function readVendorKey(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (
    !mayHoldKey(units, end, Math.min(text.length, end + KEY_REACH + 1)) ||
    !isRunBehind(units, end, Math.min(text.length, end + RUN_REACH))
  )
    return NONE
  const from = start - nameReach(units, start)
  let last: string | undefined
  for (const name of namesIn(text, units, from, Math.min(text.length, end + KEY_REACH))) {
    // Nothing else is found by the same name.
    if (name === last) continue
    last = name
    for (const key of BY_VENDOR.get(name) ?? []) {
      const found = find(text, end, key)
      if (found !== undefined && !OTHER_VALUE.test(text.slice(from, found.start))) return [{ ...found, score: SCORE }]
    }
  }
  return NONE
}

/** How far before `start` its line goes, as far as a name may stand: a text may be one line of millions of characters. */
function nameReach(units: Uint16Array, start: number): number {
  let reach = 0
  while (reach < NAME_REACH && reach < start && units[start - reach - 1] !== 0x0a) reach++
  return reach
}

/** Whether a key may begin behind `end`: at once, or behind what is neither letter nor digit, and as long as the shortest. */
function mayHoldKey(units: Uint16Array, end: number, to: number): boolean {
  for (let i = end; i < to; ) {
    const code = units[i] as number
    if (code === 0x0a) return false
    const isStart = isAlphanumeric(code) && (i === end || !isOfWord(units[i - 1] as number))
    if (!isStart) {
      i++
      continue
    }
    const start = i
    while (i - start < KEY_MIN && (units[i] as number) < 128 && IN_KEY[units[i] as number] === 1) i++
    if (i - start === KEY_MIN) return true
  }
  return false
}

/** The characters of all alphabets. */
const IN_KEY = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (/[0-9A-Za-z+/=_.~-]/.test(String.fromCharCode(code))) IN_KEY[code] = 1

function isAlphanumeric(code: number): boolean {
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
}

/** Whether letters with digits stand behind `from` in a run as long as a key: behind most words for keys none does. */
function isRunBehind(units: Uint16Array, from: number, end: number): boolean {
  let count = 0
  let digits = 0
  for (let i = from; i < end; i++) {
    const code = units[i] as number
    if (code === 0x0a) return false
    if (code >= 0x30 && code <= 0x39) digits++
    else if (((code | 0x20) < 0x61 || (code | 0x20) > 0x7a) && code !== 0x2d && code !== 0x5f) {
      count = 0
      digits = 0
      continue
    }
    if (++count >= KEY_MIN && digits > 0) return true
  }
  return false
}

/** Directly behind a name: a sign that assigns, quotes, a blank. */
const JOINT = /^["'`]?(?:[_ .-](?:api|login|x))?\s{0,2}(?:[:=]{1,2}>?)?\s{0,2}["'`]?-?$/

/** "wandb login ...", "theoddsapi=...": the key of a vendor directly behind the name. */
export function readBareVendorKey(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (!mayHoldKey(units, end, Math.min(text.length, end + KEY_REACH + 1))) return NONE
  for (const key of BY_VENDOR.get(text.slice(start, end).toLowerCase()) ?? []) {
    const found = find(text, end, key)
    if (found !== undefined && JOINT.test(text.slice(end, found.start))) return [{ ...found, score: BARE_SCORE }]
  }
  return NONE
}

/** The first value of a key's form behind `from`, in its line. */
function find(text: string, from: number, { pattern, length }: VendorKey): { start: number; end: number } | undefined {
  const stretch = text.slice(from, from + KEY_REACH + length + 2)
  const newline = stretch.indexOf('\n')
  const match = pattern.exec(newline === -1 ? stretch : stretch.slice(0, newline))
  if (match === null || match.index > KEY_REACH || !isKeyLike(match[0])) return undefined
  return { start: from + match.index, end: from + match.index + match[0].length }
}

/** Where the parts of the stretch that was cut last begin and end, in turn. */
const BOUNDS: number[] = []
const NO_NAMES: readonly string[] = []

/** The vendors among the words of a stretch ("SHODAN_API_KEY", "etherscanKey", "data.gov"), and among every two that stand side by side: "rapid api". */
function namesIn(text: string, units: Uint16Array, from: number, to: number): readonly string[] {
  const count = cutParts(units, from, to)
  let names: string[] | undefined
  for (let i = 0; i < count; i += 2) names = addName(names, text, units, i, i)
  for (let i = 2; i < count; i += 2) names = addName(names, text, units, i - 2, i)
  return names ?? NO_NAMES
}

/** Adds the vendor whose name the parts at `first` and `second` are, with or without a number behind. */
function addName(
  names: string[] | undefined,
  text: string,
  units: Uint16Array,
  first: number,
  second: number,
): string[] | undefined {
  const head = BOUNDS[first] as number
  const joint = BOUNDS[first + 1] as number
  const start = BOUNDS[second] as number
  const end = BOUNDS[second + 1] as number
  const before = first === second ? 0 : joint - head
  let last = end
  while (last > start && isDigit(units[last - 1] as number)) last--
  // Of "rapid 24" nothing but "rapid" is left.
  const isNumber = last === start && first !== second
  let bare = isNumber ? joint : last
  if (isNumber) while (bare > head && isDigit(units[bare - 1] as number)) bare--
  const length = isNumber ? bare - head : before + last - start
  // Names have two letters at least.
  const opening = (((units[head] as number) & 31) << 5) | ((units[joint - head > 1 ? head + 1 : start] as number) & 31)
  if (
    !isVendorKey(opening, units[end - 1] as number, before + end - start) &&
    (length === 0 || !isVendorKey(opening, units[bare - 1] as number, length))
  )
    return names
  const own = text.slice(start, end)
  const name = (first === second ? own : text.slice(head, joint) + own).toLowerCase()
  const short = name.replace(/[0-9]+$/, '')
  const vendor = BY_VENDOR.has(name) ? name : BY_VENDOR.has(short) ? short : undefined
  if (vendor === undefined) return names
  if (names === undefined) return [vendor]
  names.push(vendor)
  return names
}

/** A letter, in capitals or with one before small ones, and what goes on with it: letters, digits, points and hyphens but at the end. */
function cutParts(units: Uint16Array, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; ) {
    const start = i
    const kind = kindOf(units[i] as number)
    if (kind === 0 || kind === POINT) {
      i++
      continue
    }
    i++
    // What goes on with small letters has no capital, and the other way round.
    const other =
      kind === SMALL || (kind === CAPITAL && i < to && kindOf(units[i] as number) === SMALL) ? CAPITAL : SMALL
    while (i < to) {
      const next = kindOf(units[i] as number)
      if (next === 0 || next === other) break
      i++
    }
    let end = i
    while (units[end - 1] === 0x2e || units[end - 1] === 0x2d) end--
    BOUNDS[count++] = start
    BOUNDS[count++] = end
  }
  return count
}

const SMALL = 1
const CAPITAL = 2
const DIGIT = 3
const POINT = 4
const KINDS = new Uint8Array(128)
for (let code = 0; code < KINDS.length; code++) {
  const character = String.fromCharCode(code)
  KINDS[code] = /[a-z]/.test(character)
    ? SMALL
    : /[A-Z]/.test(character)
      ? CAPITAL
      : isDigit(code)
        ? DIGIT
        : /[.-]/.test(character)
          ? POINT
          : 0
}

function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] as number) : 0
}

/** A bit for each first two characters, last one and length of vendors' names. */
const VENDOR_BITS = new Int32Array(1 << 10)
for (const name of BY_VENDOR.keys()) {
  const opening = ((name.charCodeAt(0) & 31) << 5) | (name.charCodeAt(1) & 31)
  const key = vendorKey(opening, name.charCodeAt(name.length - 1), name.length)
  VENDOR_BITS[key >> 5] = (VENDOR_BITS[key >> 5] as number) | (1 << (key & 31))
}

function vendorKey(opening: number, last: number, length: number): number {
  return Math.imul((opening << 10) | ((length << 5) & 0x3e0) | (last & 31), 0x9e3779b1) >>> 17
}

function isVendorKey(opening: number, last: number, length: number): boolean {
  const key = vendorKey(opening, last, length)
  return (((VENDOR_BITS[key >> 5] as number) >> (key & 31)) & 1) === 1
}

/** Whether it has different characters, letters with digits. */
function isKeyLike(value: string): boolean {
  if (new Set(value).size < DIFFERENT_MIN || !/[A-Za-z]/.test(value) || !/[0-9]/.test(value)) return false
  // "short_text_for_mobile-2024" is made of words.
  return !/[A-Za-z]{3,}[_-][A-Za-z]{3,}/.test(value) || /[0-9].*[A-Za-z].*[0-9]/.test(value)
}
