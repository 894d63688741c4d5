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
  let position = Math.max(0, first.start - CONTEXT)
  for (const edit of edits) {
    if (edit.start - position > CONTEXT * 2) {
      builder.copy(position, position + CONTEXT)
      // Each line break in the derived text replaces text that is left out.
      builder.replace(position + CONTEXT, position + CONTEXT + 1, '\n')
      position = edit.start - CONTEXT
    }
    builder.copy(position, edit.start)
    builder.replace(edit.start, edit.end, edit.text)
    position = edit.end
  }
  builder.copy(position, Math.min(text.length, position + CONTEXT))
  return builder.finish()
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
