import { getResolvedPDFJS } from 'unpdf'
import { FileBoundError } from './allowance.ts'
import { withCountedMemory } from './counted-memory.ts'
import type { ReadInner } from './file-reading.ts'
import type { Gathered } from './gathered.ts'

const IMAGE = '/Image'
const BEFORE_IMAGE = 24
/** What pdf.js keeps for itself and for one document, and a stream in the two sizes between which it grows. */
const LIBRARY_BYTES = 16_777_216
const IMAGE_TYPE = /\/Subtype\s*\/Image(?![A-Za-z])/

/** A PDF (ISO 32000): the text of its pages, what its forms and notes hold, its properties, and what is attached. */
export async function readPdf(gathered: Gathered, bytes: Buffer, readInner: ReadInner): Promise<void> {
  // pdf.js unpacks a stream to its end, in layers, and keeps it: two kilobytes may be a gigabyte.
  const most = Math.max(gathered.allowance.mostOf(bytes.length), bytes.length) + bytes.length + LIBRARY_BYTES
  const isWhole = await withCountedMemory(most, () => readWith(gathered, bytes, readInner))
  if (!isWhole) throw new FileBoundError('too_large')
}

async function readWith(gathered: Gathered, bytes: Buffer, readInner: ReadInner): Promise<void> {
  const pdfjs = await getResolvedPDFJS()
  const task = pdfjs.getDocument({
    // It takes the bytes over.
    data: new Uint8Array(bytes),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
    enableXfa: false,
  })
  if (hasImage(bytes)) gathered.problem('media')
  try {
    const pdf = await task.promise
    const attached: AttachedFiles = pdf
    const readAttached = async (id: string) => {
      gathered.allowance.entry()
      const content = await contentOf(attached, id)
      if (content === undefined) return gathered.problem('unsupported')
      gathered.allowance.unpacked(content.length)
      await readInner(Buffer.from(content))
    }
    for (let number = 1; number <= pdf.numPages; number++) {
      gathered.allowance.check()
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      let text = ''
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
      gathered.text(text)
      // A scanned page is a picture of its text.
      if (text.trim() === '') gathered.problem('media')
      for (const note of await page.getAnnotations()) {
        gathered.text(textOfNote(note))
        gathered.asides(stringsOf(note.file))
        for (const { fileId } of [note, note.richMedia ?? {}])
          if (typeof fileId === 'string') await readAttached(fileId)
      }
      page.cleanup()
    }
    const { info } = await pdf.getMetadata()
    gathered.context(stringsOf(info).join('\n'))
    // A form within the form, in XML (ISO 32000-1, 12.7.8).
    if ('IsXFAPresent' in info && info.IsXFAPresent === true) gathered.problem('unsupported')
    const attachments: unknown = await pdf.getAttachments()
    for (const [id, attachment] of attachments instanceof Map ? attachments : []) {
      gathered.asides(stringsOf(attachment))
      await readAttached(String(id))
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'PasswordException') throw error
    gathered.problem('encrypted')
  } finally {
    await task.destroy()
  }
}

/** What pdf.js has and unpdf's types do not: it no longer hands out contents with the list of attached files. */
interface AttachedFiles {
  getAttachmentContent?(id: string): Promise<unknown>
}

async function contentOf(pdf: AttachedFiles, id: string): Promise<Uint8Array | undefined> {
  const content = await pdf.getAttachmentContent?.(id)
  return content instanceof Uint8Array ? content : undefined
}

/** Whether there is a picture: a stream of its own, whose head is never packed (ISO 32000-1, 7.5.7 and 8.9.5). */
function hasImage(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(IMAGE); at !== -1; at = bytes.indexOf(IMAGE, at + IMAGE.length)) {
    const around = bytes.toString('latin1', Math.max(0, at - BEFORE_IMAGE), at + IMAGE.length + 1)
    if (IMAGE_TYPE.test(around)) return true
  }
  return false
}

/** What a person has written into a note or a field of a form, and where a link leads. */
function textOfNote(note: Readonly<Record<string, unknown>>): string {
  const { fieldValue, url, contentsObj, titleObj } = note
  const shown = [fieldValue, strOf(titleObj), strOf(contentsObj), url]
  return shown
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isText)
    .join('\n')
}

function strOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'str' in value ? value.str : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== 'Off'
}

function stringsOf(info: unknown): string[] {
  if (typeof info !== 'object' || info === null) return []
  return Object.values(info).filter(isText)
}
