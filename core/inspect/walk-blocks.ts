import { CODE_CHARACTERS, MARK, SIGNS } from './disguise/signs.ts'
import { BETWEEN, CODE_POINT, LENGTH_BITS, LENGTH_MAX, NOTHING, SPELLED, WORDS } from './disguise/word-kinds.ts'
import { forEachLoneGivenName } from './names/lexicon.ts'
import { LETTERS, LOWER } from './names/tokens.ts'
import { LETTER_BITS, UNIT_CLASSES } from './unit-classes.ts'

/**
 * A text is gone over in blocks of these arrays: as they are the same at all times, their addresses and lengths are constants of the compiled
 * loops, which are a third faster for it. For the same reason all of this stands in one file, and numbers of bits stand in the loops
 * as such: what is imported or exported is read from memory each time.
 */
const BLOCK = 4096
const blockUnits = new Uint16Array(BLOCK)
const blockPlaces = new Int32Array(BLOCK)
/** The classes of the five units before each, and before the unit behind the block. */
const blockClasses = new Int32Array(BLOCK + 1)
const blockEndings = new Int32Array(BLOCK)
const blockEndingClasses = new Int32Array(BLOCK)
const blockDigits = new Int32Array(BLOCK)
const blockMarks = new Int32Array(BLOCK)
const blockCapitals = new Int32Array(BLOCK)
const blockGivens = new Int32Array(BLOCK)
/** The result of a block: how much it has noted; and where the block before ended, which the next one needs. */
const block = {
  ending: 0,
  before: 0,
  places: 0,
  endings: 0,
  digits: 0,
  marks: 0,
  capitals: 0,
  givens: 0,
  start: 0,
  sign: 0,
  info: 0,
  codeStart: 0,
  spelled: 0,
  apart: 0,
}

/** The arrays of a block, for all others. */
export const BLOCKS = {
  length: BLOCK,
  units: blockUnits,
  places: blockPlaces,
  endings: blockEndings,
  endingClasses: blockEndingClasses,
  digits: blockDigits,
  marks: blockMarks,
  capitals: blockCapitals,
  givens: blockGivens,
  counts: block,
}

export function beginText(): void {
  block.ending = 0
  block.before = 0
  block.start = 0
  block.sign = -1
  block.info = 0
  block.codeStart = 0
  block.spelled = 0
  block.apart = 0
}

/**
 * Goes over the units of a block, which are the text's from `from` on. Where a keyword may end is told by three letters; noteEndings() asks
 * about all five of these places alone, a fifth of all.
 */
export function noteUnits(from: number, length: number, classes: Uint8Array, lastThree: Int32Array): void {
  let { ending, before } = block
  let placeCount = 0
  let endingCount = 0
  let digitCount = 0
  for (let i = 0; i < length; i++) {
    const kind = classes[blockUnits[i] as number] as number
    blockClasses[i] = ending
    blockPlaces[placeCount] = from + i
    // PLACE_BIT
    placeCount += (kind >> 6) & 1
    // LETTER_BITS, LETTER_MASK
    ending = (ending << 6) | (kind & 0x3f)
    blockEndings[endingCount] = i
    // Three letters, of which the last five bits are the number of the bit.
    endingCount += ((lastThree[(ending >> 5) & 0x1fff] as number) >> (ending & 31)) & 1
    blockDigits[digitCount] = from + i
    // DIGIT_BIT, the highest of all
    digitCount += (kind ^ before) >> 7
    before = kind
  }
  blockClasses[length] = ending
  block.ending = ending
  block.before = before
  block.places = placeCount
  block.endings = endingCount
  block.digits = digitCount
}

/** Keeps the places of noteUnits() at which a keyword may end by its last letters, with the classes of these and whether a short or a long one may. */
export function noteEndings(
  from: number,
  endings: Int32Array,
  fourEndings: Int32Array,
  shortEndings: Int32Array,
): void {
  const { endings: count } = block
  let endingCount = 0
  for (let n = 0; n < count; n++) {
    const i = blockEndings[n] as number
    // Five letters of six bits
    const ending = (blockClasses[i + 1] as number) & 0x3fffffff
    // endingHash
    const hash = Math.imul(ending, 0x9e3779b1) >>> 16
    const isLong = ((endings[hash >> 5] as number) >> (hash & 31)) & 1
    const four = Math.imul(ending & 0xffffff, 0x9e3779b1) >>> 16
    const isShort =
      (((shortEndings[(ending & 0x3ffff) >> 5] as number) >> (ending & 31)) |
        ((fourEndings[four >> 5] as number) >> (four & 31))) &
      1
    blockEndings[endingCount] = from + i
    // LONG_BIT, SHORT_BIT
    blockEndingClasses[endingCount] = ending | (isLong << 31) | (isShort << 30)
    endingCount += isLong | isShort
  }
  block.endings = endingCount
}

/** What the words of a text are noted in, beside the arrays of the block. */
export interface WordNotes {
  readonly units: Uint16Array
  readonly digitCount: number
  /** The places of equal signs, of those that rules ask for, with a short group between: the first of the two. */
  readonly pairs: number[]
  /** Start and end, in turn. */
  readonly longWords: number[]
  readonly stretches: number[]
  /** How many places the blocks before have noted. */
  readonly placeCount: number
  /** The numbers of places at which enough digits spelled out or codes of characters stand in a row to be looked at, and enough short pieces. */
  readonly spelled: number[]
  readonly apart: number[]
}

const CLASSES = UNIT_CLASSES

/** What a sign does, and whether a letter is a capital, in bits. */
const INFO = new Uint8Array(65_536)
const IS_MARK = 1
const ENDS_CODE = 2
const GOES_ON = 4
const IS_INNER = 8
const IS_PAIRED = 16
const IS_JOINED = 32
const IS_CAPITAL = 64
/** The signs of rules of the kind `sign`. */
const PAIRED_SIGNS = ':-'
/** What before a word makes it a part of something longer, of ASCII. */
const JOINED_SIGNS = '_/\\.#$&=-'
const UNDERSCORE = 0x5f
for (let code = 0; code < INFO.length; code++) {
  const kind = SIGNS[code] as number
  const isInner = kind === 0 || code === UNDERSCORE
  const character = String.fromCharCode(code)
  INFO[code] =
    (kind >= MARK ? IS_MARK : 0) |
    (CODE_CHARACTERS[code] === 0 ? ENDS_CODE : 0) |
    (isInner || BETWEEN[code] !== 0 ? GOES_ON : 0) |
    (isInner ? IS_INNER : 0) |
    (PAIRED_SIGNS.includes(character) ? IS_PAIRED : 0) |
    (JOINED_SIGNS.includes(character) ? IS_JOINED : 0) |
    ((LETTERS[code] as number) > LOWER ? IS_CAPITAL : 0)
}

/**
 * What a word is told to be by its first unit, of which only seven bits count, and its length: spelled or a code (bit 0), that or nothing (1),
 * a piece of one character or two (2), that or nothing (3).
 */
const KINDS = new Uint8Array(128 << LENGTH_BITS)
for (let index = 0; index < KINDS.length; index++) {
  const kinds = WORDS[index] as number
  const length = index & LENGTH_MAX
  const isOdd = length === 1 || length === 2
  KINDS[index] =
    ((kinds & (SPELLED | CODE_POINT)) !== 0 ? 3 : (kinds & NOTHING) !== 0 ? 2 : 0) | (isOdd ? 12 : length === 0 ? 8 : 0)
}

/** Which words may be given names, in two bits of the same number by their length, first and last letters: nearly all others need no closer look. */
const FILTER_BITS = 13
const FILTER = new Int32Array(1 << FILTER_BITS)
const LETTERS_MIN = 3
/** How many of a word's last letters are noted with a place, and the bits of these that are the word's own, by its length. */
const TAIL = 4
const TAIL_MASKS = Int32Array.from({ length: TAIL + 1 }, (_, length) => (1 << (length * LETTER_BITS)) - 1)
forEachLoneGivenName((letters, length) => {
  if (length < LETTERS_MIN) return
  const hash = hashOf(letters[0] as number, length, tailOf(letters, 0, length))
  FILTER[hash >>> 19] = (FILTER[hash >>> 19] as number) | (1 << (hash & 31)) | (1 << ((hash >> 5) & 31))
})

/** The classes of the last four letters, as a walk notes them. */
function tailOf(units: Uint16Array, start: number, end: number): number {
  let tail = 0
  // LETTER_BITS, LETTER_MASK
  for (let i = end - start > TAIL ? end - TAIL : start; i < end; i++)
    tail = (tail << 6) | ((CLASSES[units[i] as number] as number) & 0x3f)
  return tail
}

/** Of a word by its first letter, its length and its last four letters, whatever stands before these. */
function hashOf(first: number, length: number, tail: number): number {
  const own = tail & (TAIL_MASKS[length + ((4 - length) & ((4 - length) >> 31))] as number)
  const head = (CLASSES[first] as number) & 31
  const hash = Math.imul(own ^ (head << 24) ^ (length << 29), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

/** Goes over the words that end in a block: what stands between the places of noteUnits(). Rare things are told by branches, all else without. */
export function noteWords(notes: WordNotes, from: number, wordMin: number): void {
  const { units, pairs, longWords, stretches } = notes
  const { places: placeCount } = block
  let { start, sign: lastSign, info: lastInfo, codeStart, spelled, apart } = block
  let marks = 0
  let capitals = 0
  let givens = 0
  for (let n = 0; n < placeCount; n++) {
    const place = blockPlaces[n] as number
    const sign = blockUnits[place - from] as number
    const info = INFO[sign] as number
    blockMarks[marks] = place
    // IS_MARK
    marks += info & 1
    const first = units[start] as number
    blockCapitals[capitals] = start
    // IS_CAPITAL
    capitals += ((INFO[first] as number) >> 6) & 1
    const length = place - start
    if (length >= wordMin) longWords.push(start, place)
    // IS_PAIRED first: it is the one that can be foreseen, as most signs are blanks behind blanks; GROUP_MAX
    if ((info & 16) !== 0 && sign === lastSign && length < 5) pairs.push(start - 1)
    const endsCode = (info >> 1) & 1
    // CODE_MIN
    if (place - codeStart >= 14 && endsCode === 1) stretches.push(codeStart, place)
    // The next run begins behind the character that no code has.
    codeStart += (place + 1 - codeStart) & -endsCode
    // A word goes on over inner signs: each of its parts counts, as that can only be too many. IS_INNER
    const kinds =
      (KINDS[((first & 127) << 3) | (length + ((7 - length) & ((7 - length) >> 31)))] as number) |
      (-(((info | lastInfo) >> 3) & 1) & 3)
    spelled = (spelled + (kinds & 1)) & -((kinds >> 1) & 1)
    if (spelled === 7 && (kinds & 1) !== 0) notes.spelled.push(notes.placeCount + n)
    // GOES_ON
    spelled &= -((info >> 2) & 1)
    apart = (apart + ((kinds >> 2) & 1)) & -(kinds >> 3)
    if (apart === 8 && (kinds & 4) !== 0) notes.apart.push(notes.placeCount + n)
    const hash = hashOf(first, length, blockClasses[place - from] as number)
    const bits = FILTER[hash >>> 19] as number
    blockGivens[givens] = start
    // IS_JOINED; LETTERS_MIN
    givens += (bits >> (hash & 31)) & (bits >> ((hash >> 5) & 31)) & ((2 - length) >>> 31) & ~(lastInfo >> 5) & 1
    start = place + 1
    lastSign = sign
    lastInfo = info
  }
  block.marks = marks
  block.capitals = capitals
  block.givens = givens
  block.start = start
  block.sign = lastSign
  block.info = lastInfo
  block.codeStart = codeStart
  block.spelled = spelled
  block.apart = apart
}

/** Adds words that digits end which may be given names: noteWords() takes the digits for a part of these. */
export function noteNamesBeforeDigits({ units, digitCount }: WordNotes): void {
  // Where a group begins that the block before has not noted.
  for (let n = (digitCount - block.digits) & 1; n < block.digits; n += 2) {
    const end = blockDigits[n] as number
    let start = end - LETTERS_MIN
    // Most digits stand behind signs, or behind fewer letters.
    if (start < 0 || !areLetters(units, start)) continue
    while (start > 0 && end - start <= NAME_MAX && isLetter(units[start - 1] as number)) start--
    const before = start === 0 ? 0 : (units[start - 1] as number)
    // A word goes on behind a digit. PLACE_BIT
    if (((CLASSES[before] as number) & 0x40) === 0 || ((INFO[before] as number) & IS_JOINED) !== 0) continue
    const hash = hashOf(units[start] as number, end - start, tailOf(units, start, end))
    const bits = FILTER[hash >>> 19] as number
    if (((bits >> (hash & 31)) & (bits >> ((hash >> 5) & 31)) & 1) === 0) continue
    let at = block.givens++
    for (; at > 0 && (blockGivens[at - 1] as number) > start; at--) blockGivens[at] = blockGivens[at - 1] as number
    blockGivens[at] = start
  }
}

/** No name is longer. */
const NAME_MAX = 30

function isLetter(code: number): boolean {
  // PLACE_BIT, DIGIT_BIT
  return ((CLASSES[code] as number) & 0xc0) === 0
}

/** As many as LETTERS_MIN from `start` on. */
function areLetters(units: Uint16Array, start: number): boolean {
  const first = CLASSES[units[start] as number] as number
  const second = CLASSES[units[start + 1] as number] as number
  const third = CLASSES[units[start + 2] as number] as number
  return ((first | second | third) & 0xc0) === 0
}

/** The same, if only signs and long words are asked for. */
export function noteSigns(notes: WordNotes, from: number, wordMin: number): void {
  const { pairs, longWords } = notes
  const { places: placeCount } = block
  let { start, sign: lastSign } = block
  let marks = 0
  for (let n = 0; n < placeCount; n++) {
    const place = blockPlaces[n] as number
    const sign = blockUnits[place - from] as number
    const info = INFO[sign] as number
    blockMarks[marks] = place
    marks += info & 1
    const length = place - start
    if (length >= wordMin) longWords.push(start, place)
    if ((info & 16) !== 0 && sign === lastSign && length < 5) pairs.push(start - 1)
    start = place + 1
    lastSign = sign
  }
  block.marks = marks
  block.start = start
  block.sign = lastSign
}

/** The same, if nothing but the signs that disguises begin with is asked for. */
export function noteMarks(from: number): void {
  const { places: placeCount } = block
  let marks = 0
  for (let n = 0; n < placeCount; n++) {
    const place = blockPlaces[n] as number
    blockMarks[marks] = place
    marks += (INFO[blockUnits[place - from] as number] as number) & 1
  }
  block.marks = marks
}
