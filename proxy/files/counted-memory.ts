import zlib from 'node:zlib'
import { collect } from '../../config/collector.ts'
import { hasRoomUpTo } from '../body/unfolding.ts'
import { errorCode } from '../errors.ts'

/** Smaller ones are not worth a look at what there is. */
const COUNTED_BYTES = 65_536

type TypedArrayClass = new (...parameters: unknown[]) => ArrayBufferView

interface Watch {
  /** What all arrays of this thread may take together. */
  readonly most: number
  /** The library asked for more than there was: what it makes of that is not the whole file. */
  isOver: boolean
}

/** More than one where a file lies within another. */
const watches = new Set<Watch>()

/**
 * Runs a library that unpacks by itself and asks nobody, such as pdf.js: the arrays that this thread makes meanwhile are counted, and beyond
 * `bytes` it gets none, as where memory is short. Live ones, that is: what it has let go of is collected first.
 * @returns whether it had all that it asked for
 */
export async function withCountedMemory(bytes: number, run: () => Promise<void>): Promise<boolean> {
  install()
  const watch: Watch = { most: process.memoryUsage().arrayBuffers + bytes, isOver: false }
  watches.add(watch)
  try {
    await run()
  } catch (error) {
    if (!watch.isOver) throw error
  } finally {
    watches.delete(watch)
  }
  return !watch.isOver
}

let isInstalled = false

/** For good, since libraries take what they find when they are loaded. */
function install(): void {
  if (isInstalled) return
  isInstalled = true
  const scope = globalThis as unknown as Record<string, TypedArrayClass>
  for (const name of ['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int32Array', 'Float32Array']) {
    const original = scope[name]
    if (original !== undefined) scope[name] = counting(original)
  }
  Object.assign(globalThis, { DecompressionStream: CountedDecompression })
}

function counting(original: TypedArrayClass): TypedArrayClass {
  const { BYTES_PER_ELEMENT: size } = original as unknown as { readonly BYTES_PER_ELEMENT: number }
  const counted: TypedArrayClass = new Proxy(original, {
    construct(target, parameters, newTarget) {
      const [length] = parameters
      if (typeof length === 'number') count(length * size)
      return Reflect.construct(target, parameters, newTarget === counted ? target : newTarget)
    },
  })
  return counted
}

const INFLATE: ReadonlyMap<string, (packed: Buffer, options: zlib.ZlibOptions) => Buffer> = new Map([
  ['deflate', zlib.inflateSync],
  ['deflate-raw', zlib.inflateRawSync],
  ['gzip', zlib.gunzipSync],
  ['brotli', zlib.brotliDecompressSync],
])
/** What is tried first, and doubled where it is too little. */
const FIRST_BYTES = 1_048_576
/** The allocator keeps pieces of the platform's own size for good: those from 128 KiB on it asks the system for, and gives back. */
const PIECE_BYTES = 131_072

/** In place of the platform's, whose pieces nobody counts. */
class CountedDecompression {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>

  constructor(format: string) {
    const pieces: Uint8Array[] = []
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece) => void pieces.push(piece),
      flush: (controller) => controller.enqueue(inflateCounted(format, Buffer.concat(pieces))),
    })
    this.readable = readable
    this.writable = writable
  }
}

/** @throws RangeError where there is no room, or Error where it is damaged */
function inflateCounted(format: string, packed: Buffer): Uint8Array {
  const inflate = INFLATE.get(format)
  if (inflate === undefined) throw new TypeError(`${format} is not known`)
  for (let maxOutputLength = FIRST_BYTES; ; maxOutputLength *= 2) {
    // It is there in pieces, and then as a whole.
    count(2 * maxOutputLength)
    try {
      return inflate(packed, { maxOutputLength, chunkSize: PIECE_BYTES })
    } catch (error) {
      if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE') throw error
    }
  }
}

/** @throws RangeError as V8 does where an array is too large */
function count(bytes: number): void {
  if (watches.size === 0 || bytes < COUNTED_BYTES) return
  const most = Math.min(...[...watches].map((watch) => watch.most))
  if (taken() + bytes > most) collect({ type: 'major' })
  const total = taken() + bytes
  if (total <= most && hasRoomUpTo(total)) return
  for (const watch of watches) watch.isOver = true
  throw new RangeError('Array buffer allocation failed')
}

function taken(): number {
  return process.memoryUsage().arrayBuffers
}
