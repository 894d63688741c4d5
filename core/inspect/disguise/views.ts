import { type NormalisedView, normalise } from '../normalise.ts'
import type { View } from '../view.ts'
import { NO_TRIGGERS, Walk } from '../walk.ts'
import { findAccounts } from './accounts.ts'
import { findApart } from './apart.ts'
import { findBroken } from './broken.ts'
import { findCharacterCalls } from './chars.ts'
import { decipher } from './ciphers.ts'
import { decodeDumps } from './dumps.ts'
import { decodeRuns } from './encodings.ts'
import { decodeEscapes } from './escapes.ts'
import { revealHidden } from './hidden.ts'
import { joinPieces } from './join.ts'
import { findLooks, findReversed } from './look.ts'
import type { Odd } from './odd.ts'
import type { PieceRun } from './pieces.ts'
import { inOrder, viewOfEdits } from './regions.ts'
import { findScattered } from './scattered.ts'
import { readSpelled } from './spelled.ts'
import { findSuspects, type Suspects } from './suspects.ts'

/** base64 of base64 of base64 of percent-encoding: deeper nesting is left alone. */
const DECODING_DEPTH = 4

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
  const hidden = normalised === undefined ? undefined : revealHidden(raw, normalised.changes)
  if (hidden !== undefined) yield hidden
  const readable = normalised ?? raw
  const suspects = findSuspects(readable.text, walk, tier)
  const joined = joinPieces(readable, walk, suspects, tier)
  if (joined !== undefined) yield joined
  if (tier === 1) return
  yield* doubtful(readable, walk, suspects.odd)
  const spelled = readSpelled(readable, suspects)
  if (spelled !== undefined) yield spelled
  const deciphered = decipher(readable, suspects)
  if (deciphered !== undefined) yield deciphered
  yield* decoded(readable, suspects, DECODING_DEPTH)
  // Encoded values that are cut into pieces.
  if (joined !== undefined && suspects.pieces.some((run) => isCutCode(readable.text, run)))
    yield* decoded(joined, suspectsOf(joined.text), 1)
}

const CODE_PIECES_MIN = 16
const CODE_PIECE_MIN = 4

/** Whether pieces may be those of base64: words of one length in a row have no digits, and hardly any capitals, among their letters. */
function isCutCode(text: string, { start, size, count, end }: PieceRun): boolean {
  if (size < CODE_PIECE_MIN || size * count < CODE_PIECES_MIN) return false
  const stretch = text.slice(start, end)
  return /[0-9]/.test(stretch) && /[a-z][A-Z]/.test(stretch)
}

/** Ways to read a text that are tried where hardly any text is written so; of two kinds a checksum or a strict form has to tell it from chance. */
function* doubtful(view: View, walk: Walk, odd: Odd): Generator<View> {
  const { text } = view
  // A view yielded lets other walks begin, but none of this one.
  for (const edits of [findApart(text, odd.runs), findCharacterCalls(text, odd.calls), findLooks(text, walk)]) {
    const plain = edits.length === 0 ? undefined : viewOfEdits(view, inOrder(edits))
    if (plain !== undefined) yield plain
  }
  const { within, beside } = findBroken(text, walk, odd)
  const scattered = findScattered(text, walk, odd.ats)
  for (const edits of [within, findReversed(text, walk), scattered, findAccounts(text, walk), beside]) {
    const plain = edits.length === 0 ? undefined : viewOfEdits(view, inOrder(edits))
    if (plain !== undefined) yield { ...plain, isDoubtful: true, isOfPieces: edits === scattered }
  }
}

/** The walk over decoded texts. */
const decodedWalk = new Walk()

function suspectsOf(text: string): Suspects {
  decodedWalk.read(text)
  decodedWalk.note(NO_TRIGGERS)
  return findSuspects(text, decodedWalk, 2)
}

function* decoded(view: View, suspects: Suspects, depth: number): Generator<View> {
  for (const decode of [decodeEscapes, decodeRuns, decodeDumps]) {
    const plain = decode(view, suspects)
    if (plain === undefined) continue
    const readable = normalise(plain) ?? plain
    yield { ...readable, isDecoded: true }
    if (depth > 1) yield* decoded(readable, suspectsOf(readable.text), depth - 1)
  }
}
