import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { bannerLimits } from './limits.ts'
import { isWide, placeIn } from './place.ts'

/** Where the bytes of a document go, and how fast they are taken. */
export interface DocumentSink {
  write(chunk: Buffer): void
  /** Sends what was written. @returns false if the client cannot follow: drained() tells when it can */
  flush(): boolean
  /** All of it was written. */
  end(): void
  /** It does not decode: nothing more can be written. */
  broken(): void
  /** The service's side may go on. */
  resume(): void
}

interface Options {
  /** Of the service's answer; empty: none. */
  readonly coding: string
  /** What is sent is compressed anew, where the client takes that. */
  readonly isCompressed: boolean
  readonly script: Buffer
  readonly sink: DocumentSink
  readonly onPlaced: (isPlaced: boolean) => void
}

/** The window of a frame is what every decoder has to support (RFC 8878 section 3.1.1.1.2). */
const ZSTD_WINDOW_LOG = 23
/** The low bits of the first byte of zlib's head; of raw deflate, a block of the kind that is not allowed. */
const ZLIB_METHOD = 8

/** With the first byte of the body: "deflate" is meant to have zlib's head (RFC 9110 section 8.4.1.2), and browsers take it without one. */
const DECODERS: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  deflate: (first) => ((first & 0x0f) === ZLIB_METHOD ? zlib.createInflate() : zlib.createInflateRaw()),
}

export function isPlain(coding: string): boolean {
  return coding === '' || coding === 'identity'
}

/** Whether a document with this coding can be given a script. */
export function isReadable(coding: string): boolean {
  return isPlain(coding) || Object.hasOwn(DECODERS, coding)
}

/**
 * A document that is given a script as it passes: decoded where it has to be, searched until there is a place for the script, and
 * from then on passed as it comes. It is never collected: what it holds is bounded.
 */
export class DocumentBody {
  readonly #options: Options
  #decoder: Transform | undefined
  readonly #encoder: zlib.Gzip | undefined
  /** The beginning, until the place is found. */
  #searched: Buffer | undefined = Buffer.alloc(0)
  #searches = 0
  /** What came at once, in pieces that may be tiny. */
  #pieces: Buffer[] = []
  #isPaused = false
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    if (!options.isCompressed) return
    // Speed counts: what costs milliseconds here is read within the company's own network.
    this.#encoder = zlib.createGzip({ level: 1 })
    this.#encoder
      .on('data', (bytes: Buffer) => this.#write(bytes))
      .on('drain', () => this.#goOn())
      .on('end', () => this.#end())
      .on('error', () => this.#break())
  }

  /** Takes a piece of what came at once; flush() is called behind the last one. */
  push(bytes: Buffer): void {
    if (!this.#isOver && bytes.length > 0) this.#pieces.push(bytes)
  }

  /** @returns false to ask the service's side for a pause */
  flush(): boolean {
    this.#read()
    return this.#isOver || !this.#isFull()
  }

  /** The client took what was written. */
  drained(): void {
    this.#isPaused = false
    this.#decoder?.resume()
    this.#encoder?.resume()
    this.#goOn()
  }

  end(): void {
    this.#read()
    if (this.#isOver) return
    if (this.#decoder === undefined) this.#finish()
    else this.#decoder.end()
  }

  /** Nobody takes it any more. */
  destroy(): void {
    this.#isOver = true
    this.#pieces = []
    this.#decoder?.destroy()
    this.#encoder?.destroy()
  }

  #read(): void {
    const [first] = this.#pieces
    if (first === undefined) return
    const bytes = this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    if (isPlain(this.#options.coding)) {
      this.#take(bytes)
      return
    }
    this.#decoder ??= this.#openDecoder(bytes)
    this.#decoder?.write(bytes)
  }

  #openDecoder([first = 0]: Buffer): Transform | undefined {
    return DECODERS[this.#options.coding]?.(first)
      .on('data', (bytes: Buffer) => this.#take(bytes))
      .on('drain', () => this.#goOn())
      .on('end', () => this.#finish())
      .on('error', () => this.#break())
  }

  #isFull(): boolean {
    const waiting = (this.#decoder?.writableLength ?? 0) + (this.#encoder?.writableLength ?? 0)
    return this.#isPaused || waiting > bannerLimits.waitingBytes
  }

  #goOn(): void {
    if (!this.#isFull()) this.#options.sink.resume()
  }

  #take(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#searched === undefined) {
      this.#pass(bytes)
      return
    }
    const searched = Buffer.concat([this.#searched, bytes])
    this.#searches++
    const place = placeIn(searched)
    const mayCome = searched.length <= bannerLimits.searchedBytes && this.#searches < bannerLimits.searches
    if (place === undefined && mayCome && !isWide(searched)) this.#searched = searched
    else this.#place(searched, place)
  }

  #place(searched: Buffer, place: number | undefined): void {
    this.#searched = undefined
    this.#options.onPlaced(place !== undefined)
    if (place === undefined) this.#pass(searched)
    else this.#pass(Buffer.concat([searched.subarray(0, place), this.#options.script, searched.subarray(place)]))
  }

  #pass(bytes: Buffer): void {
    if (bytes.length === 0) return
    if (this.#encoder === undefined) this.#write(bytes)
    else {
      this.#encoder.write(bytes)
      // What a page shows first must not wait for what comes later.
      this.#encoder.flush(zlib.constants.Z_SYNC_FLUSH)
    }
  }

  #write(bytes: Buffer): void {
    if (this.#isOver) return
    const { sink } = this.#options
    sink.write(bytes)
    if (sink.flush()) return
    this.#isPaused = true
    this.#decoder?.pause()
    this.#encoder?.pause()
  }

  #finish(): void {
    if (this.#isOver) return
    if (this.#searched !== undefined) this.#place(this.#searched, undefined)
    if (this.#encoder === undefined) this.#end()
    else this.#encoder.end()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.sink.end()
  }

  #break(): void {
    if (this.#isOver) return
    this.destroy()
    this.#options.sink.broken()
  }
}
