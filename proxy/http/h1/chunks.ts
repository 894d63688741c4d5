import type { Fields } from '../fields.ts'
import { MessageError } from './errors.ts'
import { h1Limits } from './limits.ts'
import { CR, HTAB, isValue, LF, readFields, SP } from './syntax.ts'

const STATES = {
  size: 0,
  afterSize: 1,
  extension: 2,
  sizeEnd: 3,
  data: 4,
  dataEnd: 5,
  dataEndLf: 6,
  trailer: 7,
} as const
const { size, afterSize, extension, sizeEnd, data, dataEnd, dataEndLf, trailer } = STATES
const SEMICOLON = 59
/** Beyond this a size no longer fits a number exactly. */
const MAX_SIZE_DIGITS = 12
/** Behind the first semicolon: `name`, `name=value` or `name="value"`, and further ones. */
const EXTENSION =
  /^[\w!#$%&'*+.^`|~-]+(?:=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\\x80-\xff]|\\[\t -~])*"))?(?:;[\w!#$%&'*+.^`|~-]+(?:=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\\x80-\xff]|\\[\t -~])*"))?)*$/
const NOTHING = Buffer.alloc(0)
const TRAILER_END = Buffer.from('\r\n\r\n')

/** Fields that a trailer may not hold (RFC 9110 section 6.5.1): they would frame, route or reinterpret the message. */
export const NO_TRAILERS: ReadonlySet<string> = new Set([
  ...['transfer-encoding', 'content-length', 'host', 'trailer', 'te', 'connection', 'upgrade', 'keep-alive'],
  ...['content-type', 'content-encoding', 'content-range', 'expect', 'proxy-authorization', 'proxy-connection'],
])

/**
 * Takes a chunked body apart (RFC 9112 section 7.1), strictly: hexadecimal size, CR LF, data, CR LF. Extensions are dropped.
 * Bytes in, pieces out, without a copy.
 */
export class ChunkReader {
  /** The last chunk and the trailers came. */
  done = false
  /** Empty until done. */
  trailers: Fields | undefined
  #state: number = size
  #left = 0
  #digits = 0
  #lineBytes = 0
  #extensionBytes = 0
  #extension = ''
  #trailer: Buffer = NOTHING
  readonly #isLenient: boolean

  /** @param isLenient whether blanks may follow a size, as servers of long ago pad it with them, and extensions may be odd */
  constructor(isLenient: boolean) {
    this.#isLenient = isLenient
  }

  /**
   * @returns where what belongs to the body ends: bytes.length if more has to come
   * @throws MessageError
   */
  read(bytes: Buffer, from: number, onData: (piece: Buffer) => void): number {
    let at = from
    while (at < bytes.length && !this.done) {
      if (this.#state === data) {
        const end = Math.min(bytes.length, at + this.#left)
        onData(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
        this.#left -= end - at
        at = end
        if (this.#left === 0) this.#state = dataEnd
      } else if (this.#state === trailer) {
        at = this.#readTrailer(bytes, at)
      } else {
        this.#readLine(bytes[at] ?? 0)
        at++
      }
    }
    return at
  }

  #readLine(byte: number): void {
    switch (this.#state) {
      case size: {
        const digit = hexDigit(byte)
        if (digit === -1) {
          if (this.#digits === 0) throw new MessageError('a chunk has no size')
          this.#state = afterSize
          this.#readLine(byte)
          return
        }
        this.#digits++
        if (this.#digits > MAX_SIZE_DIGITS) throw new MessageError('the size of a chunk is too large')
        this.#left = this.#left * 16 + digit
        return
      }
      case afterSize:
        if (this.#isLenient && (byte === SP || byte === HTAB)) this.#countLine(byte)
        else if (byte === SEMICOLON) this.#state = extension
        else if (byte === CR) this.#state = sizeEnd
        else throw new MessageError('the size of a chunk is malformed')
        return
      case extension:
        if (byte === CR) this.#endExtension()
        else {
          this.#countLine(byte)
          this.#extension += String.fromCharCode(byte)
        }
        return
      case sizeEnd:
        if (byte !== LF) throw new MessageError('the line of a chunk does not end with CR LF')
        this.#state = this.#left === 0 ? trailer : data
        this.#digits = 0
        this.#lineBytes = 0
        return
      case dataEnd:
        if (byte !== CR) throw new MessageError('a chunk does not end where its size says')
        this.#state = dataEndLf
        return
      case dataEndLf:
        if (byte !== LF) throw new MessageError('a chunk does not end where its size says')
        this.#state = size
    }
  }

  /** Dropped in any case; of a client it has to be what RFC 9112 section 7.1.1 says, so that nobody else reads its end elsewhere. */
  #endExtension(): void {
    if (!this.#isLenient && !EXTENSION.test(this.#extension)) throw new MessageError('a chunk extension is malformed')
    this.#extension = ''
    this.#state = sizeEnd
  }

  #countLine(byte: number): void {
    if (!isValue(byte)) throw new MessageError('a chunk extension holds a control character')
    this.#lineBytes++
    this.#extensionBytes++
    if (this.#lineBytes > h1Limits.chunkLineBytes || this.#extensionBytes > h1Limits.chunkExtensionBytes) {
      throw new MessageError('the extensions of a chunk are too large', 413)
    }
  }

  #readTrailer(bytes: Buffer, at: number): number {
    if (this.#trailer.length === 0 && bytes[at] === CR && bytes[at + 1] === LF) {
      this.done = true
      return at + 2
    }
    // What came before may hold the beginning of the end.
    const before = this.#trailer.length
    const all = before === 0 ? bytes.subarray(at) : Buffer.concat([this.#trailer, bytes.subarray(at)])
    if (all[0] === CR && (all[1] ?? LF) === LF) {
      if (all.length < 2) return this.#keep(all, bytes)
      this.done = true
      return at + 2 - before
    }
    const found = all.indexOf(TRAILER_END)
    if (found === -1) {
      const feed = all.indexOf(LF)
      if (feed !== -1 && all[feed - 1] !== CR) throw new MessageError('a trailer does not end with CR LF')
      return this.#keep(all, bytes)
    }
    if (found > h1Limits.trailerBytes) throw new MessageError('the trailers are too large', 431)
    const fields = readFields(all.toString('latin1', 0, found + 2), 0, h1Limits.fields)
    for (let index = 0; index < fields.count; index++) {
      const name = fields.nameAt(index).toLowerCase()
      if (NO_TRAILERS.has(name)) throw new MessageError(`${name} is no trailer`)
    }
    this.trailers = fields
    this.done = true
    return at + found + 4 - before
  }

  #keep(all: Buffer, bytes: Buffer): number {
    if (all.length > h1Limits.trailerBytes) throw new MessageError('the trailers are too large', 431)
    this.#trailer = Buffer.from(all)
    return bytes.length
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
