import RE2 from 're2'
import { type Part, readPattern } from './pattern-syntax.ts'

/** What a text is made of: pieces in an order that looks like chance, and is the same each time. */
export interface Trial {
  readonly name: string
  readonly pieces: readonly string[]
}

/** Letters of a class, and letters of the pattern, that texts are made of. */
const LETTERS_MAX = 12
/** Of each kind of text that depends on the pattern. */
const TRIALS_MAX = 8
/** What stands for all letters that a class may hold besides those of the pattern: some of each kind and script. */
const ORDINARY_LETTERS = [...'abzAZ09 -_.@é\nλжאع漢あ한ก😀٣']
/** Different texts that a part of a pattern matches, and how many parts of it each is made of. */
const SAMPLES = 16
const SAMPLE_PARTS_MAX = 128
const SAMPLE_REPEATS_MAX = 3

/** Texts that are hard on patterns, by what they are made of. */
const COMMON: readonly Trial[] = [
  { name: 'letters', pieces: ['a'] },
  { name: 'digits', pieces: ['0123456789'] },
  { name: 'capitals and digits', pieces: ['AB12'] },
  { name: 'blanks', pieces: [' '] },
  { name: 'signs', pieces: ['@.-_/'] },
  { name: 'words', pieces: ['lorem ipsum 42 dolor@sit '] },
  { name: 'accented letters', pieces: ['éàü'] },
]

/**
 * The same, and those that are hard on this pattern: its own letters, each alone and mixed. A pattern is slowest on a text that begins it
 * again and again and never completes it, in an order that does not repeat. Such a text is a mix of what one of its classes, or the inside of
 * one of its repetitions, matches.
 */
export function trialsOf(pattern: string): Trial[] {
  const parts = allParts(readPattern(pattern))
  const runs = runsOf(parts)
  const letters = [...new Set(parts.flatMap((part) => (part.kind === 'letter' ? [part.letter] : [])))]
  const few = letters.slice(0, LETTERS_MAX)
  const trials: Trial[] = [
    ...COMMON,
    ...few.map((letter) => ({ name: 'one of its own letters', pieces: [letter] })),
    ...few.map((letter) => ({ name: 'one of its own letters and blanks', pieces: [`${letter} `] })),
    { name: 'its own words', pieces: [runs.join('')] },
  ]
  const sampler = new Sampler(letters)
  const sources = parts.flatMap((part) => (part.kind === 'class' ? [part.source] : []))
  for (const source of [...new Set(sources)].slice(0, TRIALS_MAX)) {
    trials.push({ name: 'a mix of letters of one of its classes', pieces: sampler.members(source) })
  }
  const repeated = parts.flatMap((part) => (part.kind === 'repeat' && part.max > 1 ? [part.part] : []))
  for (const part of repeated.slice(0, TRIALS_MAX)) {
    const pieces = Array.from({ length: SAMPLES }, () => sampler.textOf(part))
    trials.push({ name: 'a mix of what it repeats', pieces })
    trials.push({ name: 'a mix of what it repeats and its own words', pieces: [...pieces, ...runs] })
  }
  const words = [...new Set([...runs, ...few])].slice(0, LETTERS_MAX)
  trials.push({ name: 'a mix of its own letters', pieces: words })
  for (const left of words.slice(0, TRIALS_MAX)) {
    trials.push({ name: 'a mix of its own letters but one', pieces: words.filter((word) => word !== left) })
  }
  for (const [first, second] of pairsOf(words.slice(0, TRIALS_MAX / 2))) {
    trials.push({ name: 'a mix of two of its own letters', pieces: [first, second] })
  }
  return trials.filter(({ pieces }) => pieces.some((piece) => piece !== ''))
}

/** A text of that length. */
export function textOf({ pieces }: Trial, length: number): string {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only.repeat(Math.ceil(length / only.length)).slice(0, length)
  const choose = chooser()
  let text = ''
  while (text.length < length) text += pieces[choose(pieces.length)]
  return text.slice(0, length)
}

/** Numbers below the one asked for, in the same order each time (a linear congruence, of which the high bits are used). */
function chooser(): (below: number) => number {
  let state = 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function allParts(part: Part): Part[] {
  if (part.kind === 'letter' || part.kind === 'class') return [part]
  const inner = part.kind === 'repeat' ? [part.part] : part.parts
  return [part, ...inner.flatMap(allParts)]
}

/** The words that it spells out. */
function runsOf(parts: readonly Part[]): string[] {
  const runs = parts.flatMap((part) => {
    if (part.kind !== 'sequence') return []
    const text = part.parts.map((one) => (one.kind === 'letter' ? one.letter : '\0')).join('')
    return text.split('\0').filter((run) => run.length > 1)
  })
  return [...new Set(runs)].slice(0, TRIALS_MAX)
}

/** Makes texts that parts of a pattern match, of the pattern's own letters where they may be. */
class Sampler {
  readonly #letters: readonly string[]
  readonly #members = new Map<string, readonly string[]>()
  readonly #choose = chooser()
  #room = 0

  constructor(letters: readonly string[]) {
    this.#letters = letters
  }

  /** Letters of a class: first those of the pattern, then those that it is written with. */
  members(source: string): readonly string[] {
    const known = this.#members.get(source)
    if (known !== undefined) return known
    const regexp = new RE2(`^(?:${source})$`, 'u')
    const written = [...source.matchAll(/\\x\{?([0-9a-fA-F]{2,6})/g)].map(([, code = '']) => letterOf(code))
    const all = new Set([...this.#letters, ...source, ...written, ...ORDINARY_LETTERS])
    const members = [...all].filter((letter) => regexp.test(letter)).slice(0, LETTERS_MAX)
    this.#members.set(source, members)
    return members
  }

  textOf(part: Part): string {
    this.#room = SAMPLE_PARTS_MAX
    return this.#textOf(part)
  }

  #textOf(part: Part): string {
    if (this.#room-- <= 0) return ''
    switch (part.kind) {
      case 'letter':
        return part.letter
      case 'class':
        return this.#oneOf(this.members(part.source)) ?? ''
      case 'sequence':
        return part.parts.map((one) => this.#textOf(one)).join('')
      case 'choice':
        return this.#textOf(this.#oneOf(part.parts) as Part)
      case 'repeat': {
        const least = Math.min(part.min, SAMPLE_REPEATS_MAX)
        const times = least + this.#choose(Math.min(part.max - part.min, SAMPLE_REPEATS_MAX) + 1)
        return Array.from({ length: times }, () => this.#textOf(part.part)).join('')
      }
    }
  }

  #oneOf<T>(all: readonly T[]): T | undefined {
    return all[this.#choose(all.length)]
  }
}

function letterOf(code: string): string {
  return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
}

function pairsOf(words: readonly string[]): [string, string][] {
  return words.flatMap((first, index) => words.slice(index + 1).map((second): [string, string] => [first, second]))
}
