import { isDigit, JOINT_COUNT, jointId, type Numbers, UNJOINED } from './numbers.ts'

/** A layout begins with nothing, or with one of these characters directly before the first group. */
const PREFIXES = ['', '(', '+']
const BRACKET = 0x28
const PLUS = 0x2b

interface Token {
  readonly joint: number
  readonly length: number
}

export interface LayoutVisitor {
  /** Called for every run of groups that has a rule's layout, `last` included; `prefixed` where the layout begins with a character. */
  visitLayout(rule: number, first: number, last: number, prefixed: boolean): void
  /** Called for a run of groups of `total` digits that one joint holds together, `last` included. */
  visitTotal(total: number, first: number, last: number): void
}

/** All layouts of all rules in one tree, walked once from every group: the work per group does not grow with the rules. */
export class LayoutTree {
  /** The next node by node, joint and length (keyOf); 0 if there is none. The first nodes are the roots, one for each prefix. */
  readonly #next: Int16Array
  /** By node. */
  readonly #rules: number[][] = PREFIXES.map(() => [])
  readonly #isSingle = new Uint8Array(LENGTHS)

  /** `layouts[i]` are the layouts of rule i; see NumberRule for the notation. */
  constructor(layouts: readonly (readonly string[])[]) {
    const next: number[][] = PREFIXES.map(() => [])
    for (const [rule, notations] of layouts.entries()) {
      for (const notation of notations) this.#add(next, rule, notation)
    }
    this.#next = new Int16Array(next.length * KEYS)
    for (const [node, behind] of next.entries())
      for (const key of behind.keys()) this.#next[node * KEYS + key] = behind[key] ?? 0
    for (let length = 0; length < LENGTHS; length++) {
      const nodes = PREFIXES.map((_, root) => this.#next[root * KEYS + keyOf(UNJOINED, length)] as number)
      this.#isSingle[length] = Number(nodes.some((node) => node !== 0 && (this.#rules[node]?.length ?? 0) > 0))
    }
  }

  #add(next: number[][], rule: number, notation: string): void {
    const prefix = isDigit(notation.charCodeAt(0)) ? '' : notation.slice(0, 1)
    let node = PREFIXES.indexOf(prefix)
    if (node === -1) throw new RangeError(`layout ${notation} begins with a character that none may begin with`)
    for (const token of parse(notation.slice(prefix.length))) {
      const behind = next[node] ?? []
      const key = keyOf(token.joint, token.length)
      node = behind[key] ?? next.length
      if (node === next.length) {
        next.push([])
        this.#rules.push([])
      }
      behind[key] = node
    }
    this.#rules[node]?.push(rule)
  }

  /** Whether any layout is one group of that length, whatever stands before it. */
  isSingle(length: number): boolean {
    return this.#isSingle[length < LENGTHS ? length : 0] === 1
  }

  /** Visits every layout that begins at group `first`. */
  walk(numbers: Numbers, first: number, visitor: LayoutVisitor): void {
    const start = numbers.starts[first] as number
    const before = start === 0 ? 0 : (numbers.units[start - 1] as number)
    this.#walkFrom(0, numbers, first, visitor)
    if (before === BRACKET) this.#walkFrom(1, numbers, first, visitor)
    else if (before === PLUS) this.#walkFrom(2, numbers, first, visitor)
  }

  #walkFrom(root: number, { count, starts, ends, joints }: Numbers, first: number, visitor: LayoutVisitor): void {
    let node = root
    let joint = UNJOINED
    for (let last = first; last < count; last++) {
      node = this.#next[node * KEYS + keyOf(joint, (ends[last] as number) - (starts[last] as number))] as number
      if (node === 0) return
      const rules = this.#rules[node]
      if (rules !== undefined) for (const rule of rules) visitor.visitLayout(rule, first, last, root !== 0)
      joint = joints[last + 1] as number
      if (joint === UNJOINED) return
    }
  }
}

/** The joints that may join a number with any grouping. */
const ANY_GROUPING = new Uint8Array(JOINT_COUNT)
for (const joint of [' ', '.', '-', '/', '_', '  ', ' - ']) ANY_GROUPING[jointId(joint)] = 1
const GROUPS_MAX = 20

/**
 * Visits the run of groups from `first` on that one joint holds together, with how many digits it has; nothing where
 * the run begins earlier, or is longer than any number.
 */
export function visitRun(numbers: Numbers, first: number, visitor: LayoutVisitor): void {
  const joint = numbers.joints[first + 1] as number
  if (numbers.joints[first] === joint || ANY_GROUPING[joint] === 0) return
  let total = lengthOf(numbers, first)
  let last = first
  while (numbers.joints[last + 1] === joint) {
    last++
    total += lengthOf(numbers, last)
    if (last - first >= GROUPS_MAX) return
  }
  visitor.visitTotal(total, first, last)
}

/** Longer groups are treated as if they had no length. */
const LENGTHS = 32
const KEYS = JOINT_COUNT * LENGTHS

function keyOf(joint: number, length: number): number {
  return joint * LENGTHS + (length < LENGTHS ? length : 0)
}

function lengthOf(numbers: Numbers, index: number): number {
  return (numbers.ends[index] as number) - (numbers.starts[index] as number)
}

function parse(notation: string): Token[] {
  return [...notation.matchAll(/([^0-9]*)([0-9]+)/g)].map(([whole, between = '', length = ''], index) => {
    const joint = index === 0 ? UNJOINED : jointId(between)
    if (index > 0 && joint === UNJOINED)
      throw new RangeError(`layout ${notation}: ${whole} has a joint that is not known`)
    return { joint, length: Number(length) }
  })
}

/** The layout written with each separator in place of its blanks: grouped('4 4', ' -') gives '4 4' and '4-4'. */
export function separated(separators: string, ...layouts: readonly string[]): string[] {
  return layouts.flatMap((layout) => [...separators].map((separator) => layout.replaceAll(' ', separator)))
}
