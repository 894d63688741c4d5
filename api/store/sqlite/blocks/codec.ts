import { type Bits, BLOCK_ROWS, BLOCK_WORDS, countWords, forEachBit, setBit } from './bits.ts'

const DENSE_BYTES = BLOCK_WORDS * 4

/** A block's bitmap for the disk: few rows as a list of 16-bit positions, more as the bits themselves. */
export function encodeBits(bits: Bits): Uint8Array {
  const set = countWords(bits, 0, BLOCK_WORDS)
  if (set * 2 >= DENSE_BYTES) return new Uint8Array(bits.buffer, bits.byteOffset, DENSE_BYTES)
  const positions = new Uint16Array(set)
  let next = 0
  forEachBit(bits, 0, BLOCK_ROWS, (position) => {
    positions[next++] = position
  })
  return new Uint8Array(positions.buffer)
}

/** Writes a block's bitmap from the disk into its place among the others. */
export function decodeBits(encoded: Uint8Array, target: Bits, block: number): void {
  if (encoded.byteLength === DENSE_BYTES) {
    target.set(new Uint32Array(aligned(encoded)), block * BLOCK_WORDS)
  } else {
    for (const position of new Uint16Array(aligned(encoded))) setBit(target, block * BLOCK_ROWS + position)
  }
}

export function encodeNumbers(numbers: Float64Array | Uint16Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

export function decodeTimes(encoded: Uint8Array): Float64Array {
  return new Float64Array(aligned(encoded))
}

export function decodeOffsets(encoded: Uint8Array): Uint16Array {
  return new Uint16Array(aligned(encoded))
}

/** Bytes as SQLite hands them out may begin anywhere in their buffer; wider numbers may not. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
