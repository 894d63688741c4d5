import type { Gathered } from './gathered.ts'
import { textOfMarkup } from './markup.ts'
import { readSharedStrings, readSheet } from './workbook.ts'

/** One XML or HTML entry of a document. */
export interface OfficeEntry {
  readonly name: string
  readonly source: string
}

/** Local names of root elements whose text a person sees; all others hold settings and properties. */
const SHOWN: ReadonlySet<string> = new Set(
  // OOXML: text, heads and feet, notes, comments, slides; OpenDocument; EPUB.
  'document hdr ftr footnotes endnotes comments sld notes cmLst document-content html'.split(' '),
)
/** An OpenDocument file with a password says so in its manifest (part 3, 4.4). */
const ENCRYPTED = 'encryption-data'
const ROOT = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/
const ROOT_WITHIN = 4096

/** The text of a document's entries, told from each other by their root elements. */
export function readOffice(gathered: Gathered, entries: readonly OfficeEntry[]): void {
  const rooted = entries.map((entry) => ({ ...entry, root: rootOf(entry.source) }))
  const strings = rooted
    .filter(({ root }) => root === 'sst')
    .flatMap(({ source }) => readSharedStrings(gathered, source))
  const sheets = rooted.filter(({ root }) => root === 'worksheet')
  for (const { source } of sheets) readSheet(gathered, source, strings)
  // Strings that no cell names are in the file all the same.
  if (strings.length > 0) gathered.context(strings.join('\n'))
  for (const { name, root, source } of rooted) {
    if (root === 'sst' || root === 'worksheet') continue
    if (root === 'manifest' && name.endsWith('manifest.xml') && source.includes(ENCRYPTED))
      gathered.problem('encrypted')
    const { text, asides } = textOfMarkup(gathered, source)
    if (SHOWN.has(root)) gathered.text(text)
    else gathered.context(text)
    gathered.asides(asides)
  }
}

function rootOf(source: string): string {
  return ROOT.exec(source.slice(0, ROOT_WITHIN))?.[1] ?? ''
}
