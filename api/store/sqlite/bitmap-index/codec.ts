import { type Bits, countWords, forEachBit, SEGMENT_ROWS, SEGMENT_WORDS, setBit } from './bits.ts'

const DENSE_BYTES = SEGMENT_WORDS * 4

/** A segment's bitmap for the disk: few rows as a list of 16-bit positions, more as the bits themselves. */
export function encodeBits(bits: Bits): Uint8Array {
  const set = countWords(bits, 0, SEGMENT_WORDS)
  if (set * 2 >= DENSE_BYTES) return new Uint8Array(bits.buffer, bits.byteOffset, DENSE_BYTES)
  const positions: number[] = []
  forEachBit(bits, 0, SEGMENT_ROWS, (position) => positions.push(position))
  return encodePositions(positions)
}

export function encodePositions(positions: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(positions).buffer)
}

/** Writes a segment's bitmap from the disk into its place among the others. */
export function decodeBits(encoded: Uint8Array, target: Bits, segment: number): void {
  if (encoded.byteLength === DENSE_BYTES) {
    target.set(new Uint32Array(aligned(encoded)), segment * SEGMENT_WORDS)
  } else {
    for (const position of new Uint16Array(aligned(encoded))) setBit(target, segment * SEGMENT_ROWS + position)
  }
}

export function encodeNumbers(numbers: Float64Array | Uint16Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

/** Times, or parts of hashes. */
export function decodeNumbers(encoded: Uint8Array): Float64Array {
  return new Float64Array(aligned(encoded))
}

export function decodeOffsets(encoded: Uint8Array): Uint16Array {
  return new Uint16Array(aligned(encoded))
}

/** Bytes as SQLite hands them out may begin anywhere in their buffer; wider numbers may not. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
