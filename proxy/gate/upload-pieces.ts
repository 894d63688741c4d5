import { parseHeaderValue } from '../body/content-type.ts'
import { legibleText } from '../body/legible.ts'
import { MAX_PART_HEADER_BYTES, MAX_PARTS } from '../body/multipart.ts'
import { normalisePath } from '../platforms/path.ts'
import type { RequestTarget } from '../platforms/platform.ts'

/** How much of each end of a piece is kept: far more than a card, an account or a key takes. */
const EDGE_BYTES = 512
const UPLOADS_PER_CLIENT = 64
const UPLOADS_MAX = 1024
/** Pieces of one upload whose neighbours have not come yet. */
const EDGES_PER_UPLOAD = 8
/** An upload that goes on later is read piece by piece. */
const KEPT_MS = 3_600_000
/** Names of files in a form, besides those that services look for. */
const FILES_PER_FORM = 4
const TAKEN_FILES: ReadonlySet<string> = new Set(['data', 'file'])
const IDS_MAX = 4

/** Which part of which file a request carries. */
export interface Piece {
  /** The same for all pieces of one file. */
  readonly upload: string
  /** Where it begins in the file; undefined where only the order of the requests tells. */
  readonly start: number | undefined
}

interface Ends {
  readonly head: Buffer
  readonly tail: Buffer
  /** The piece is short: its head is all of it. */
  readonly isWhole: boolean
}

interface Upload {
  /** The last bytes of pieces, by where they end, and the first ones, by where they begin. */
  readonly tails: Map<number, Buffer>
  readonly heads: Map<number, Buffer>
  /** Both ends of the pieces of which only the end of the upload tells the order. */
  readonly loose: Ends[]
  usedAt: number
}

/** Where pieces follow one another in the order in which they come. */
const IN_TURN = -1

/**
 * The ends of pieces of files that come in several requests, so that what is cut in two is found all the same: where a piece comes to lie
 * beside one that was here, some of both is read as one text. Blocks and parts are put in order at last, by their names: each of them is read
 * beside each of the last ones, on both sides, and each short one between any two others, so that a value that is cut twice is found in any order. A
 * value in four or more pieces is found where they come in the order of the file: all orders of eight pieces would be 40,320 texts. What is kept
 * is in memory alone and bounded, for each client too: of a client, the upload that was used least recently goes first; of all, the client.
 */
export class UploadPieces {
  readonly #clients = new Map<string, Map<string, Upload>>()
  readonly #now: () => number
  #total = 0

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How many uploads something is kept of. */
  get size(): number {
    return this.#total
  }

  /**
   * Keeps the ends of a piece.
   * @returns the text across its beginning and its end, as far as its neighbours were here; undefined without any
   */
  seams(client: string, { upload: name, start }: Piece, content: Buffer): string | undefined {
    if (content.length === 0) return undefined
    const { tails, heads, loose } = this.#uploadOf(client, name)
    const head = content.subarray(0, EDGE_BYTES)
    const tail = content.subarray(-EDGE_BYTES)
    const end = start === undefined ? IN_TURN : start + content.length
    const before = start === undefined ? tails.get(IN_TURN) : upTo(tails, start)
    const after = start === undefined ? undefined : from(heads, end)
    const seams: string[] = []
    // A short piece lies between both its neighbours: a value may be cut twice.
    if (content.length <= EDGE_BYTES && (before !== undefined || after !== undefined)) {
      seams.push(legibleText(Buffer.concat([before ?? NOTHING, content, after ?? NOTHING])))
    } else {
      if (before !== undefined) seams.push(legibleText(Buffer.concat([before, head])))
      if (after !== undefined) seams.push(legibleText(Buffer.concat([tail, after])))
    }
    if (start === undefined) {
      const newest = { head: Buffer.from(head), tail: Buffer.from(tail), isWhole: content.length <= EDGE_BYTES }
      for (const seam of [...inPairs(newest, loose), ...inThrees(newest, loose)]) seams.push(legibleText(seam))
      loose.push(newest)
      loose.splice(0, loose.length - EDGES_PER_UPLOAD)
    }
    // Of a short piece, with what lies beside it.
    const isShort = content.length < EDGE_BYTES
    keep(tails, end, Buffer.concat([(isShort && before) || NOTHING, tail]).subarray(-EDGE_BYTES))
    if (start !== undefined)
      keep(heads, start, Buffer.concat([head, (isShort && after) || NOTHING]).subarray(0, EDGE_BYTES))
    const text = [...new Set(seams)].filter((seam) => seam !== '').join('\n')
    return text === '' ? undefined : text
  }

  /** The same for a request that carries a piece of a file, or several, whichever way its service reads it. */
  seamsOf(client: string, host: string, target: RequestTarget, bytes: Buffer): string | undefined {
    const pieces = piecesOf(host, target)
    if (pieces.length === 0) return undefined
    const seams: string[] = []
    for (const [field, content] of contentsOf(bytes, target)) {
      for (const { upload, start } of pieces) {
        const seam = this.seams(client, { upload: `${upload} ${field}`, start }, content)
        if (seam !== undefined && !seams.includes(seam)) seams.push(seam)
      }
    }
    return seams.length === 0 ? undefined : seams.join('\n')
  }

  /**
   * Of a request that begins an upload of tus and carries the first of the file (its extension creation-with-upload, and the resumable uploads
   * of the IETF): keeps the end of it, once the service says where the rest is to go.
   * @returns what is to be given the Location of the answer; undefined for all other requests
   */
  beginning(
    client: string,
    host: string,
    target: RequestTarget,
    bytes: Buffer,
  ): ((location: string) => void) | undefined {
    const { method, path, headers } = target
    if (bytes.length === 0 || method === 'PATCH' || !BEGINS_UPLOAD.some((name) => headers[name] !== undefined))
      return undefined
    const ends = [...contentsOf(bytes, target)].map(([field, content]) => ({
      field,
      end: content.length,
      tail: Buffer.from(content.subarray(-EDGE_BYTES)),
    }))
    return (location) => {
      const url = URL.parse(location, `https://${host}${path}`)
      if (url === null) return
      const upload = `${url.hostname} ${normalisePath(url.pathname)} tus`
      for (const { field, end, tail } of ends) keep(this.#uploadOf(client, `${upload} ${field}`).tails, end, tail)
    }
  }

  #uploadOf(client: string, name: string): Upload {
    const now = this.#now()
    const uploads = this.#clients.get(client) ?? new Map<string, Upload>()
    putLast(this.#clients, client, uploads)
    const known = uploads.get(name)
    if (known === undefined) this.#total++
    const isFresh = known !== undefined && now - known.usedAt < KEPT_MS
    const upload: Upload = isFresh ? known : { tails: new Map(), heads: new Map(), loose: [], usedAt: now }
    upload.usedAt = now
    putLast(uploads, name, upload)
    this.#forget(uploads, now)
    return upload
  }

  #forget(uploads: Map<string, Upload>, now: number): void {
    for (const [name, { usedAt }] of uploads) {
      if (uploads.size <= UPLOADS_PER_CLIENT && now - usedAt < KEPT_MS) break
      uploads.delete(name)
      this.#total--
    }
    for (const [client, { size }] of this.#clients) {
      if (this.#total <= UPLOADS_MAX || this.#clients.size === 1) break
      this.#clients.delete(client)
      this.#total -= size
    }
  }
}

const NOTHING = Buffer.alloc(0)

/** Pieces in an unknown order, the newest beside each of the others. */
function inPairs(newest: Ends, others: readonly Ends[]): Buffer[] {
  return others.flatMap((other) => [Buffer.concat([other.tail, newest.head]), Buffer.concat([newest.tail, other.head])])
}

/** A value that is cut twice has a short piece within it: each such piece between any two others, where the newest is one of the three. */
function inThrees(newest: Ends, others: readonly Ends[]): Buffer[] {
  const all = [...others, newest]
  const seams: Buffer[] = []
  for (const middle of all) {
    const room = EDGE_BYTES - middle.head.length
    if (!middle.isWhole || room === 0) continue
    for (const before of all) {
      for (const behind of all) {
        if (before === middle || behind === middle || before === behind) continue
        if (before !== newest && middle !== newest && behind !== newest) continue
        seams.push(Buffer.concat([before.tail.subarray(-room), middle.head, behind.head.subarray(0, room)]))
      }
    }
  }
  return seams
}

/** What lies before a place in the file: short pieces came in any order, each end was kept with what was there then. */
function upTo(tails: ReadonlyMap<number, Buffer>, place: number): Buffer | undefined {
  let bytes: Buffer | undefined
  for (let at = place; (bytes?.length ?? 0) < EDGE_BYTES; ) {
    const tail = tails.get(at)
    if (tail === undefined) break
    bytes = bytes === undefined ? tail : Buffer.concat([tail, bytes])
    at -= tail.length
  }
  return bytes?.subarray(-EDGE_BYTES)
}

/** The same for what lies behind it. */
function from(heads: ReadonlyMap<number, Buffer>, place: number): Buffer | undefined {
  let bytes: Buffer | undefined
  for (let at = place; (bytes?.length ?? 0) < EDGE_BYTES; ) {
    const head = heads.get(at)
    if (head === undefined) break
    bytes = bytes === undefined ? head : Buffer.concat([bytes, head])
    at += head.length
  }
  return bytes?.subarray(0, EDGE_BYTES)
}

function keep(edges: Map<number, Buffer>, at: number, bytes: Buffer): void {
  putLast(edges, at, bytes)
  for (const oldest of edges.keys()) {
    if (edges.size <= EDGES_PER_UPLOAD) return
    edges.delete(oldest)
  }
}

function putLast<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
}

/** Fields of requests that begin an upload: of tus, and of several drafts of the IETF's. */
const BEGINS_UPLOAD = ['tus-resumable', 'upload-length', 'upload-defer-length', 'upload-complete', 'upload-incomplete']
const PART_OF_UPLOAD = /\/uploads\/[\w-]{1,200}\/parts$/i
/** Put Block, Append Block and Put Page of Azure's storage. */
const AZURE_PIECES: ReadonlySet<string> = new Set(['block', 'appendblock', 'page'])
const UNIT = /^\s*bytes\b/i
const LAST_AND_SIZE = /-[^-]*$/

/**
 * Which piece of a file a request carries, if it is one, once for each protocol that it may be of: it is the service that knows which of
 * them counts, and a client can name several. They are Google's resumable uploads (`X-Goog-Upload-Offset`), tus (`Upload-Offset`), pieces with
 * a `Content-Range` (RFC 9110 section 14.5), blocks and pages of Azure's storage (`comp=block`), parts of S3 (`partNumber`) and of OpenAI's uploads.
 */
export function piecesOf(host: string, { method, path: spelled, query, headers }: RequestTarget): readonly Piece[] {
  if (method !== 'PUT' && method !== 'POST' && method !== 'PATCH') return []
  const path = normalisePath(spelled)
  const isInTurn = PART_OF_UPLOAD.test(path) || isNumberedPiece(query)
  const { 'content-range': contentRange, 'upload-offset': offset, 'x-goog-upload-offset': googleOffset } = headers
  // Nearly every request is no piece of anything.
  if (!isInTurn && contentRange === undefined && offset === undefined && googleOffset === undefined) return []
  const upload = `${host} ${path}`
  // Google tells uploads apart by it; to tus it means nothing, and may change from piece to piece.
  const ids = query.getAll('upload_id').slice(0, IDS_MAX)
  // `bytes */10` asks how much has come.
  const range = LAST_AND_SIZE.test(contentRange ?? '')
    ? contentRange?.replace(LAST_AND_SIZE, '').replace(UNIT, '')
    : undefined
  const uploads = ids.length === 0 ? [upload] : ids.map((id) => `${upload} ${id}`)
  const pieces = [
    ...piecesAt(offset, [`${upload} tus`]),
    ...piecesAt(
      range,
      uploads.map((one) => `${one} range`),
    ),
    ...piecesAt(
      googleOffset,
      uploads.map((one) => `${one} google`),
    ),
  ]
  return isInTurn ? [{ upload, start: undefined }, ...pieces] : pieces
}

function isNumberedPiece(query: URLSearchParams): boolean {
  // Even of none an iterator takes longer than the rest of it.
  if (query.size === 0) return false
  for (const [name, value] of query) {
    if (name === 'partNumber' || (name.toLowerCase() === 'comp' && AZURE_PIECES.has(value.toLowerCase()))) return true
  }
  return false
}

function piecesAt(offset: string | undefined, uploads: readonly string[]): Piece[] {
  if (offset === undefined) return []
  const starts = offsetsIn(offset)
  return [...new Set(uploads)].flatMap((upload) => starts.map((start) => ({ upload, start })))
}

/**
 * Where a piece begins, for each way in which a service may read a number: with a sign, blanks, zeros before it, quotes, a percent escape, as a
 * fraction, in hexadecimal, several in one header. Where it is a number in none of them, the order of the requests decides.
 */
function offsetsIn(offset: string): (number | undefined)[] {
  const found = new Set<number>()
  for (const spelled of offset.split(',', OFFSETS_MAX)) {
    const text = percentDecoded(spelled).replaceAll(NO_DIGITS, '')
    if (text === '') continue
    for (const start of [Number(text), Number.parseInt(text, 10)])
      if (Number.isSafeInteger(start) && start >= 0) found.add(start)
  }
  return found.size === 0 ? [undefined] : [...found]
}

const OFFSETS_MAX = 2
const NO_DIGITS = /[\s"'_+=:]/g

/** As far as it is a percent escape. */
function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * The bytes of the files in a request, by the names of their fields: all of its body, or those of a form. As they came: stores keep what a
 * client says of content codings, and undo none.
 */
export function contentsOf(bytes: Buffer, { headers }: RequestTarget): ReadonlyMap<string, Buffer> {
  const { value, parameters } = parseHeaderValue(headers['content-type'])
  return value.startsWith('multipart/') ? filesIn(bytes, parameters.get('boundary') ?? '') : new Map([['', bytes]])
}

const FIELD_NAME = /[;\s]name="?([^";\r\n]*)/i

/**
 * The files of a form by the names of their fields; of a name that comes twice the first and the last one, which services take. Parts without
 * the name of a file come after them: services read them as well, and clients choose what stands in a head.
 */
function filesIn(bytes: Buffer, boundary: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  const fields = new Map<string, Buffer>()
  const delimiter = `\r\n--${boundary}`
  let at = bytes.indexOf(`--${boundary}`)
  let headEnd = -1
  for (let parts = 0; at !== -1 && parts < MAX_PARTS; parts++) {
    // Looked for once: it may lie far behind many delimiters.
    if (headEnd < at) headEnd = bytes.indexOf('\r\n\r\n', at)
    const next = bytes.indexOf(delimiter, at + boundary.length)
    const end = next === -1 ? bytes.length : next
    if (headEnd === -1) break
    const head = bytes.toString('latin1', at, Math.min(headEnd, end, at + MAX_PART_HEADER_BYTES))
    if (headEnd < end) {
      const name = FIELD_NAME.exec(head)?.[1] ?? ''
      const content = bytes.subarray(headEnd + 4, Math.max(headEnd + 4, end))
      const known = /\bfilename/i.test(head) ? files : fields
      if (known.has(name)) known.set(`${name} again`, content)
      else if (TAKEN_FILES.has(name) || known.size < FILES_PER_FORM) known.set(name, content)
    }
    at = next === -1 ? -1 : next + 2
  }
  // The same name for all pieces of a field, whether a piece has the name of a file or not.
  for (const [name, content] of fields) files.set(files.has(name) ? `${name} as field` : name, content)
  return files
}
