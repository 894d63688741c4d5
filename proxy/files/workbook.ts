import type { Gathered } from './gathered.ts'
import { walkMarkup } from './markup.ts'
import { isTellingFormula } from './setting.ts'

/** The strings of a workbook that its cells name by number (ECMA-376 part 1, 18.4.9). */
export function readSharedStrings(gathered: Gathered, source: string): string[] {
  const strings: string[] = []
  const beside: string[] = []
  let current = ''
  let inText = false
  const asides = walkMarkup(gathered, source, {
    open(name) {
      if (name === 't') inText = true
      else if (name === 'si') {
        beside.push(current)
        current = ''
      }
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'si') {
        strings.push(current)
        current = ''
      }
    },
    text(piece) {
      if (inText) current += piece
      else if (piece.trim() !== '') beside.push(piece)
    },
  })
  // Texts of no string at all, and one that does not end.
  gathered.context([...beside, current].join('\n'))
  gathered.asides(asides)
  return strings
}

/** The cells of a sheet, a row a line, with tabs between cells (ECMA-376 part 1, 18.3.1.4): a column's head stands above its values. */
export function readSheet(gathered: Gathered, source: string, strings: readonly string[]): void {
  const lines: string[] = []
  let cells: string[] = []
  const formulas: string[] = []
  let beside = ''
  let type = ''
  let value = ''
  let within = ''
  // Cells without a row, and values without a cell, are not to vanish.
  const endCell = () => {
    if (value !== '') cells.push(value)
    value = ''
  }
  const endRow = () => {
    if (cells.length > 0) lines.push(cells.join('\t'))
    cells = []
  }
  const asides = walkMarkup(gathered, source, {
    open(name, attributes) {
      if (name === 'row') endRow()
      else if (name === 'c') {
        endCell()
        type = attributes.t ?? ''
      } else if (name === 'v' || name === 't' || name === 'f') within = name
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') within = ''
      else if (name === 'c') {
        cells.push(cellText(type, value, strings))
        value = ''
      } else if (name === 'row') endRow()
    },
    text(piece) {
      if (within === 'f') {
        // A formula with a text of its own: what it says is not always what its cell shows.
        if (isTellingFormula(piece)) formulas.push(piece)
      } else if (within !== '') value += piece
      // Heads and feet of pages, names of tables, comments.
      else if (piece.trim() !== '') beside += `${piece}\n`
    },
  })
  endCell()
  endRow()
  gathered.text(lines.join('\n'))
  gathered.context([beside, ...formulas].join('\n'))
  gathered.asides(asides)
}

function cellText(type: string, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? value
  // A long number may be written with an exponent: 4.111111111111111E15.
  if (/^-?\d(?:\.\d+)?E\+?\d{1,2}$/i.test(value)) {
    const number = Number(value)
    if (Number.isSafeInteger(number)) return number.toFixed(0)
  }
  return value
}
