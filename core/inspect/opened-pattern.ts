/** Letters of Latin scripts and digits begin every alternative; beyond them nothing is looked up. */
const FIRSTS = 0x250

/**
 * A pattern of alternatives that all begin with a letter or a digit, asked about one place at a time: only those alternatives are tried that
 * begin with what stands there. One pattern of all of them takes several microseconds for a sentence.
 */
export class OpenedPattern {
  readonly #byFirst: (RegExp | undefined)[] = new Array<RegExp | undefined>(FIRSTS).fill(undefined)
  /** By the first character a bit for each second one: most words are not tried at all. */
  readonly #seconds = new Int32Array(FIRSTS)

  /** `ending` follows all of the alternatives. */
  constructor(alternatives: string, ending: string, flags: 'u' | 'iu') {
    const byFirst = new Map<string, { readonly own: Set<string>; seconds: number }>()
    for (const alternative of alternativesOf(alternatives))
      for (const [first, second] of openingsOf(alternative, 2)) {
        if (first === undefined)
          throw new RangeError(`An alternative begins with no letter and no digit: ${alternative}`)
        const one = byFirst.get(first) ?? { own: new Set(), seconds: 0 }
        one.own.add(alternative)
        one.seconds |= second === undefined ? -1 : bitOf(second) | bitOf(second.toUpperCase())
        byFirst.set(first, one)
      }
    for (const [first, { own, seconds }] of byFirst) {
      const regexp = new RegExp(`(?:${[...own].join('|')})${ending}`, `${flags}y`)
      // The long s is an s to a pattern that asks for no case.
      const cases = flags === 'u' ? [first] : [first, first.toUpperCase(), ...(first === 's' ? ['\u017f'] : [])]
      for (const character of cases) {
        this.#byFirst[character.charCodeAt(0)] = regexp
        this.#seconds[character.charCodeAt(0)] = seconds | (flags === 'u' ? 0 : bitOf('\u017f'))
      }
    }
  }

  /** Whether an alternative has the first two characters that stand at `start`. `units` are those of the text, one more behind them. */
  mayBeginAt(units: Uint16Array, start: number): boolean {
    const first = units[start] as number
    if (first >= FIRSTS) return false
    return (((this.#seconds[first] as number) >> ((units[start + 1] as number) & 31)) & 1) === 1
  }

  /** Where the match that begins at `start` ends; -1 where none begins. */
  endAt(text: string, units: Uint16Array, start: number): number {
    if (!this.mayBeginAt(units, start)) return -1
    const regexp = this.#byFirst[units[start] as number] as RegExp
    regexp.lastIndex = start
    return regexp.test(text) ? regexp.lastIndex : -1
  }
}

function bitOf(character: string): number {
  return 1 << (character.charCodeAt(0) & 31)
}

/** The alternatives of a pattern, in their order. */
function alternativesOf(pattern: string): string[] {
  const alternatives: string[] = []
  let [from, depth, isClass] = [0, 0, false]
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern[i]
    if (sign === '\\') i++
    else if (isClass) isClass = sign !== ']'
    else if (sign === '[') isClass = true
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === '|' && depth === 0) {
      alternatives.push(pattern.slice(from, i))
      from = i + 1
    }
  }
  return [...alternatives, pattern.slice(from)]
}

/** What a sequence may begin with: `count` characters, or fewer where the next may be any. */
function openingsOf(sequence: string, count: number): string[] {
  if (count === 0) return ['']
  const rest = sequence.replace(/^\(\?<!(?:[^()]|\([^()]*\))*\)/, '')
  const group = /^\(\?:((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)(?![*+{])(\??)/.exec(rest)
  if (group !== null) {
    const behind = rest.slice(group[0].length)
    const within = alternativesOf(group[1] ?? '').flatMap((one) => openingsOf(one + behind, count))
    return group[2] === '?' ? [...within, ...openingsOf(behind, count)] : within
  }
  if (/^\[0-9\]/.test(rest)) return [...'0123456789']
  if (/^\[1-9\]/.test(rest)) return [...'123456789']
  const literal = /^(?:\[(?<oneOf>[^\]\\^-]+)\]|(?<alone>[\p{L}\p{N} '’/:=]))(?![*+{])(?<optional>\??)/u.exec(rest)
  if (literal === null) return ['']
  const { oneOf, alone = '', optional } = literal.groups ?? {}
  const behind = rest.slice(literal[0].length)
  const next = openingsOf(behind, count - 1)
  const all = [...(oneOf ?? alone)].flatMap((character) => next.map((one) => character + one))
  return optional === '?' ? [...all, ...openingsOf(behind, count)] : all
}
