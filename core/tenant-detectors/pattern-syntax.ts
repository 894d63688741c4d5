/** A part of a pattern. Of what RE2 knows besides, such as places and flags, no text is made. */
export type Part =
  | { readonly kind: 'letter'; readonly letter: string }
  /** One of several letters, as it is written: `[a-f]`, `\d`, `.`. */
  | { readonly kind: 'class'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number }

const CLASS_ESCAPE = /^\\(?:[dDwWsS]|[pP](?:\{[^}]*\}|.))/u
const CODE_ESCAPE = /^\\(?:x\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{2})|([0-7]{1,3}))/u
const PLACE_ESCAPE = /^\\[AbBzCQE]/
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\u0007' }
const REPEAT = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/
/** What a group begins with besides its bracket; flags without a colon stand for themselves. */
const GROUP = /^\(\?(?:P?<\w+>|[\w-]*(:|(?=\))))|^\(/
const MANY = 1_000

/** Reads a pattern that RE2 has compiled: what this does not know it passes over, and never throws. */
export function readPattern(pattern: string): Part {
  return new PatternReader(pattern).choice()
}

class PatternReader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  choice(): Part {
    const parts = [this.#sequence()]
    while (this.#pattern[this.#at] === '|') {
      this.#at++
      parts.push(this.#sequence())
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts }
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern.charAt(this.#at))) {
      const part = this.#one()
      const repeated = this.#take(REPEAT)
      if (part !== undefined) parts.push(repeated === undefined ? part : repeat(part, repeated))
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'sequence', parts }
  }

  #one(): Part | undefined {
    switch (this.#pattern[this.#at]) {
      case '(':
        return this.#group()
      case '[':
        return { kind: 'class', source: this.#class() }
      case '.':
        this.#at++
        return { kind: 'class', source: '.' }
      case '^':
      case '$':
        this.#at++
        return undefined
      case '\\':
        return this.#escape()
    }
    const letter = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    this.#at += letter.length
    return { kind: 'letter', letter }
  }

  #group(): Part | undefined {
    this.#take(GROUP)
    const part = this.choice()
    if (this.#pattern[this.#at] === ')') this.#at++
    return part
  }

  /** Up to its bracket, which may be its first letter, and may be a letter's of a class in it. */
  #class(): string {
    const start = this.#at
    this.#at += this.#pattern[start + 1] === '^' ? 2 : 1
    do {
      if (this.#take(/^\[:\^?\w+:\]/) === undefined) this.#at += this.#pattern[this.#at] === '\\' ? 2 : 1
    } while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']')
    this.#at++
    return this.#pattern.slice(start, this.#at)
  }

  #escape(): Part | undefined {
    const source = this.#take(CLASS_ESCAPE)?.[0]
    if (source !== undefined) return { kind: 'class', source }
    const code = this.#take(CODE_ESCAPE)
    if (code !== undefined) {
      const [, long, short, octal] = code
      const value = octal === undefined ? Number.parseInt(long ?? short ?? '', 16) : Number.parseInt(octal, 8)
      return { kind: 'letter', letter: String.fromCodePoint(Math.min(value, 0x10ffff)) }
    }
    if (this.#take(PLACE_ESCAPE) !== undefined) return undefined
    const letter = String.fromCodePoint(this.#pattern.codePointAt(this.#at + 1) ?? 0)
    this.#at += 1 + letter.length
    return { kind: 'letter', letter: CONTROLS[letter] ?? letter }
  }

  #take(shape: RegExp): RegExpExecArray | undefined {
    const match = shape.exec(this.#pattern.slice(this.#at))
    if (match === null) return undefined
    this.#at += match[0].length
    return match
  }
}

function repeat(part: Part, [, sign, min = '0', comma, max = '']: RegExpExecArray): Part {
  if (sign !== undefined) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : MANY }
  const least = Number(min)
  const most = max !== '' ? Number(max) : comma === ',' ? MANY : least
  return { kind: 'repeat', part, min: least, max: most }
}
