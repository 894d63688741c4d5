/** The kind of a file, as far as its text is concerned. */
export interface FileExamination {
  /** A format that is recognised by its first bytes. */
  readonly recognised: boolean
  /** A PDF, Office or archive file that ends too early or contradicts itself: another reader may still extract text from it. */
  readonly broken: boolean
  /** Of a PDF, an Office file, an archive: the whole of it, from which its text may be read (proxy/files). */
  readonly document?: Buffer
}

const UNKNOWN: FileExamination = { recognised: false, broken: false }
const MEDIA: FileExamination = { recognised: true, broken: false }

/**
 * First bytes of media, in their formats' own descriptions. RIFF is WebP, WAV and AVI; 1A45DFA3 is Matroska and WebM;
 * FFFB and its like are frames of MPEG audio without a tag.
 */
const MEDIA_SIGNATURES: readonly Buffer[] = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  'BM',
  'II*\0',
  'MM\0*',
  '\0\0\x01\0',
  'ID3',
  '\xff\xfb',
  '\xff\xf3',
  '\xff\xf2',
  '\xff\xf1',
  '\xff\xf9',
  'OggS',
  'fLaC',
  '\x1a\x45\xdf\xa3',
  '#!AMR',
  'FORM',
].map((signature) => Buffer.from(signature, 'latin1'))

type IsBroken = (bytes: Buffer) => boolean

/** Documents and archives, and how to tell that each is complete. */
const DOCUMENTS: readonly (readonly [signature: Buffer, isBroken: IsBroken])[] = [
  [Buffer.from('%PDF-'), isBrokenPdf],
  [Buffer.from('PK\x03\x04', 'latin1'), isBrokenZip],
  [Buffer.from('PK\x05\x06', 'latin1'), isBrokenZip],
  [Buffer.from('\x1f\x8b\x08', 'latin1'), (bytes) => bytes.length < 18],
  [Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), isBrokenSevenZip],
  [Buffer.from('Rar!\x1a\x07', 'latin1'), (bytes) => bytes.length < 20],
  [Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), (bytes) => bytes.length < 1536],
  [Buffer.from('BZh'), (bytes) => bytes.length < 14],
  [
    Buffer.from('\xfd7zXZ\0', 'latin1'),
    (bytes) => bytes.length < 32 || bytes.toString('latin1', bytes.length - 2) !== 'YZ',
  ],
  [Buffer.from('\x28\xb5\x2f\xfd', 'latin1'), (bytes) => bytes.length < 9],
]

/** A reader looks for a PDF's end in its last kilobyte (ISO 32000-1, Annex H, note 18). */
const PDF_TAIL = 1024
const PDF_HEAD = 1024
const TAR_BLOCK = 512
/** The end of a ZIP's directory: 22 bytes and a comment of up to 65,535 (APPNOTE 4.3.16). */
const ZIP_END_BYTES = 22
const ZIP_TAIL = ZIP_END_BYTES + 65_535
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP64 = 0xffff_ffff
const SEVEN_ZIP_HEADER = 32

export function examineFile(bytes: Buffer): FileExamination {
  const document = examineDocument(bytes)
  if (document !== undefined) return document
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return MEDIA
  return MEDIA_SIGNATURES.some((signature) => startsWith(bytes, signature)) ? MEDIA : UNKNOWN
}

/** The same for documents and archives only, which may look like text: a PDF can be all ASCII. */
export function examineDocument(bytes: Buffer): FileExamination | undefined {
  for (const [signature, isBroken] of DOCUMENTS) {
    if (startsWith(bytes, signature)) return { recognised: true, broken: isBroken(bytes), document: bytes }
  }
  if (isTar(bytes) || isPdf(bytes)) return { recognised: true, broken: false, document: bytes }
  return undefined
}

/** POSIX's magic (IEEE Std 1003.1, ustar), or the checksum of an older header. */
export function isTar(bytes: Buffer): boolean {
  if (bytes.length < TAR_BLOCK) return false
  if (bytes.toString('latin1', 257, 262) === 'ustar') return true
  if (bytes[TAR_BLOCK - 1] !== 0) return false
  const stated = Number.parseInt(bytes.toString('latin1', 148, 156).replaceAll('\0', ' ').trim(), 8)
  if (!(stated > 0)) return false
  let sum = 8 * 0x20
  for (let at = 0; at < TAR_BLOCK; at++) if (at < 148 || at >= 156) sum += bytes[at] ?? 0
  return sum === stated
}

/** Whether the first kilobyte of a file is that of a document which need not show itself in its first bytes: a PDF, or a tar archive. */
export function mayBeginDocument(head: Buffer): boolean {
  return isTar(head) || /%PDF-\d\.\d/.test(head.toString('latin1', 0, PDF_HEAD))
}

/** Readers take a PDF with other bytes before it (ISO 32000-1, Annex H, note 13); a text that is about PDFs is none. */
export function isPdf(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, PDF_HEAD)
  return head.startsWith('%PDF-') || (/%PDF-\d\.\d/.test(head) && !isBrokenPdf(bytes))
}

function isBrokenPdf(bytes: Buffer): boolean {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - PDF_TAIL))
  return !tail.includes('%%EOF') || !tail.includes('startxref')
}

function isBrokenZip(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(ZIP_END)
  if (end === -1 || end < bytes.length - ZIP_TAIL || end + ZIP_END_BYTES > bytes.length) return true
  const size = bytes.readUInt32LE(end + 12)
  const offset = bytes.readUInt32LE(end + 16)
  return size !== ZIP64 && offset !== ZIP64 && offset + size > end
}

function isBrokenSevenZip(bytes: Buffer): boolean {
  if (bytes.length < SEVEN_ZIP_HEADER) return true
  const offset = bytes.readBigUInt64LE(12)
  const size = bytes.readBigUInt64LE(20)
  return BigInt(SEVEN_ZIP_HEADER) + offset + size > BigInt(bytes.length)
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.length >= signature.length && bytes.compare(signature, 0, signature.length, 0, signature.length) === 0
}
