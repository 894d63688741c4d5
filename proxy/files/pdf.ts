import { getResolvedPDFJS } from 'unpdf'
import type { ReadInner } from './file-reading.ts'
import type { Gathered } from './gathered.ts'

/** A PDF (ISO 32000): the text of its pages, what its forms and notes hold, its properties, and what is attached. */
export async function readPdf(gathered: Gathered, bytes: Buffer, readInner: ReadInner): Promise<void> {
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
  try {
    const pdf = await task.promise
    for (let number = 1; number <= pdf.numPages; number++) {
      gathered.allowance.check()
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      let text = ''
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
      gathered.text(text)
      // A scanned page is a picture of its text.
      if (text.trim() === '') gathered.problem('media')
      for (const note of await page.getAnnotations()) gathered.text(textOfNote(note))
      page.cleanup()
    }
    const { info } = await pdf.getMetadata()
    gathered.context(stringsOf(info).join('\n'))
    const attachments: unknown = await pdf.getAttachments()
    for (const attachment of Object.values(attachments ?? {})) {
      gathered.allowance.entry()
      const { filename, content } = attachment as { readonly filename?: unknown; readonly content?: unknown }
      if (typeof filename === 'string') gathered.context(filename)
      if (!(content instanceof Uint8Array)) continue
      gathered.allowance.unpacked(content.length)
      await readInner(Buffer.from(content))
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'PasswordException') throw error
    gathered.problem('encrypted')
  } finally {
    await task.destroy()
  }
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
