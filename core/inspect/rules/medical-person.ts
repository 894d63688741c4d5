import { isLatinLetter, isLetterAt, plainWord } from '../characters.ts'
import { isListedCommonWord, isListedGivenName } from '../names/lexicon.ts'
import { isDigit } from '../numbers.ts'
import { DOSE, FIELD, NAMED, OWNED, OWNER, PERSON, STUDY, TITLED } from './medical-person-words.ts'

/** How far before and behind a term a person may be spoken of, within one sentence. */
const BEFORE = 160
const AFTER = 100
/** More than AFTER and the distance between terms that are read one after another. */
const AHEAD_MAX = 1_024

/** How much of what a field holds may stand before the term. */
const FIELD_MAX = 90

/** Whether the words around the term at `start` to `end` make it one person's; `units` are those of the text. */
export function isOfPerson(text: string, start: number, end: number, units: Uint16Array): boolean {
  if (hasDigitWithin(units, end, end + DOSE_LEAD) && DOSE.test(text.slice(end, end + 16))) return true
  persons.read(text, units, start, end)
  return persons.isAround(start, end)
}

/** How far behind a term its dose begins. */
const DOSE_LEAD = 5

function hasDigitWithin(units: Uint16Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isDigit(units[i] as number)) return true
  return false
}

/** How many characters before a term what ends in a sign begins, and how long the name of a field is, with its sign. */
const SIGNED_MAX = 40
const FIELD_NAME_MAX = 60
const FIELD_WORDS = 6

/**
 * Where persons and studies are spoken of in a text, found out once for all its terms: in a list of conditions most of what stands around one
 * has stood around the one before.
 */
class Persons {
  #text = ''
  #units: Uint16Array = new Uint16Array(0)
  /** What has been read. */
  #from = 0
  #to = 0
  /** Whether its first sentence began earlier. */
  #isCut = false
  /** Where what tells of persons, and of studies, begins and ends, in turn. */
  #persons: number[] = []
  #studies: number[] = []
  /** Where words of possession begin. */
  #owners: number[] = []
  /** Where sentences begin, and where they end. */
  #starts: number[] = []
  #ends: number[] = []
  /** Where the last name ended: its second half is none of its own. */
  #nameEnd = 0
  /** Where the names of fields begin and end, in turn, and up to where they have been looked for. */
  #fields: number[] = []
  #fieldsTo = 0

  /** Reads the sentence of the term at `start` to `end`; terms come in the order of the text, or nearly so. */
  read(text: string, units: Uint16Array, start: number, end: number): void {
    // What was read far behind the term is of an equal text before.
    const isNew =
      text !== this.#text ||
      start < this.#from ||
      this.#to > end + AHEAD_MAX ||
      (this.#isCut && start - BEFORE < this.#from)
    // An equal string is compared unit by unit, the same one is not.
    this.#text = text
    this.#units = units
    if (isNew) {
      this.#to = 0
      this.#fields = []
      this.#fieldsTo = 0
    }
    // What lies between the sentences of two terms is not read.
    if (isNew || this.#to < start) this.#begin(Math.max(0, isNew ? 0 : this.#to, start - BEFORE), start, isNew)
    const limit = Math.min(text.length, end + AFTER)
    if (firstFrom(this.#ends, end) < limit) return
    while (this.#to < limit) {
      this.#note(this.#to++)
      const last = this.#ends.length - 1
      if (last >= 0 && (this.#ends[last] as number) >= end) return
    }
  }

  /** Goes on with the sentence that begins behind `floor`, where what was read ended there, or afresh. */
  #begin(floor: number, start: number, isNew: boolean): void {
    let from = start
    while (from > floor && !beginsSentence(this.#text, this.#units, from)) from--
    if (!isNew && from === this.#to) return
    this.#from = from
    this.#to = from
    this.#persons = []
    this.#studies = []
    this.#owners = []
    this.#isCut = from > 0 && !beginsSentence(this.#text, this.#units, from)
    this.#starts = this.#isCut ? [] : [from]
    this.#ends = []
    this.#nameEnd = from
  }

  #note(i: number): void {
    const unit = this.#units[i] as number
    if (isLatinLetter(unit)) {
      if (!isLetterAt(this.#units, i - 1)) this.#noteWord(i)
    } else if (isDigit(unit)) {
      // All digits of a number lead to the same, but the last two.
      if (!isDigit(this.#units[i + 2] ?? 0) || !isDigit(this.#units[i + 1] ?? 0)) this.#noteNumber(i)
    } else if (unit === LINE_FEED) {
      this.#ends.push(i)
      this.#starts.push(i + 1)
    } else if (unit === 0x2e || unit === 0x21 || unit === 0x3f) {
      const next = this.#text[i + 1]
      if (next === undefined || /\s/.test(next)) this.#ends.push(i)
      if (beginsSentence(this.#text, this.#units, i + 1)) this.#starts.push(i + 1)
    }
  }

  #noteWord(i: number): void {
    add(this.#studies, i, STUDY.endAt(this.#text, this.#units, i))
    add(this.#persons, i, this.#personAt(i))
    if (OWNER.endAt(this.#text, this.#units, i) !== -1) this.#owners.push(i)
  }

  #noteNumber(i: number): void {
    if (isLetterAt(this.#units, i - 1)) return
    const end = PERSON.endAt(this.#text, this.#units, i)
    add(this.#persons, i, end === -1 ? TITLED.endAt(this.#text, this.#units, i) : end)
  }

  /** Where what tells of a person ends that begins at `i`; -1 where nothing does. */
  #personAt(i: number): number {
    const end = PERSON.endAt(this.#text, this.#units, i)
    if (end !== -1) return end
    const unit = this.#units[i] as number
    if (unit > 0x5a && unit < 0xc0) return -1
    const titled = TITLED.endAt(this.#text, this.#units, i)
    return titled === -1 ? this.#nameAt(i) : titled
  }

  #nameAt(i: number): number {
    if (i < this.#nameEnd) return -1
    NAMED.lastIndex = i
    const match = NAMED.exec(this.#text)
    if (match === null) return -1
    this.#nameEnd = i + match[0].length
    return isGivenOnly(plainWord(match[1] ?? '')) ? this.#nameEnd + (match[2] ?? '').length : -1
  }

  isAround(start: number, end: number): boolean {
    const from = Math.max(lastUpTo(this.#starts, start, 0), start - BEFORE)
    const to = Math.min(firstFrom(this.#ends, end), end + AFTER, this.#text.length)
    // The window may begin within a word, which is then read like one.
    const isCut = from === start - BEFORE && isLetterAt(this.#units, from - 1)
    if (isCut && isWithin(STUDY.endAt(this.#text, this.#units, from), start)) return false
    if (isAnyWithin(this.#studies, from, start, end, to)) return false
    if (this.#isOwned(start) || isAnyWithin(this.#persons, from, start, end, to)) return true
    if (isCut && isWithin(this.#personAt(from), start)) return true
    return this.#isSigned(from, start) || this.#isInField(start)
  }

  /** Of several words of possession the nearest tells: none of them stands within what another leads. */
  #isOwned(start: number): boolean {
    if (this.#units[start - 1] !== 0x20) return false
    const owner = lastUpTo(this.#owners, start - 1, -1)
    return owner >= 0 && owner >= start - BEFORE && OWNED.test(this.#text.slice(owner, start))
  }

  /** Words that a sign stands behind, directly before the term: « atteinte d'asthme », "patient:". */
  #isSigned(from: number, start: number): boolean {
    const sign = this.#units[start - 1]
    if (sign !== 0x3a && sign !== 0x27 && sign !== 0x2019) return false
    const first = Math.max(from, start - SIGNED_MAX)
    const before = this.#text.slice(first, start)
    const units = this.#units.subarray(first)
    for (let i = 0; i < before.length; i++)
      if (!isLetterAt(this.#units, first + i - 1) && PERSON.endAt(before, units, i) !== -1) return true
    return false
  }

  #isInField(start: number): boolean {
    const floor = Math.max(0, start - FIELD_MAX - 1)
    for (let i = Math.max(floor, this.#fieldsTo); i < start; i++) {
      const unit = this.#units[i]
      if (unit === 0x3a || unit === 0x3d) add(this.#fields, this.#fieldBefore(i), i + 1)
    }
    this.#fieldsTo = Math.max(this.#fieldsTo, start)
    let last = this.#fields.length - 2
    while (last >= 0 && (this.#fields[last + 1] as number) > start) last -= 2
    if (last < 0 || (this.#fields[last + 1] as number) < start - FIELD_MAX) return false
    const from = this.#fields[last] as number
    return from >= start - BEFORE && !this.#text.slice(from, start).includes('\n')
  }

  /** Where the name of a field begins that ends at the sign at `index`; -1 without one. */
  #fieldBefore(index: number): number {
    let words = 0
    for (let i = index - 1; i >= Math.max(0, index - FIELD_NAME_MAX) && words < FIELD_WORDS; i--) {
      const unit = this.#units[i] as number
      if (unit === LINE_FEED || unit === 0x3a || unit === 0x3d) return -1
      if (!isLatinLetter(unit) || isLetterAt(this.#units, i - 1)) continue
      if (FIELD.endAt(this.#text, this.#units, i) === index + 1) return i
      words++
    }
    return -1
  }
}

const persons = new Persons()

const LINE_FEED = 10

function add(bounds: number[], start: number, end: number): void {
  if (start !== -1 && end !== -1) bounds.push(start, end)
}

function isWithin(end: number, to: number): boolean {
  return end !== -1 && end <= to
}

/** Whether any of what begins and ends at `bounds` stands between `from` and `start`, or between `end` and `to`. */
function isAnyWithin(bounds: readonly number[], from: number, start: number, end: number, to: number): boolean {
  for (let i = bounds.length - 2; i >= 0 && (bounds[i] as number) >= from; i -= 2) {
    const last = bounds[i + 1] as number
    if (last <= start || ((bounds[i] as number) >= end && last <= to)) return true
  }
  return false
}

/** The last of `places`, which are in order, that is not behind `place`; `none` without one. */
function lastUpTo(places: readonly number[], place: number, none: number): number {
  let i = places.length - 1
  while (i >= 0 && (places[i] as number) > place) i--
  return i < 0 ? none : (places[i] as number)
}

/** The first of `places`, which are in order, from `place` on. */
function firstFrom(places: readonly number[], place: number): number {
  let i = places.length
  while (i > 0 && (places[i - 1] as number) >= place) i--
  return i < places.length ? (places[i] as number) : Number.MAX_SAFE_INTEGER
}

function beginsSentence(text: string, units: Uint16Array, index: number): boolean {
  const last = units[index - 1]
  if (last === LINE_FEED) return true
  return units[index] === 0x20 && (last === 0x2e || last === 0x21 || last === 0x3f) && !isAbbreviated(text, index - 1)
}

function isGivenOnly(plain: string): boolean {
  return isListedGivenName(plain) && !isListedCommonWord(plain)
}

/** Across the end of a sentence somebody else may be spoken of; "M. " and "Dr. " end none. */
function isAbbreviated(text: string, stop: number): boolean {
  ABBREVIATED.lastIndex = stop
  return ABBREVIATED.test(text)
}

const ABBREVIATED = /(?<=(?:^|[^\p{L}])(?:M|Mr|Mrs|Ms|Dr|Pr|Prof|c|p|n))/uy
