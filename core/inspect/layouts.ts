import { isDigit, JOINT_COUNT, jointId, type Numbers, UNJOINED } from './numbers.ts'

/** What a layout may begin with: nothing, or a character that stands directly before the first group. */
const PREFIXES = ['', '(', '+']
const PREFIX_CODES = PREFIXES.map((prefix) => prefix.charCodeAt(0))

interface Node {
  /** By joint and length (keyOf). */
  readonly next: (Node | undefined)[]
  readonly rules: number[]
}

interface Token {
  readonly joint: number
  readonly length: number
}

/** Called for every run of groups that has a rule's layout, `last` included; `prefixed` where the layout begins with a character. */
export type LayoutVisitor = (rule: number, first: number, last: number, prefixed: boolean) => void

/** All layouts of all rules in one tree, walked once from every group: the work per group does not grow with the rules. */
export class LayoutTree {
  readonly #roots: readonly Node[] = PREFIXES.map(newNode)

  /** `layouts[i]` are the layouts of rule i; see NumberRule for the notation. */
  constructor(layouts: readonly (readonly string[])[]) {
    for (const [rule, notations] of layouts.entries()) {
      for (const notation of notations) this.#add(rule, notation)
    }
  }

  #add(rule: number, notation: string): void {
    const prefix = isDigit(notation.charCodeAt(0)) ? '' : notation.slice(0, 1)
    const root = this.#roots[PREFIXES.indexOf(prefix)]
    if (root === undefined) throw new RangeError(`layout ${notation} begins with a character that none may begin with`)
    let node = root
    for (const token of parse(notation.slice(prefix.length))) {
      const key = keyOf(token.joint, token.length)
      let child = node.next[key]
      if (child === undefined) {
        child = newNode()
        node.next[key] = child
      }
      node = child
    }
    node.rules.push(rule)
  }

  /** Visits every layout that begins at group `first`. */
  walk(numbers: Numbers, first: number, visit: LayoutVisitor): void {
    const start = numbers.starts[first] as number
    const before = start === 0 ? 0 : (numbers.units[start - 1] as number)
    for (let index = 0; index < PREFIXES.length; index++) {
      if (index !== 0 && PREFIX_CODES[index] !== before) continue
      let node: Node | undefined = this.#roots[index]
      let joint = UNJOINED
      for (let last = first; last < numbers.count; last++) {
        node = node?.next[keyOf(joint, lengthOf(numbers, last))]
        if (node === undefined) break
        for (const rule of node.rules) visit(rule, first, last, index !== 0)
        joint = numbers.joints[last + 1] as number
        if (joint === UNJOINED) break
      }
    }
  }
}

/** Joints that may hold a number in any grouping together. */
const ANY_GROUPING = new Uint8Array(JOINT_COUNT)
for (const joint of [' ', '.', '-', '/', '_', '  ', ' - ']) ANY_GROUPING[jointId(joint)] = 1
const GROUPS_MAX = 20

/**
 * Visits the run of groups from `first` on that one joint holds together, with how many digits it has; nothing where
 * the run begins earlier, or is longer than any number.
 */
export function visitRun(numbers: Numbers, first: number, visit: (total: number, last: number) => void): void {
  const joint = numbers.joints[first + 1] as number
  if (joint === UNJOINED || numbers.joints[first] === joint || ANY_GROUPING[joint] === 0) return
  let total = lengthOf(numbers, first)
  let last = first
  while (numbers.joints[last + 1] === joint) {
    last++
    total += lengthOf(numbers, last)
    if (last - first >= GROUPS_MAX) return
  }
  visit(total, last)
}

function newNode(): Node {
  // V8 reads arrays without holes faster.
  return { next: new Array<Node | undefined>(JOINT_COUNT * LENGTHS).fill(undefined), rules: [] }
}

/** Longer groups count as of no length. */
const LENGTHS = 32

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
