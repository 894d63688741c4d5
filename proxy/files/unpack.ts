import zlib from 'node:zlib'
import { UnpackedBytes } from '../body/unpacked.ts'
import type { Allowance } from './allowance.ts'

const ENGINES = {
  gzip: () => zlib.createGunzip(),
  deflate: () => zlib.createInflateRaw(),
  zstd: () => zlib.createZstdDecompress(),
} as const
const SLICE_BYTES = 65_536

export interface Unpacked {
  /** With a problem: what came out before it. */
  readonly bytes: Buffer
  readonly problem?: 'too_large' | 'broken' | undefined
}

/**
 * Unpacks as much as there is an allowance for. Bytes behind the end are `broken`: another reader may go on there. Zeros are the
 * padding of tapes (RFC 1952 leaves them open, gzip passes over them).
 * @throws FileBoundError where the time is over
 */
export async function unpack(coding: keyof typeof ENGINES, packed: Buffer, allowance: Allowance): Promise<Unpacked> {
  const most = Math.max(1, allowance.mostOf(packed.length))
  const engine = ENGINES[coding]()
  const unpacked = new UnpackedBytes(engine, most)
  let isBroken = false
  engine.on('error', () => {
    isBroken = true
  })
  let isOver = false
  // It ends by itself behind the last byte of its format, and closes after a fault.
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      resolve()
    }
    engine.once('end', end)
    engine.once('close', end)
  })
  try {
    // Piece by piece, each taken before the next: what comes before a fault is told before it.
    for (let at = 0; at < packed.length && !isOver; at += SLICE_BYTES) {
      allowance.check()
      const piece = packed.subarray(at, at + SLICE_BYTES)
      await Promise.race([over, new Promise<void>((resolve) => void engine.write(piece, () => resolve()))])
    }
    if (!isOver) engine.end()
    await over
  } finally {
    engine.destroy()
  }
  // It took the time all the same: many entries that are too large come to an end.
  allowance.unpacked(unpacked.length)
  if (unpacked.isTooLarge) return { bytes: unpacked.all(), problem: 'too_large' }
  isBroken ||= hasMore(packed.subarray(engine.bytesWritten))
  return { bytes: unpacked.all(), problem: isBroken ? 'broken' : undefined }
}

function hasMore(rest: Buffer): boolean {
  return rest.some((byte) => byte !== 0)
}
