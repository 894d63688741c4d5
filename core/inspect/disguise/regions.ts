import { isOfWord } from '../characters.ts'
import { type View, ViewBuilder } from '../view.ts'

/** A stretch of a text and what it says when the disguise is taken off. Fine-grained edits keep offsets fine-grained. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Words this far around a disguised value are looked at with it: they may say what it is. */
export const CONTEXT = 48

/**
 * A view of nothing but the edited stretches with some context, one a line: what lies between has been looked at already.
 * The edits are in order and do not overlap. Undefined where there are none.
 */
export function viewOfEdits(view: View, edits: readonly Edit[]): View | undefined {
  const first = edits[0]
  if (first === undefined) return undefined
  const { text } = view
  const builder = new ViewBuilder(view)
  let position = contextBefore(text, 0, first.start)
  for (const edit of edits) {
    if (edit.start - position > CONTEXT * 2) {
      const end = contextBehind(text, position, edit.start)
      builder.copy(position, end)
      // Each line break in the derived text replaces text that is left out.
      builder.replace(end, end + 1, '\n')
      position = contextBefore(text, end, edit.start)
    }
    builder.copy(position, edit.start)
    builder.replace(edit.start, edit.end, edit.text)
    position = edit.end
  }
  builder.copy(position, contextBehind(text, position))
  return builder.finish()
}

/** Tokens that go on beyond the context are taken whole, up to this length. */
const TOKEN_MAX = 512

/**
 * Where the context before `start` begins: behind `least`, if that is not the beginning of the text, and not within a number or a code,
 * the rest of which would look like another.
 */
export function contextBefore(text: string, least: number, start: number): number {
  let from = Math.max(least, start - CONTEXT)
  if (from === 0) return 0
  while (from < start && isWithinToken(text, from)) from++
  if (from < start) return from
  // What stands before it is a part of the value.
  const most = Math.max(least === 0 ? 0 : least + 1, start - TOKEN_MAX)
  if (from > most && isOfToken(text, from - 1)) from--
  while (from > most && isWithinToken(text, from)) from--
  return from > most || from === 0 ? from : start
}

/** Where the context behind `end` ends, before `most`. */
export function contextBehind(text: string, end: number, most = text.length): number {
  if (end + CONTEXT >= text.length) return text.length
  let to = end + CONTEXT
  while (to > end && isWithinToken(text, to)) to--
  if (to > end) return to
  const last = Math.min(most, end + TOKEN_MAX)
  if (to < last && isOfToken(text, to)) to++
  while (to < last && isWithinToken(text, to)) to++
  return to < last || to === text.length ? to : end
}

function isWithinToken(text: string, index: number): boolean {
  return isOfToken(text, index) && isOfToken(text, index - 1)
}

/** Letters and digits of ASCII, and what may stand in a number or a code. */
function isOfToken(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return isOfWord(code) || code === 0x2e || code === 0x2d
}

/** Edits in order of the text; of two that overlap the first stays. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  // Most edits are in order already, and apart.
  let isSorted = true
  let areApart = true
  for (let i = 1; i < edits.length; i++) {
    const { start } = edits[i] as Edit
    const before = edits[i - 1] as Edit
    if (start < before.end) areApart = false
    if (start < before.start) isSorted = false
  }
  if (isSorted && areApart) return edits
  const ordered: Edit[] = []
  let end = 0
  for (const edit of isSorted ? edits : edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < end) continue
    end = edit.end
    ordered.push(edit)
  }
  return ordered
}
