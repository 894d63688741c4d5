import { Parser } from 'htmlparser2'
import type { Gathered } from './gathered.ts'
import { MAX_ELEMENTS_DEEP, SLICE_LENGTH } from './limits.ts'
import { isSetting, isUsualName } from './setting.ts'

/** Local names of elements that end a line, in WordprocessingML, DrawingML, ODF and HTML. */
const LINES: ReadonlySet<string> = new Set(
  'p h br cr tr table-row row line-break si list-item sp page comment note div li h1 h2 h3 h4 h5 h6 title td th'.split(
    ' ',
  ),
)
const CELLS: ReadonlySet<string> = new Set(['tc', 'table-cell'])
const TABS: ReadonlySet<string> = new Set(['tab', 'ptab'])
const PROPERTIES: ReadonlySet<string> = new Set(['coreProperties', 'Properties', 'document-meta', 'package'])

interface MarkupText {
  /** The text of the elements, in the order of the document. */
  readonly text: string
  /** What stands beside it in the source. */
  readonly asides: ReadonlySet<string>
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
 * @returns what the source holds besides elements and their text: attributes, comments, declarations, and what the parser passes over
 */
export function walkMarkup(
  gathered: Gathered,
  source: string,
  handler: MarkupHandler,
  xmlMode = true,
): ReadonlySet<string> {
  const asides = new Set<string>()
  let depth = 0
  let end = 0
  /** Attributes without quotation marks, which XML does not know: `<a the words of a sentence>`. */
  let loose: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        reached()
        if (loose.length > 0) asides.add(loose.join(' '))
        handler.open(localName(name), attributes)
      },
      onclosetag(name, isImplied) {
        depth--
        if (!isImplied) reached()
        handler.close(localName(name))
      },
      ontext(text) {
        reached()
        handler.text(text)
      },
      onopentagname(name) {
        loose = []
        if (!isUsualName(name)) asides.add(name)
      },
      onattribute(name, value, quote) {
        if (typeof quote !== 'string') loose.push(`${name} ${value}`.trim())
        if (!isUsualName(name)) asides.add(name)
        if (!isSetting(localName(name), value)) asides.add(value)
      },
      oncomment(comment) {
        reached()
        asides.add(comment)
      },
      onprocessinginstruction(_name, instruction) {
        reached()
        asides.add(instruction)
      },
    },
    { xmlMode, decodeEntities: true },
  )
  const reached = () => {
    end = Math.max(end, parser.endIndex + 1)
  }
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
  // A tag that does not end is told to nobody.
  asides.add(source.slice(end))
  for (const beside of closingTags(source)) asides.add(beside)
  return asides
}

/** What closing tags hold that a name cannot be. */
function* closingTags(source: string): Iterable<string> {
  for (let at = source.indexOf('</'); at !== -1; at = source.indexOf('</', at)) {
    const end = source.indexOf('>', at)
    if (end === -1) return
    const name = source.slice(at + 2, end).trim()
    if (!isUsualName(name)) yield name
    at = end
  }
}

export function readHtml(gathered: Gathered, html: string): void {
  const { text, asides } = textOfMarkup(gathered, html, false)
  gathered.text(text)
  gathered.asides(asides)
}

/** The text of a document; a table's cells stand beside each other, so that a number keeps its label. */
export function textOfMarkup(gathered: Gathered, source: string, xmlMode = true): MarkupText {
  // Properties of a document stand in elements beside each other, with nothing between them.
  let isList = false
  let text = ''
  let root = ''
  let cells = 0
  const asides = walkMarkup(
    gathered,
    source,
    {
      open(name) {
        if (root === '') {
          root = name
          isList = PROPERTIES.has(name)
        }
        if (CELLS.has(name)) cells++
        else if (TABS.has(name)) text += '\t'
        // OpenDocument writes spaces beside each other as an element.
        else if (name === 's') text += ' '
        else if (name === 'noBreakHyphen') text += '-'
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
  return { text, asides, root }
}

export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
