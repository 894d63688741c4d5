const ALERT_RECORD = 21
const HANDSHAKE_RECORD = 22
/** An alert has two (RFC 8446 section 6); before TLS 1.3 a record may have several, or a part of one. */
const ALERT_BYTES_MAX = 16
/** Servers are lenient about the version of a first record: Go takes what is below 16.0. */
const MAJOR_VERSIONS = 16
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
  /** It begins as a hello does, and cannot be read on: a lenient server may find a name in it. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'tls'; readonly name: string | undefined; readonly hasEch?: true }

/**
 * Reads the server name out of a TLS ClientHello (RFC 8446 section 4.1.2, RFC 6066 section 3), which may be split over
 * several records. Alerts before it and in it are left out, as servers ignore warnings (RFC 8446 section 6; Go does). Any bytes go in.
 */
export function readClientHello(bytes: Buffer): Hello {
  const { handshake, hasAlert, isBroken } = collectHandshake(bytes)
  if (handshake.length > 0 && handshake[0] !== CLIENT_HELLO) return { kind: 'not_tls' }
  // Either is only in a hello, or before one, and not in another protocol.
  const unread = {
    kind: isBroken ? (handshake.length > 0 || hasAlert ? 'malformed' : 'not_tls') : 'incomplete',
  } as const
  if (handshake.length < 4) return unread
  const length = handshake.readUIntBE(1, 3)
  if (handshake.length < 4 + length) return unread
  try {
    return { kind: 'tls', ...readExtensions(new Reader(handshake.subarray(4, 4 + length))) }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'malformed' }
    throw error
  }
}

interface Handshake {
  /** The payloads of the handshake records that are there. */
  readonly handshake: Buffer
  readonly hasAlert: boolean
  /** After them comes what is neither such a record nor an alert. */
  readonly isBroken: boolean
}

function collectHandshake(bytes: Buffer): Handshake {
  const payloads: Buffer[] = []
  let hasAlert = false
  let at = 0
  let isBroken = false
  while (at < bytes.length) {
    const type = bytes[at]
    isBroken = (type !== HANDSHAKE_RECORD && type !== ALERT_RECORD) || (bytes[at + 1] ?? 0) >= MAJOR_VERSIONS
    if (isBroken || at + 5 > bytes.length) break
    const length = bytes.readUInt16BE(at + 3)
    isBroken = type === ALERT_RECORD && length > ALERT_BYTES_MAX
    if (isBroken) break
    if (type === ALERT_RECORD) hasAlert = true
    else payloads.push(bytes.subarray(at + 5, at + 5 + length))
    at += 5 + length
  }
  return { handshake: Buffer.concat(payloads), hasAlert, isBroken }
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
