import type { SpanList } from '../span-list.ts'
import { type View, ViewBuilder, viewOfStretches } from '../view.ts'
import { CONTEXT, contextBefore, contextBehind } from './regions.ts'

const LINE_FEED = 0x0a
/** Fewer cuts leave long stretches, which cost less as strings. */
const MANY = 64

/**
 * As viewOfEdits(): nothing but the text around the cuts, one stretch a line; undefined where there are none. They are in order and
 * apart; `units` are those of the text.
 */
export function viewOfCuts(view: View, units: Uint16Array, cuts: SpanList): View | undefined {
  if (cuts.length === 0) return undefined
  return cuts.length < 2 * MANY ? viewOfFew(view, cuts) : viewOfMany(view, units, cuts)
}

function viewOfFew(view: View, { places, length }: SpanList): View {
  const builder = new ViewBuilder(view)
  let position = contextBefore(view.text, 0, places[0] as number)
  for (let n = 0; n < length; n += 2) {
    const start = places[n] as number
    if (start - position > CONTEXT * 2) {
      const end = contextBehind(view.text, position, start)
      builder.copy(position, end)
      builder.replace(end, end + 1, '\n')
      position = contextBefore(view.text, end, start)
    }
    builder.copy(position, start)
    position = places[n + 1] as number
  }
  builder.copy(position, contextBehind(view.text, position))
  return builder.finish()
}

/** In units up to the end: the text is made of these at once. */
function viewOfMany(view: View, units: Uint16Array, { places, length }: SpanList): View {
  const last = contextBehind(view.text, places[length - 1] as number)
  let position = contextBefore(view.text, 0, places[0] as number)
  const kept = new Uint16Array(last - position)
  // One stretch before each cut, another where text is left out, and one behind the last cut.
  const most = (length >> 1) + Math.ceil((last - position) / (2 * CONTEXT)) + 1
  const starts = new Int32Array(most)
  const sources = new Int32Array(most)
  let count = 0
  let stretches = 0
  for (let n = 0; n <= length; n += 2) {
    const start = n < length ? (places[n] as number) : last
    if (n < length && start - position > CONTEXT * 2) {
      starts[stretches] = count
      sources[stretches++] = position
      const end = contextBehind(view.text, position, start)
      for (; position < end; position++) kept[count++] = units[position] as number
      kept[count++] = LINE_FEED
      position = contextBefore(view.text, end, start)
    }
    if (position < start) {
      starts[stretches] = count
      sources[stretches++] = position
      for (; position < start; position++) kept[count++] = units[position] as number
    }
    if (n < length) position = places[n + 1] as number
  }
  const text = Buffer.from(kept.buffer, 0, 2 * count).toString('utf16le')
  return viewOfStretches(view, text, starts.subarray(0, stretches), sources)
}
