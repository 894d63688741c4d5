/** Equally long pieces with one separator between: a value cut up, or the bytes of one written apart. */
export interface PieceRun {
  readonly start: number
  /** Of the first piece; every piece but the last has it. */
  readonly size: number
  /** Where each piece ends; the next begins one further. */
  readonly ends: readonly number[]
}

/** What may hide in a text, found in one pass. */
export interface Suspects {
  readonly pieces: readonly PieceRun[]
  /** Start and end, in turn, of long unbroken runs of letters, digits and the signs of base64. */
  readonly codes: readonly number[]
}

const PIECE_MAX = 8
const CODE_MIN = 14

/** How many equal pieces are no chance: letters stand alone in ordinary text now and then, groups of four hardly. */
function piecesMin(size: number): number {
  return size === 1 ? 8 : size === 2 ? 6 : 4
}

const BREAK = 1
const SEPARATOR = 2
const CODE = 3

/** What a character does: breaks everything, separates pieces, may be part of a code; 0 is anything else within a piece. */
const KINDS = new Uint8Array(128)
for (let code = 0; code <= 0x20; code++) KINDS[code] = BREAK
for (const character of `"'=<>()[]{}\`\\`) KINDS[character.charCodeAt(0)] = BREAK
for (const character of ' \t,.:;|*') KINDS[character.charCodeAt(0)] = SEPARATOR
for (let code = 48; code <= 122; code++) if (/[0-9A-Za-z]/.test(String.fromCharCode(code))) KINDS[code] = CODE
// These separate pieces, but for the underscore of names, and are signs of base64 as well.
for (const character of '/-+') KINDS[character.charCodeAt(0)] = SEPARATOR
const IS_SIGN = new Uint8Array(128)
for (const character of '/-_+') IS_SIGN[character.charCodeAt(0)] = 1

export function findSuspects(text: string): Suspects {
  const pieces: PieceRun[] = []
  const codes: number[] = []
  let codeStart = -1
  let pieceStart = 0
  let runStart = 0
  let runSize = 0
  let separator = -1
  let ends: number[] = []
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    const kind = code < 128 ? (KINDS[code] as number) : 0
    if (kind === CODE || (code < 128 && IS_SIGN[code] === 1)) {
      if (codeStart === -1) codeStart = i
    } else if (codeStart !== -1) {
      if (i - codeStart >= CODE_MIN) codes.push(codeStart, i)
      codeStart = -1
    }
    if (kind !== SEPARATOR && kind !== BREAK) continue
    const size = i - pieceStart
    // Within a piece other separators are the value's own: "mari/e.du/pont".
    if (kind === SEPARATOR && ends.length > 0 && size < runSize && code !== separator && code > 0x20) continue
    const fits = ends.length > 0 && size === runSize
    if (fits) ends.push(i)
    // The last piece may be shorter; whatever follows it, the run is over.
    else if (ends.length > 0 && size > 0 && size < runSize) ends.push(i)
    const goesOn = fits && kind === SEPARATOR && code === separator
    if (!goesOn) {
      if (ends.length >= piecesMin(runSize)) pieces.push({ start: runStart, size: runSize, ends })
      if (size >= 1 && size <= PIECE_MAX && kind === SEPARATOR) {
        runStart = pieceStart
        runSize = size
        separator = code
        ends = [i]
      } else if (ends.length > 0) ends = []
    }
    pieceStart = i + 1
  }
  return { pieces, codes }
}
