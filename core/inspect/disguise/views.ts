import { type NormalisedView, normalise } from '../normalise.ts'
import { type View, viewOfSlice } from '../view.ts'
import { decodeRuns } from './encodings.ts'
import { decodeEscapes } from './escapes.ts'
import { revealHidden } from './hidden.ts'
import { joinPieces } from './join.ts'
import { readSpelled } from './spelled.ts'
import { findSuspects, type Suspects } from './suspects.ts'

/** base64 of base64 of percent-encoding: deeper nesting is left alone. */
const DECODING_DEPTH = 3
/** Large texts are looked through in pieces, so that a spent budget ends the work within one of them. */
const SLICE = 262_144
/** No value that is cut up is longer; encoded ones that cross the end of a slice are lost. */
const SLICE_OVERLAP = 4096

/**
 * The text with disguises taken off, one view for each way: cut-up values joined (tier 1), spelled digits read and encodings
 * decoded, one in another too (tier 2). `raw` is the text as it is; `normalised` is undefined where that is the same.
 */
export function* undisguised(raw: View, normalised: NormalisedView | undefined, tier: 1 | 2): Generator<View> {
  // What is not drawn is taken out by normalising, and is so among its changes.
  const hidden = (normalised?.changes.length ?? 0) === 0 ? undefined : revealHidden(raw)
  if (hidden !== undefined) yield hidden
  for (const slice of slicesOf(normalised ?? raw)) {
    const suspects = findSuspects(slice.text)
    const joined = joinPieces(slice, suspects)
    if (joined !== undefined) yield joined
    if (tier === 1) continue
    const spelled = readSpelled(slice, suspects)
    if (spelled !== undefined) yield spelled
    yield* decoded(slice, suspects, DECODING_DEPTH)
  }
}

function* decoded(view: View, suspects: Suspects, depth: number): Generator<View> {
  for (const decode of [decodeEscapes, decodeRuns]) {
    const plain = decode(view, suspects)
    if (plain === undefined) continue
    const readable = normalise(plain) ?? plain
    yield readable
    if (depth > 1) yield* decoded(readable, findSuspects(readable.text), depth - 1)
  }
}

function* slicesOf(view: View): Generator<View> {
  const { length } = view.text
  if (length <= SLICE) yield view
  else
    for (let start = 0; start < length; start += SLICE)
      yield viewOfSlice(view, Math.max(0, start - SLICE_OVERLAP), Math.min(length, start + SLICE))
}
