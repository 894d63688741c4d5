import { Parser } from 'htmlparser2'
import type { Gathered } from './gathered.ts'
import { MAX_ELEMENTS_DEEP, SLICE_LENGTH } from './limits.ts'

/** Local names of elements that end a line, in WordprocessingML, DrawingML, ODF and HTML. */
const LINES: ReadonlySet<string> = new Set(
  'p h br cr tr table-row row line-break si list-item sp page comment note div li h1 h2 h3 h4 h5 h6 title td th'.split(
    ' ',
  ),
)
const CELLS: ReadonlySet<string> = new Set(['tc', 'table-cell'])
const TABS: ReadonlySet<string> = new Set(['tab', 'ptab'])
/** Attributes that a person fills in, or that hold a value which the text shows in another form. */
const TELLING: ReadonlySet<string> = new Set(
  'descr title alt author href src string-value date-value content value'.split(' '),
)
const PROPERTIES: ReadonlySet<string> = new Set(['coreProperties', 'Properties', 'document-meta', 'package'])
const TARGET = /^(?:mailto:|https?:)/i

interface MarkupText {
  /** The text of the elements, in the order of the document. */
  readonly text: string
  readonly attributes: string
  /** Local name of the first element. */
  readonly root: string
}

/** What is told of the elements of a document: local names, and attributes by local name. */
export interface MarkupHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

/**
 * Walks through XML or HTML. The parser knows no document types: it loads nothing, and an entity of the document's own stays as
 * it is written. It takes whatever is not well formed as browsers do, so a document that is cut off is read up to its end.
 */
export function walkMarkup(gathered: Gathered, source: string, handler: MarkupHandler, xmlMode = true): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        handler.open(localName(name), attributes)
      },
      onclosetag(name) {
        depth--
        handler.close(localName(name))
      },
      ontext: (text) => handler.text(text),
    },
    { xmlMode, decodeEntities: true },
  )
  for (let at = 0; at < source.length; at += SLICE_LENGTH) {
    gathered.allowance.check()
    // What each element costs the parser grows with those around it.
    if (depth > MAX_ELEMENTS_DEEP) {
      gathered.problem('too_deep')
      break
    }
    parser.write(source.slice(at, at + SLICE_LENGTH))
  }
  parser.end()
}

export function readHtml(gathered: Gathered, html: string): void {
  const { text, attributes } = textOfMarkup(gathered, html, false)
  gathered.text(text)
  gathered.context(attributes)
}

/** The text of a document; a table's cells stand beside each other, so that a number keeps its label. */
export function textOfMarkup(gathered: Gathered, source: string, xmlMode = true): MarkupText {
  // Properties of a document stand in elements beside each other, with nothing between them.
  let isList = false
  let text = ''
  let root = ''
  let cells = 0
  const attributes = new Set<string>()
  walkMarkup(
    gathered,
    source,
    {
      open(name, fields) {
        if (root === '') {
          root = name
          isList = PROPERTIES.has(name)
        }
        if (CELLS.has(name)) cells++
        else if (TABS.has(name)) text += '\t'
        // OpenDocument writes spaces beside each other as an element.
        else if (name === 's') text += ' '
        else if (name === 'noBreakHyphen') text += '-'
        for (const [field, value] of Object.entries(fields)) {
          if (isTelling(localName(field), value)) attributes.add(value)
        }
      },
      close(name) {
        if (CELLS.has(name)) {
          cells = Math.max(0, cells - 1)
          text += '\t'
        } else if (isList) text += '\n'
        else if (LINES.has(name)) text += cells > 0 ? ' ' : '\n'
      },
      text(piece) {
        text += piece
      },
    },
    xmlMode,
  )
  return { text, attributes: [...attributes].join('\n'), root }
}

export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** Short values are settings: `1`, `left`, `auto`. */
function isTelling(name: string, value: string): boolean {
  if (value.length < 5) return false
  return TELLING.has(name) || ((name === 'Target' || name === 'target') && TARGET.test(value))
}
