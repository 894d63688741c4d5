import { type NormalisedView, normalise } from '../normalise.ts'
import type { View } from '../view.ts'
import { NO_TRIGGERS, Walk } from '../walk.ts'
import { decipher } from './ciphers.ts'
import { decodeRuns } from './encodings.ts'
import { decodeEscapes } from './escapes.ts'
import { revealHidden } from './hidden.ts'
import { joinPieces } from './join.ts'
import { readSpelled } from './spelled.ts'
import { findSuspects, type Suspects } from './suspects.ts'

/** base64 of base64 of percent-encoding: deeper nesting is left alone. */
const DECODING_DEPTH = 3

/**
 * The text with disguises taken off, one view for each way: cut-up values joined (tier 1), spelled digits read, toy ciphers
 * undone and encodings decoded, one in another too (tier 2). `raw` is the text as it is; `normalised` is undefined where that is
 * the same; `walk` went over the one or the other.
 */
export function* undisguised(
  raw: View,
  normalised: NormalisedView | undefined,
  walk: Walk,
  tier: 1 | 2,
): Generator<View> {
  // What is not drawn is taken out by normalising, and is so among its changes.
  const hidden = (normalised?.changes.length ?? 0) === 0 ? undefined : revealHidden(raw)
  if (hidden !== undefined) yield hidden
  const readable = normalised ?? raw
  const suspects = findSuspects(readable.text, walk, tier)
  const joined = joinPieces(readable, walk, suspects, tier)
  if (joined !== undefined) yield joined
  if (tier === 1) return
  const spelled = readSpelled(readable, suspects)
  if (spelled !== undefined) yield spelled
  const deciphered = decipher(readable, suspects)
  if (deciphered !== undefined) yield deciphered
  yield* decoded(readable, suspects, DECODING_DEPTH)
}

/** For what has been decoded. */
const decodedWalk = new Walk()

function suspectsOf(text: string): Suspects {
  decodedWalk.read(text)
  decodedWalk.note(NO_TRIGGERS)
  return findSuspects(text, decodedWalk, 2)
}

function* decoded(view: View, suspects: Suspects, depth: number): Generator<View> {
  for (const decode of [decodeEscapes, decodeRuns]) {
    const plain = decode(view, suspects)
    if (plain === undefined) continue
    const readable = normalise(plain) ?? plain
    yield readable
    if (depth > 1) yield* decoded(readable, suspectsOf(readable.text), depth - 1)
  }
}
