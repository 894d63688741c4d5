import type { View } from '../view.ts'
import { type Edit, inOrder, viewOfEdits } from './regions.ts'

/**
 * Variation selectors carry a byte each: FE00 to FE0F the first sixteen, E0100 to E01EF the rest. Without an upper bound a long run
 * overflows the stack of V8's matcher.
 */
const SELECTORS = /[\u{E0100}-\u{E01EF}\u{FE00}-\u{FE0F}]{4,1000}/gu
/** Bits as "invisible times" and "invisible plus", most significant first. */
const BITS = /[\u2062\u2064]{32,}/g
/** What stands behind a right-to-left override is drawn backwards up to its end. */
const OVERRIDE = /\u202E([^\u202C\n]{1,400})\u202C?/g

/**
 * What a text hides in characters that are not drawn, or are drawn in another order; undefined where it does not. `changes`: start and end,
 * in turn, of what normalising changes.
 */
export function revealHidden(view: View, changes: ArrayLike<number>): View | undefined {
  const { text } = view
  if (!isHidingIn(text, changes)) return undefined
  const edits: Edit[] = []
  for (const { 0: run, index } of text.matchAll(SELECTORS)) {
    const bytes = [...run].map((selector) => {
      const point = selector.codePointAt(0) ?? 0
      return point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00
    })
    // The character that carries the selectors is not a part of the hidden text.
    edits.push({ start: index, end: index + run.length, text: ` ${Buffer.from(bytes).toString('utf8')}` })
  }
  for (const { 0: run, index } of text.matchAll(BITS)) {
    const bits = run.replaceAll('\u2062', '0').replaceAll('\u2064', '1').match(/.{8}/g) ?? []
    const bytes = bits.map((byte) => Number.parseInt(byte, 2))
    edits.push({ start: index, end: index + run.length, text: Buffer.from(bytes).toString('utf8') })
  }
  for (const { 0: whole, 1: inner = '', index } of text.matchAll(OVERRIDE)) {
    edits.push({ start: index, end: index + whole.length, text: [...inner].reverse().join('') })
  }
  return viewOfEdits(view, inOrder(edits))
}

/** One of these stands in all of them, and normalising takes each out, so that only what it changed needs to be looked at. */
function isHidingIn(text: string, changes: ArrayLike<number>): boolean {
  for (let i = 0; i < changes.length; i += 2)
    for (let at = changes[i] as number; at < (changes[i + 1] as number); at++)
      if (isHiding(text.charCodeAt(at))) return true
  return false
}

/** The override, one of the bits, the first half of all selectors beyond the first sixteen, and these. */
function isHiding(code: number): boolean {
  return code === 0x202e || code === 0x2064 || code === 0xdb40 || (code >= 0xfe00 && code <= 0xfe0f)
}
