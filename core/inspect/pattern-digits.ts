/**
 * Whether every match of a pattern (RE2 syntax) holds an ASCII digit: in a stretch of text without one it need not run. What the
 * reader does not know counts as no digit, so that a doubt costs time and no finding.
 */
export function needsDigit(pattern: string): boolean {
  return new PatternReader(pattern).alternatives()
}

class PatternReader {
  readonly #pattern: string
  #position = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** Whether all alternatives up to a closing bracket, or the end, hold a digit. */
  alternatives(): boolean {
    let all = this.#sequence()
    while (this.#pattern[this.#position] === '|') {
      this.#position++
      all = this.#sequence() && all
    }
    return all
  }

  #sequence(): boolean {
    let holdsDigit = false
    while (this.#position < this.#pattern.length && !'|)'.includes(this.#pattern.charAt(this.#position))) {
      const isDigit = this.#atom()
      holdsDigit ||= !this.#isOptional() && isDigit
    }
    return holdsDigit
  }

  #atom(): boolean {
    const rest = this.#pattern.slice(this.#position)
    const [opening] = /^\((?:\?(?:[a-zA-Z]*:|P?<\w+>))?/.exec(rest) ?? []
    if (opening !== undefined) return this.#group(opening)
    const [token = ''] =
      /^(?:\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[\s\S])|[\s\S])/u.exec(rest) ?? []
    this.#position += token.length
    return /^(?:[0-9]|\\d|\[(?:[0-9](?:-[0-9])?)+\])$/.test(token)
  }

  #group(opening: string): boolean {
    // Flags such as (?i) match nothing.
    const [flags] = /^\(\?[a-zA-Z-]+\)/.exec(this.#pattern.slice(this.#position)) ?? []
    this.#position += flags?.length ?? opening.length
    if (flags !== undefined) return false
    const holdsDigit = this.alternatives()
    this.#position++
    return holdsDigit
  }

  /** Reads the quantifier of the atom before. Returns whether the atom may be missing. */
  #isOptional(): boolean {
    const [count = ''] = /^(?:[?*+]|\{[0-9]+(?:,[0-9]*)?\})\??/.exec(this.#pattern.slice(this.#position)) ?? []
    this.#position += count.length
    return /^(?:[?*]|\{0+[,}])/.test(count)
  }
}
