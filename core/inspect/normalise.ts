import { lookAlike } from './data/look-alikes.ts'
import { SpanList } from './span-list.ts'
import { UnitReader } from './units.ts'
import { Stretches, type View, ViewBuilder } from './view.ts'

const KEEP = 1
const CHANGE = 2
/** Changes into what is typographic. */
const DRESS = 3
const REMOVE = 4

/** The verdict on each code point, filled when a character is first met; 0 means not known yet. */
const verdicts = new Uint8Array(0x110000)
/** The replacement of each code point that is changed, filled in the same way: Unicode has about twenty thousand of these. */
const replacements = new Map<number, string>()

export interface NormalisedView extends View {
  /** Start and end, in turn, of what differs in more than blanks, quotation marks and dashes, as places in the text it is made from. */
  readonly changes: ArrayLike<number>
}

const reader = new UnitReader()

/**
 * The text as a reader sees it: invisible characters gone, digits and letters of other forms in ASCII, exotic spaces and
 * dashes plain (Unicode NFKC per character, then the tables below). Undefined where nothing would change, as for most texts. `units` are
 * those of its text, a zero behind them.
 */
export function normalise(view: View, units = reader.read(view.text)): NormalisedView | undefined {
  const { text } = view
  let index = firstChange(text, units, 0)
  if (index === text.length) return undefined
  const builder = new ViewBuilder(view)
  const changes: number[] = []
  let copied = 0
  for (let count = 0; index < text.length; count++) {
    if (count === MANY) return rewrite(view, units, index)
    builder.copy(copied, index)
    const point = text.codePointAt(index) ?? 0
    const next = point === ESCAPE ? sequenceEnd(units, index) : index + (point > 0xffff ? 2 : 1)
    builder.replace(index, next, verdicts[point] === REMOVE ? '' : (replacements.get(point) ?? ''))
    if (verdicts[point] !== DRESS) {
      if (changes.at(-1) === index) changes[changes.length - 1] = next
      else changes.push(index, next)
    }
    copied = next
    index = firstChange(text, units, next)
  }
  builder.copy(copied, text.length)
  return { ...builder.finish(), changes }
}

/** More changes leave stretches so short that strings for them cost more than writing each unit. */
const MANY = 32
/** How much longer a text may get at once: no character is replaced by more. */
const REPLACEMENT_MAX = 32

/** The same of a text in which much changes, the first MANY of these before `index`: unit by unit. */
function rewrite(view: View, units: Uint16Array, index: number): NormalisedView {
  const { text } = view
  const { length } = text
  let written = new Uint16Array(length + REPLACEMENT_MAX)
  let count = 0
  // As many as there are where changes go on as they begin.
  const expected = Math.ceil(((MANY + 2) * (length + 1)) / Math.max(MANY, index))
  const stretches = new Stretches(expected)
  const changes = new SpanList(2 * expected)
  /** Where the stretch ends that is copied, if one is. */
  let copiedTo = -1
  let changedTo = -1
  for (let i = 0; i < length; ) {
    const code = units[i] as number
    const point = UNKNOWN[code] === 0 ? code : pointAt(units, i)
    const next = point === ESCAPE ? sequenceEnd(units, i) : i + (point > 0xffff ? 2 : 1)
    const verdict = UNKNOWN[code] === 0 ? KEEP : verdictOn(point)
    if (verdict === KEEP) {
      if (copiedTo !== i) stretches.add(count, i, -1)
      copiedTo = next
      written[count++] = code
      if (next > i + 1) written[count++] = units[i + 1] as number
    } else {
      if (verdict !== REMOVE) {
        const replacement = replacements.get(point) ?? ''
        const isOne = replacement.length === 1 && next === i + 1
        if (!isOne) stretches.add(count, i, next)
        else if (copiedTo !== i) stretches.add(count, i, -1)
        copiedTo = isOne ? next : -1
        if (count + replacement.length + length - next > written.length) written = longer(written, length)
        for (let n = 0; n < replacement.length; n++) written[count++] = replacement.charCodeAt(n)
      }
      if (verdict !== DRESS) {
        if (changedTo === i) changes.extend(next)
        else changes.add(i, next)
        changedTo = next
      }
    }
    i = next
  }
  const seen = Buffer.from(written.buffer, 0, 2 * count).toString('utf16le')
  return { ...stretches.view(view, seen), changes: changes.places.subarray(0, changes.length) }
}

function longer(units: Uint16Array<ArrayBuffer>, by: number): Uint16Array<ArrayBuffer> {
  const copy = new Uint16Array(units.length + by + REPLACEMENT_MAX)
  copy.set(units)
  return copy
}

const ESCAPE = 0x1b
/** The longest numbers of a colour: 38;2;255;255;255. */
const PARAMETERS_MAX = 18

/** Behind the control sequence of a terminal (ECMA-48) at `start`, such as a colour; behind the escape alone where none follows. */
function sequenceEnd(units: Uint16Array, start: number): number {
  let i = start + 1
  if (units[i] !== 0x5b) return i
  i++
  // Digits, and signs from colon to question mark.
  while (i - start <= PARAMETERS_MAX + 1 && (units[i] as number) >= 0x30 && (units[i] as number) <= 0x3f) i++
  const last = units[i] as number
  return last >= 0x40 && last <= 0x7e ? i + 1 : start + 1
}

/** Typographic blanks, quotation marks and dashes are not a disguise. */
const TYPOGRAPHIC: ReadonlySet<string> = new Set([' ', "'", '"', '-', '\n'])

function firstChange(text: string, units: Uint16Array, from: number): number {
  const { length } = text
  for (let i = from; i < length; i++) {
    while (
      i + 4 <= length &&
      ((UNKNOWN[units[i] as number] as number) |
        (UNKNOWN[units[i + 1] as number] as number) |
        (UNKNOWN[units[i + 2] as number] as number) |
        (UNKNOWN[units[i + 3] as number] as number)) ===
        0
    )
      i += 4
    if (UNKNOWN[units[i] as number] === 0) continue
    const point = pointAt(units, i)
    if (verdictOn(point) !== KEEP) return i
    if (point > 0xffff) i++
  }
  return length
}

/** 0 for the units that are known to stay as they are: most texts hold no other, and four at a time are passed over. */
const UNKNOWN = new Uint8Array(65_536).fill(1)
for (let code = 0x20; code < 0x7f; code++) UNKNOWN[code] = 0

/** The character at `index`; half a pair alone is one. */
function pointAt(units: Uint16Array, index: number): number {
  const code = units[index] as number
  const next = units[index + 1] as number
  return isHighSurrogate(code) && isLowSurrogate(next) ? 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00) : code
}

function verdictOn(point: number): number {
  if (verdicts[point] === 0) learn(point)
  return verdicts[point] as number
}

function learn(point: number): void {
  const character = String.fromCodePoint(point)
  const replacement = replacementOf(point, character)
  verdicts[point] =
    replacement === character ? KEEP : replacement === '' ? REMOVE : TYPOGRAPHIC.has(replacement) ? DRESS : CHANGE
  // The first half of a surrogate pair is looked at together with the second.
  if (replacement === character && point < 0xd800) UNKNOWN[point] = 0
  if (replacement !== character) replacements.set(point, replacement)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** The replacement of one code point in the normalised text; '' removes it. */
function replacementOf(point: number, character: string): string {
  if (point < 0x20 || point === 0x7f) return point === 9 || point === 10 || point === 13 ? character : ''
  if (point < 0x80) return character
  const special = SPECIAL.get(point)
  if (special !== undefined) return special
  // "Tag" characters repeat ASCII invisibly; models read them.
  if (point >= 0xe0020 && point <= 0xe007e) return String.fromCharCode(point - 0xe0000)
  if (INVISIBLE.test(character) || COMBINING.test(character)) return ''
  if (SPACE.test(character)) return ' '
  if (DASH.test(character)) return '-'
  const compatible = character.normalize('NFKC')
  if (compatible === character && DECIMAL.test(character)) return decimalValue(point)
  return lookAlike(compatible) ?? compatible
}

/**
 * Default-ignorable code points (Unicode, DerivedCoreProperties), the format controls, and the blank that Braille
 * and Hangul have.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u1160\u3164\uFFA0]/u
/** Only marks that can be drawn over any letter are removed. Marks that the letters of a script need stay. */
const COMBINING = /\p{Script=Inherited}/u
const SPACE = /\p{Zs}/u
const DASH = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/u
const DECIMAL = /\p{Nd}/u

/** Line separators, quotation marks, and digits that NFKC leaves as they are. */
const SPECIAL: ReadonlyMap<number, string> = new Map([
  [0x85, '\n'],
  [0x2028, '\n'],
  [0x2029, '\n'],
  [0x2018, "'"],
  [0x2019, "'"],
  [0x201c, '"'],
  [0x201d, '"'],
  [0x2215, '/'],
  [0x2044, '/'],
  [0x24ff, '0'],
  ...[0x2776, 0x2780, 0x278a].flatMap((one) =>
    Array.from({ length: 9 }, (_, index): [number, string] => [one + index, String(index + 1)]),
  ),
])

/** Decimal digits stand in tens in the order of their values (Unicode, chapter 4.6), so the first of the ten gives the value. */
function decimalValue(point: number): string {
  let value = 0
  while (value < 9 && DECIMAL.test(String.fromCodePoint(point - value - 1))) value++
  return String(value)
}
