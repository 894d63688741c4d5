import { createHash, randomBytes } from 'node:crypto'
import { RequestError, UpstreamError } from '../errors.ts'
import type { FieldBlock } from '../http/exchange.ts'
import { toFieldBlock, toRawHeaders } from '../http/fields.ts'
import type { RequestHead } from '../http/heads.ts'
import { type Deflate, type Extensions, extension, PerMessageDeflate, subprotocol } from './ws-parts.ts'

/** What a client asks for (RFC 6455 section 4.2.1; over HTTP/2 there is no key, RFC 8441 section 5). */
export interface Handshake {
  /** Undefined over HTTP/2. */
  readonly key: string | undefined
  readonly protocols: ReadonlySet<string>
  /** The offers of permessage-deflate, undefined if there is none; other extensions would change what frames mean. */
  readonly deflate: Extensions[string] | undefined
}

/** What both sides have agreed to. */
export interface Agreement {
  /** For the client, without what its version of HTTP needs for the switch. */
  readonly fields: FieldBlock
  readonly clientDeflate: Deflate | undefined
  readonly serviceDeflate: Deflate | undefined
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const KEY = /^[+/0-9A-Za-z]{22}==$/
const DEFLATE = 'permessage-deflate'
/** Agreed on hop by hop: each side gets its own. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
])
const ANSWER_FIELDS: ReadonlySet<string> = new Set([
  'sec-websocket-accept',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'connection',
  'upgrade',
])
/** Most messages are short, and memory counts more than the last per cent. */
const DEFLATE_OPTIONS = { level: 3, memLevel: 7, chunkSize: 4096 } as const

/** Whether a request asks for a WebSocket and nothing else. */
export function isWebSocket({ upgrade }: Pick<RequestHead, 'upgrade'>): boolean {
  return upgrade?.trim().toLowerCase() === 'websocket'
}

/** @throws RequestError (400, or 426 for another version of the protocol) */
export function readHandshake({ method, fields, isExtendedConnect }: RequestHead): Handshake {
  if (method !== 'GET') throw new RequestError(400, 'a WebSocket begins with GET')
  const key = isExtendedConnect === true ? undefined : fields.get('sec-websocket-key')?.trim()
  if (isExtendedConnect !== true && (key === undefined || !KEY.test(key))) {
    throw new RequestError(400, 'the Sec-WebSocket-Key of the request is missing or malformed')
  }
  if (fields.get('sec-websocket-version')?.trim() !== '13') {
    throw new RequestError(426, 'the only version of the WebSocket protocol that is spoken here is 13')
  }
  return { key, protocols: readProtocols(fields.toRecord()), deflate: readOffers(fields.toRecord()) }
}

function readProtocols({ 'sec-websocket-protocol': header }: Record<string, string | undefined>): Set<string> {
  if (header === undefined || header === '') return new Set()
  try {
    return subprotocol.parse(header)
  } catch {
    throw new RequestError(400, 'the Sec-WebSocket-Protocol of the request is malformed')
  }
}

function readOffers({ 'sec-websocket-extensions': header }: Record<string, string | undefined>) {
  if (header === undefined || header === '') return undefined
  try {
    return extension.parse(header)[DEFLATE]
  } catch {
    throw new RequestError(400, 'the Sec-WebSocket-Extensions of the request are malformed')
  }
}

/** The handshake with the service: the client's, with a key and an offer of our own. */
export class ServiceHandshake {
  /** In the request: the client's other fields, and those of our handshake. */
  readonly fields: FieldBlock
  readonly #key = randomBytes(16).toString('base64')
  readonly #client: Handshake
  readonly #deflate: Deflate | undefined
  readonly #maxPayload: number

  /** @param maxPayload the longest message that is read, in bytes */
  constructor(request: RequestHead, client: Handshake, maxPayload: number) {
    this.#client = client
    this.#maxPayload = maxPayload
    if (client.deflate !== undefined) this.#deflate = openDeflate(false, maxPayload)
    request.fields.dropNamed(OWN_FIELDS)
    const protocols = [...client.protocols].join(', ')
    this.fields =
      request.fields.forwardable() +
      toFieldBlock({
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': this.#key,
        ...(protocols !== '' && { 'Sec-WebSocket-Protocol': protocols }),
        ...(this.#deflate !== undefined && {
          'Sec-WebSocket-Extensions': extension.format({ [DEFLATE]: this.#deflate.offer() }),
        }),
      })
  }

  /**
   * @param isKeyed it was asked over HTTP/1.1, so that the answer has to prove that it was understood
   * @throws UpstreamError (protocol) where the service agrees to something that was not asked for
   */
  agree(fields: FieldBlock, isKeyed: boolean): Agreement {
    const raw = toRawHeaders(fields)
    const fieldOf = (name: string) => valuesOf(raw, name).join(', ')
    if (isKeyed && fieldOf('sec-websocket-accept') !== acceptOf(this.#key)) {
      throw refusedAnswer('it does not prove that it has read the request (Sec-WebSocket-Accept)')
    }
    const protocol = fieldOf('sec-websocket-protocol')
    if (protocol !== '' && !this.#client.protocols.has(protocol)) throw refusedAnswer('it chose a subprotocol unasked')
    const isCompressed = this.#acceptExtensions(fieldOf('sec-websocket-extensions'))
    const clientDeflate = isCompressed ? this.#agreeWithClient() : undefined
    const { key } = this.#client
    const own = toFieldBlock({
      ...(key !== undefined && { 'Sec-WebSocket-Accept': acceptOf(key) }),
      ...(protocol !== '' && { 'Sec-WebSocket-Protocol': protocol }),
      ...(clientDeflate !== undefined && { 'Sec-WebSocket-Extensions': clientDeflate.header }),
    })
    return {
      fields: without(raw, ANSWER_FIELDS) + own,
      clientDeflate: clientDeflate?.deflate,
      serviceDeflate: isCompressed ? this.#deflate : undefined,
    }
  }

  #acceptExtensions(header: string): boolean {
    if (header === '') return false
    try {
      const chosen = extension.parse(header)
      const configurations = chosen[DEFLATE]
      if (this.#deflate === undefined || configurations === undefined || Object.keys(chosen).length !== 1) {
        throw refusedAnswer('it chose an extension unasked')
      }
      this.#deflate.accept(configurations)
      return true
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      throw refusedAnswer('its Sec-WebSocket-Extensions are malformed')
    }
  }

  /** Undefined where none of its offers can be met: messages go to it as they are. */
  #agreeWithClient(): { readonly deflate: Deflate; readonly header: string } | undefined {
    const deflate = openDeflate(true, this.#maxPayload)
    try {
      const parameters = deflate.accept(this.#client.deflate ?? [])
      return { deflate, header: extension.format({ [DEFLATE]: parameters }) }
    } catch {
      return undefined
    }
  }
}

function openDeflate(isServer: boolean, maxPayload: number): Deflate {
  return new PerMessageDeflate({ isServer, maxPayload, zlibDeflateOptions: DEFLATE_OPTIONS })
}

/** RFC 6455 section 4.2.2: a fixed text behind the key, hashed. */
function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}${GUID}`).digest('base64')
}

function refusedAnswer(reason: string): UpstreamError {
  return new UpstreamError('protocol', `the service's WebSocket handshake is broken: ${reason}`)
}

function valuesOf(raw: readonly string[], wanted: string): string[] {
  const values: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) if (raw[at]?.toLowerCase() === wanted) values.push(raw[at + 1] ?? '')
  return values
}

function without(raw: readonly string[], names: ReadonlySet<string>): FieldBlock {
  let block = ''
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (!names.has(raw[at]?.toLowerCase() ?? '')) block += `${raw[at]}: ${raw[at + 1]}\r\n`
  }
  return block
}
