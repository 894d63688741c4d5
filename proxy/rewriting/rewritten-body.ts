import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { AnswerHead } from '../http/exchange.ts'
import { gzipHeadLength } from './gzip-head.ts'
import { rewritingLimits } from './limits.ts'

/** How an answer is sent in place of the service's own. */
export interface Rewriting {
  readonly head: AnswerHead
  /** @param sink of the body */
  open(sink: BodySink): RewrittenBody
}

/** Where the bytes of a rewritten answer go, and how fast they are taken. */
export interface BodySink {
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

/** What changes a body as it passes, without its coding. What it keeps back has a bound. */
export interface BodyFilter {
  /** @returns what is to be passed on now */
  push(bytes: Buffer): Buffer
  /** @returns what is left */
  end(): Buffer
  /** Nothing more comes, or nobody takes it any more. */
  close?(): void
}

interface Options {
  /** Of the service's answer; empty: none. */
  readonly coding: string
  /** What is sent is compressed anew, where the client takes that. */
  readonly isCompressed: boolean
  /**
   * What stands behind the first member of a gzip body is left out, as browsers do: some servers have junk there. Programs take it for
   * further members, or an error.
   */
  readonly isForBrowsers?: boolean
  readonly filter: BodyFilter
  readonly sink: BodySink
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

/** How a body with these begins (RFC 1952 section 2.3.1, RFC 8878 section 3.1); the others have no mark. */
const FIRST_BYTES: Readonly<Record<string, (first: number) => boolean>> = {
  gzip: (first) => first === 0x1f,
  'x-gzip': (first) => first === 0x1f,
  zstd: (first) => first === 0x28 || (first & 0xf0) === 0x50,
}

export function isPlain(coding: string): boolean {
  return coding === '' || coding === 'identity'
}

/** Whether a body with this coding can be read. */
export function isReadable(coding: string): boolean {
  return isPlain(coding) || Object.hasOwn(DECODERS, coding)
}

/** An answer that is changed as it passes: decoded where it has to be, filtered, and compressed anew. It is never collected here: what it holds is bounded. */
export class RewrittenBody {
  readonly #options: Options
  #decoder: Transform | undefined
  readonly #encoder: zlib.Gzip | undefined
  /** What came at once, in pieces that may be tiny. */
  #pieces: Buffer[] = []
  #isPaused = false
  #isOver = false
  /** It does not have the coding that it is said to have: it is passed on as it comes. */
  #isUncoded = false

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
    // Of a head that is cut there is nothing to decode.
    if (this.#pieces.length > 0) this.#break()
    else if (this.#isUncoded) this.#close()
    else if (this.#decoder === undefined) this.#finish()
    else this.#decoder.end()
  }

  /** Nobody takes it any more. */
  destroy(): void {
    if (!this.#isOver) this.#options.filter.close?.()
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
    const { coding, isForBrowsers = false } = this.#options
    const isBegun = this.#decoder !== undefined || this.#isUncoded
    if (!isBegun && FIRST_BYTES[coding]?.(bytes[0] ?? 0) === false) this.#passUncoded()
    if (this.#isUncoded) this.#pass(bytes)
    else if (isPlain(coding)) this.#take(bytes)
    else if (this.#decoder !== undefined) this.#decoder.write(bytes)
    else if (isForBrowsers && /^(?:x-)?gzip$/.test(coding)) this.#beginMember(bytes)
    else this.#decode(DECODERS[coding]?.(bytes[0] ?? 0), bytes)
  }

  /** Some servers name a coding that they have not used. Browsers and many programs show such a body. */
  #passUncoded(): void {
    const { filter } = this.#options
    this.#isUncoded = true
    filter.end()
    filter.close?.()
  }

  /** zlib's own reader of gzip loses all that came in one piece with junk: the head is read here, and zlib gets what is behind. */
  #beginMember(bytes: Buffer): void {
    const head = gzipHeadLength(bytes)
    if (head === 'none' || (head === 'short' && bytes.length > rewritingLimits.gzipHeadBytes)) this.#break()
    else if (head === 'short') this.#pieces = [bytes]
    else this.#decode(zlib.createInflateRaw(), bytes.subarray(head))
  }

  #decode(decoder: Transform | undefined, bytes: Buffer): void {
    this.#decoder = decoder
      ?.on('data', (bytes: Buffer) => this.#take(bytes))
      .on('drain', () => this.#goOn())
      .on('end', () => this.#finish())
      .on('error', () => this.#break())
    this.#decoder?.write(bytes)
  }

  #isFull(): boolean {
    const waiting = (this.#decoder?.writableLength ?? 0) + (this.#encoder?.writableLength ?? 0)
    return this.#isPaused || waiting > rewritingLimits.waitingBytes
  }

  #goOn(): void {
    if (!this.#isFull()) this.#options.sink.resume()
  }

  #take(bytes: Buffer): void {
    if (!this.#isOver) this.#pass(this.#options.filter.push(bytes))
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
    this.#pass(this.#options.filter.end())
    this.#close()
  }

  #close(): void {
    if (this.#encoder === undefined) this.#end()
    else this.#encoder.end()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.filter.close?.()
    this.#options.sink.end()
  }

  #break(): void {
    if (this.#isOver) return
    this.destroy()
    this.#options.sink.broken()
  }
}
