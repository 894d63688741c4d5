import zlib from 'node:zlib'
import { type Allowance, FileBoundError } from './allowance.ts'

const FUNCTIONS = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateRawSync,
  zstd: zlib.zstdDecompressSync,
} as const

/** @throws FileBoundError (too_large) where the output is beyond a bound, and zlib's own error where the input is broken */
export function unpack(coding: keyof typeof FUNCTIONS, packed: Buffer, allowance: Allowance): Buffer {
  const maxOutputLength = Math.max(1, allowance.mostOf(packed.length))
  let bytes: Buffer
  try {
    bytes = FUNCTIONS[coding](packed, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      // It took the time all the same: many such entries come to an end.
      allowance.unpacked(maxOutputLength)
      throw new FileBoundError('too_large')
    }
    throw error
  }
  allowance.unpacked(bytes.length)
  return bytes
}
