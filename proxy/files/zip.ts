import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { decodeText } from '../body/charset.ts'
import { legibleText } from '../body/legible.ts'
import { FileBoundError } from './allowance.ts'
import type { ReadInner } from './file-reading.ts'
import type { Gathered } from './gathered.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { unpack } from './unpack.ts'
import { isCovered } from './zip-cover.ts'

const STORED = 0
const DEFLATED = 8
/** PNG's head with width and height (RFC 2083, 4.1.1), and how large a preview is at most. */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PREVIEW_PIXELS = 256

interface Unpacked {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * A ZIP archive (APPNOTE 6.3.10), or a document that is one: OOXML (ECMA-376), OpenDocument (ISO 26300), EPUB. Names of entries
 * lead nowhere, since nothing is written: `../` is a name like any other.
 */
export async function readZip(gathered: Gathered, bytes: Buffer, readInner: ReadInner): Promise<void> {
  const zip = await fromBufferPromise(bytes, {
    decodeStrings: false,
    validateEntrySizes: true,
    lazyEntries: true,
    autoClose: false,
  })
  const entries: Entry[] = []
  const directory = directoryOf(zip)
  try {
    for await (const entry of zip.eachEntry()) {
      gathered.allowance.entry()
      entries.push(entry)
      gathered.asides([textOf(entry.fileComment)])
    }
    if (!isCovered(bytes, entries, directory)) gathered.problem('broken')
  } catch (error) {
    // The directory breaks off: what it named before is read.
    if (error instanceof FileBoundError) gathered.problem(error.problem)
    else gathered.problem('broken')
  }
  gathered.asides([textOf(zip.comment)])
  const isOffice = entries.some((entry) => isOfficeName(nameOf(entry)))
  const markup: Unpacked[] = []
  for (const entry of entries) {
    gathered.allowance.check()
    const name = nameOf(entry)
    gathered.asides([name.slice(0, MAX_NAME_LENGTH)])
    const content = await contentOf(gathered, zip, bytes, entry)
    if (content === undefined || content.length === 0) continue
    if (isOffice && isMarkup(content)) markup.push({ name, bytes: content })
    else if (isOffice && isPreview(name, content)) gathered.context(legibleText(content))
    else if (isOffice && name === 'mimetype' && content.length <= MAX_NAME_LENGTH) gathered.context(content.toString())
    else await readInner(content)
  }
  if (markup.length === 0) return
  const { readOffice } = await import('./office.ts')
  readOffice(
    gathered,
    markup.map(({ name, bytes }) => ({ name, source: decodeText(bytes)?.text ?? bytes.toString('latin1') })),
  )
}

async function contentOf(gathered: Gathered, zip: ZipFile, bytes: Buffer, entry: Entry): Promise<Buffer | undefined> {
  if (entry.isEncrypted()) return unreadable(gathered, 'encrypted')
  const method = entry.compressionMethod
  if (method !== STORED && method !== DEFLATED) return unreadable(gathered, 'unsupported')
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
    if (packed.length < entry.compressedSize) gathered.problem('broken')
    if (method === STORED) gathered.allowance.unpacked(packed.length)
    const { bytes: content, problem } =
      method === STORED ? { bytes: packed, problem: undefined } : await unpack('deflate', packed, gathered.allowance)
    if (problem !== undefined) gathered.problem(problem)
    // Another reader may go by the size that is stated, and see something else.
    if (problem !== 'too_large' && content.length !== entry.uncompressedSize) gathered.problem('broken')
    return content
  } catch (error) {
    if (!(error instanceof FileBoundError)) return unreadable(gathered, 'broken')
    if (error.problem !== 'too_large' || !gathered.hasRoom) throw error
    return unreadable(gathered, 'too_large')
  }
}

function unreadable(gathered: Gathered, problem: FileBoundError['problem']): undefined {
  gathered.problem(problem)
  return undefined
}

function nameOf({ fileName }: Entry): string {
  return textOf(fileName)
}

/** With decodeStrings: false these are bytes, which the types do not say. */
function textOf(bytes: string): string {
  return Buffer.from(bytes as unknown as Uint8Array).toString('utf8')
}

/** Where the directory begins: the types leave out the place that is read next. */
function directoryOf(zip: ZipFile): number {
  return (zip as unknown as { readonly readEntryCursor: number }).readEntryCursor
}

function isOfficeName(name: string): boolean {
  return name === '[Content_Types].xml' || name === 'META-INF/manifest.xml' || name === 'META-INF/container.xml'
}

function isMarkup(bytes: Buffer): boolean {
  const head = decodeText(bytes.subarray(0, 256))?.text.trimStart()
  return head?.startsWith('<') === true
}

/** The picture of the first page that OpenDocument and OOXML files have of themselves: too small to be read. */
function isPreview(name: string, bytes: Buffer): boolean {
  if (!/(?:^|\/)thumbnail[^/]*$/i.test(name) || bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG)) return false
  return bytes.readUInt32BE(16) <= PREVIEW_PIXELS && bytes.readUInt32BE(20) <= PREVIEW_PIXELS
}
