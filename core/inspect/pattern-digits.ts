/**
 * How many ASCII digits every match of a pattern (RE2 syntax) holds at least: in a stretch of text with fewer it need not run. What the
 * reader does not know counts as no digit, so that a doubt costs time and no finding.
 */
export function digitsNeeded(pattern: string): number {
  return new PatternReader(pattern).alternatives()
}

class PatternReader {
  readonly #pattern: string
  #position = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** The digits of the alternative, up to a closing bracket or the end, that has fewest. */
  alternatives(): number {
    let fewest = this.#sequence()
    while (this.#pattern[this.#position] === '|') {
      this.#position++
      fewest = Math.min(fewest, this.#sequence())
    }
    return fewest
  }

  #sequence(): number {
    let digits = 0
    while (this.#position < this.#pattern.length && !'|)'.includes(this.#pattern.charAt(this.#position))) {
      const each = this.#atom()
      digits += each * this.#times()
    }
    return digits
  }

  #atom(): number {
    const rest = this.#pattern.slice(this.#position)
    const [opening] = /^\((?:\?(?:[a-zA-Z]*:|P?<\w+>))?/.exec(rest) ?? []
    if (opening !== undefined) return this.#group(opening)
    const [token = ''] =
      /^(?:\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|x(?:\{[^}]*\}|[0-9A-Fa-f]{2})|[\s\S])|[\s\S])/u.exec(
        rest,
      ) ?? []
    this.#position += token.length
    return Number(/^(?:[0-9]|\\d|\[(?:[0-9](?:-[0-9])?)+\])$/.test(token))
  }

  #group(opening: string): number {
    // Flags such as (?i) match nothing.
    const [flags] = /^\(\?[a-zA-Z-]+\)/.exec(this.#pattern.slice(this.#position)) ?? []
    this.#position += flags?.length ?? opening.length
    if (flags !== undefined) return 0
    const digits = this.alternatives()
    this.#position++
    return digits
  }

  /** Reads the quantifier of the atom before. Returns how often the atom stands there at least. */
  #times(): number {
    const [quantifier = '', count] =
      /^(?:[?*+]|\{([0-9]+)(?:,[0-9]*)?\})\??/.exec(this.#pattern.slice(this.#position)) ?? []
    this.#position += quantifier.length
    if (count !== undefined) return Number(count)
    return /^[?*]/.test(quantifier) ? 0 : 1
  }
}
