const HANDSHAKE_RECORD = 22
const CLIENT_HELLO = 1
const SERVER_NAME_EXTENSION = 0
/** encrypted_client_hello (RFC 9849 section 5). */
const ECH_EXTENSION = 0xfe0d
const HOST_NAME = 0

/**
 * The kind of a tunnel's first bytes. `name` is lower case, without a trailing dot; with `hasEch` it may stand in front of another,
 * which is encrypted.
 */
export type Hello =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'not_tls' }
  | { readonly kind: 'tls'; readonly name: string | undefined; readonly hasEch?: true }

/**
 * Reads the server name out of a TLS ClientHello (RFC 8446 section 4.1.2, RFC 6066 section 3), which may be split over
 * several records. Any bytes go in; malformed ones are `not_tls`.
 */
export function readClientHello(bytes: Buffer): Hello {
  const handshake = collectHandshake(bytes)
  if (handshake === undefined) return { kind: 'not_tls' }
  if (handshake.length < 4) return { kind: 'incomplete' }
  if (handshake[0] !== CLIENT_HELLO) return { kind: 'not_tls' }
  const length = handshake.readUIntBE(1, 3)
  if (handshake.length < 4 + length) return { kind: 'incomplete' }
  try {
    return { kind: 'tls', ...readExtensions(new Reader(handshake.subarray(4, 4 + length))) }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'not_tls' }
    throw error
  }
}

/** Joins the payloads of the handshake records that are there; undefined if these are no TLS records. */
function collectHandshake(bytes: Buffer): Buffer | undefined {
  const payloads: Buffer[] = []
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] !== HANDSHAKE_RECORD || (at + 1 < bytes.length && bytes[at + 1] !== 3)) {
      return payloads.length > 0 ? Buffer.concat(payloads) : undefined
    }
    if (at + 5 > bytes.length) break
    const length = bytes.readUInt16BE(at + 3)
    payloads.push(bytes.subarray(at + 5, at + 5 + length))
    at += 5 + length
  }
  return Buffer.concat(payloads)
}

function readExtensions(hello: Reader): { name: string | undefined; hasEch?: true } {
  const found: { name: string | undefined; hasEch?: true } = { name: undefined }
  hello.skip(2 + 32)
  hello.skip(hello.uint8())
  hello.skip(hello.uint16())
  hello.skip(hello.uint8())
  if (hello.atEnd) return found
  const extensions = hello.slice(hello.uint16())
  while (!extensions.atEnd) {
    const type = extensions.uint16()
    const body = extensions.slice(extensions.uint16())
    if (type === ECH_EXTENSION) found.hasEch = true
    if (type === SERVER_NAME_EXTENSION) found.name ??= hostNameIn(body)
  }
  return found
}

function hostNameIn(body: Reader): string | undefined {
  const names = body.slice(body.uint16())
  while (!names.atEnd) {
    const nameType = names.uint8()
    const name = names.slice(names.uint16())
    if (nameType === HOST_NAME) return name.text().toLowerCase().replace(/\.$/, '')
  }
  return undefined
}

/** A cursor over bytes; reading past the end throws RangeError. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  uint8(): number {
    const value = this.#bytes.readUInt8(this.#at)
    this.#at += 1
    return value
  }

  uint16(): number {
    const value = this.#bytes.readUInt16BE(this.#at)
    this.#at += 2
    return value
  }

  skip(length: number): void {
    if (this.#at + length > this.#bytes.length) throw new RangeError('past the end')
    this.#at += length
  }

  slice(length: number): Reader {
    const start = this.#at
    this.skip(length)
    return new Reader(this.#bytes.subarray(start, this.#at))
  }

  text(): string {
    return this.#bytes.toString('latin1')
  }
}
