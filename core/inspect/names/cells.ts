import { plainWord } from '../characters.ts'
import { COUNTRIES } from '../data/countries.ts'
import type { ScoredSpan, Span } from '../rule.ts'
import { isFeature } from './features.ts'
import { BREAKER_AFTER, COMMON, FAMILY, GIVEN, meaningOf, NOT_NAME } from './lexicon.ts'
import { PARTICLES } from './words.ts'

/** A longer cell is a sentence. */
const CELL_MAX = 60
const SEPARATORS = ['\t', ';', '|', ',']
/** So many lines from the first of a population are read at once, a few of them before. */
const LINES = 32
const LINES_BEFORE = 12
const LINE_MAX = 2000

/** A cell of a table, or a member of JSON, that a name fills or begins. */
interface Cell extends Span {
  /** What all cells of its column share: the separator, the index of the column and how many there are, or the name of a member. */
  readonly column: string
}

/** What stands in the cells of one column, in a stretch of the text. */
interface Population extends Span {
  readonly values: ReadonlySet<string>
  /** How many are certainly no persons. */
  readonly things: number
}

/**
 * Of names, those that do not stand where data have those of countries, towns, species or cars: in a column most of whose cells are no
 * names of persons, beside coordinates, or in a shape of a map.
 */
export function ofPersons(text: string, found: readonly ScoredSpan[]): ScoredSpan[] {
  if (found.length === 0) return []
  const populations = new Map<string, Population>()
  const names = new Set(found.map(({ start, end }) => text.slice(start, end)))
  return found.filter(({ start, end, score = 0 }) => {
    if (PLACES.has(plainWord(text.slice(start, end)))) return false
    const cell = cellOf(text, start, end)
    if (cell === undefined) return true
    if (isFeature(text, cell) || isBesideCoordinates(text, cell)) return false
    let population = populations.get(cell.column)
    if (population === undefined || cell.start < population.start || cell.start >= population.end) {
      population = populationOf(text, cell)
      populations.set(cell.column, population)
    }
    const persons = [...population.values].filter((value) => value.includes(' ') && names.has(value)).length
    return population.things < THINGS_MIN || population.things < Math.max(1, persons) * (score >= SURE ? 3 : 2)
  })
}

/** Fewer things stand in a column of persons as well: a firm, a gap. */
const THINGS_MIN = 3
/** Both words are known as names. */
const SURE = 0.85

/** Of more than one word, which the lists of words cannot tell. */
const PLACES: ReadonlySet<string> = new Set(
  [
    ...COUNTRIES,
    ...`Puerto Rico|Saudi Arabia|W. Sahara|Western Sahara|Sri Lanka|Burkina Faso|Sierra Leone|San Marino|Santa Lucia|Saint Lucia|St. Lucia
St. Helena|Saint Helena|St. Martin|Saint Martin|Saint Barthélemy|St. Barthélemy|St-Barthélemy|Tristan da Cunha|Franz Josef|Franz Josef Land|Tierra del Fuego
Irian Jaya|Juan Fernandez|Santiago del Estero|Rio Grande|Rio Negro|Santa Cruz|Santa Fe|San Juan|San Luis|San Jose|Buenos Aires|Baja California`.split(
      /[|\n]/,
    ),
  ]
    .filter((name) => /[ .-]/.test(name))
    .map(plainWord),
)

const MEMBER = /"([^"\\]{1,40})\\?"\s?:\s{0,2}\\?"$/
const MEMBER_MAX = 64

function cellOf(text: string, start: number, end: number): Cell | undefined {
  const member = MEMBER.exec(text.slice(Math.max(0, start - MEMBER_MAX), start))?.[1]
  if (member !== undefined) {
    const to = text.slice(end, end + CELL_MAX).search(/["\\\n]/)
    return to === -1 ? undefined : { start, end: end + to, column: `"${member}"` }
  }
  // Words that belong to it stand before it: "NORTHERN MID-ATLANTIC RIDGE".
  const led = LEAD.exec(text.slice(Math.max(0, start - CELL_MAX), start))?.[0].length ?? 0
  let from = start - led
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '"')) from--
  const before = from === 0 ? '\n' : (text[from - 1] as string)
  const rest = text.slice(end, end + CELL_MAX)
  const length = rest.search(/[\t;|,\n\r]/)
  const to = length === -1 ? (end + CELL_MAX < text.length ? -1 : text.length) : end + length
  if (to === -1) return undefined
  const after = text[to] ?? '\n'
  const separator = SEPARATORS.includes(after) ? after : SEPARATORS.includes(before) ? before : undefined
  if (before !== '\n' && before !== separator) return undefined
  if (separator === undefined) return isShouted(text.slice(start, to)) ? { start, end: to, column: '\n' } : undefined
  if (after !== '\n' && after !== '\r' && after !== separator) return undefined
  // Commas with blanks behind them are those of sentences.
  if (separator === ',' && (after === ',' ? text[to + 1] === ' ' : text[from] === ' ')) return undefined
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  if (start - lineStart > LINE_MAX) return undefined
  const index = cellsOf(text.slice(lineStart, from), separator).length - 1
  const lineEnd = text.indexOf('\n', to)
  const behind = cellsOf(text.slice(to, lineEnd === -1 ? to + LINE_MAX : lineEnd), separator).length - 1
  return { start, end: to, column: `${separator}${index}/${index + 1 + behind}` }
}

const LEAD = /(?:(?:\p{Lu}[\p{L}.'’-]*|of|de) ){0,3}$/u

/** Cells with a separator of their own have quotation marks around them. */
function cellsOf(line: string, separator: string): string[] {
  const cells = line.split(separator)
  if (!line.includes('"')) return cells
  const whole: string[] = []
  let isOpen = false
  for (const cell of cells) {
    if (isOpen) whole[whole.length - 1] += cell
    else whole.push(cell)
    if (cell.split('"').length % 2 === 0) isOpen = !isOpen
  }
  return whole
}

function populationOf(text: string, { start, column }: Cell): Population {
  if (column.startsWith('"')) return membersAround(text, start, column)
  let from = start
  for (let n = 0; n <= LINES_BEFORE && from > 0 && start - from < LINES_BEFORE * LINE_MAX; n++)
    from = text.lastIndexOf('\n', from - 1)
  const lines = text.slice(Math.max(0, from + 1), start + LINES * LINE_MAX).split('\n', LINES)
  const separator = column.charAt(0)
  const [index = 0, count = 0] = column.slice(1).split('/').map(Number)
  const isList = column === '\n'
  const values = new Set<string>()
  let rows = 0
  let end = Math.max(0, from + 1)
  for (const line of lines) {
    end += line.length + 1
    const cells = isList ? [line] : cellsOf(line.slice(0, LINE_MAX), separator)
    if (!isList && cells.length !== count) continue
    rows++
    const value = cells[index]?.replaceAll(/^[\s"']+|[\s"']+$/g, '')
    if (value !== undefined && value !== '') values.add(value)
  }
  // A signature is a list of lines as well.
  if (isList ? [...values].filter(isShouted).length < SHOUTED_MIN : rows < ROWS_MIN || rows * 2 < lines.length)
    values.clear()
  return { start: Math.max(0, from + 1), end, values, things: countThings(values) }
}

const SHOUTED_MIN = 8
/** Fewer lines with as many commas are sentences. */
const ROWS_MIN = 4

function isShouted(line: string): boolean {
  return line.length <= CELL_MAX && /\p{Lu}{3}/u.test(line) && !/\p{Ll}/u.test(line)
}

const MEMBERS_REACH = 4096

function membersAround(text: string, at: number, column: string): Population {
  const start = Math.max(0, at - MEMBERS_REACH / 4)
  const end = Math.min(text.length, at + MEMBERS_REACH)
  const values = new Set<string>()
  const stretch = text.slice(start, end)
  for (let i = stretch.indexOf(column); i !== -1; i = stretch.indexOf(column, i + 1)) {
    const value = /^\s?:\s{0,2}"([^"\\]{1,60})"/.exec(
      stretch.slice(i + column.length, i + column.length + CELL_MAX + 8),
    )?.[1]
    if (value !== undefined) values.add(value)
  }
  return { start, end, values, things: countThings(values) }
}

function countThings(values: Iterable<string>): number {
  let things = 0
  for (const value of values) if (isThing(value)) things++
  return things
}

const WORDS_MAX = 4

/** Whether a value is certainly no person's name, nor a part of one. */
function isThing(value: string): boolean {
  if (/[0-9_/()&]/.test(value)) return /\p{L}/u.test(value)
  const words = value.split(/[ ,.]+/).filter(Boolean)
  if (words.length === 0) return false
  if (words.length > WORDS_MAX) return true
  const meanings = words.map((word) => meaningOf(plainWord(word)))
  if (meanings.some((meaning) => (meaning & (NOT_NAME | BREAKER_AFTER)) !== 0)) return true
  if (words.length === 1) return ((meanings[0] as number) & (GIVEN | FAMILY)) === 0
  if (words.some((word) => GEOGRAPHY.has(plainWord(word)))) return true
  if (/^\p{Ll}/u.test(value) && !PARTICLES.has(plainWord(words[0] as string))) return true
  return meanings.every((meaning) => (meaning & COMMON) !== 0 || (meaning & (GIVEN | FAMILY)) === 0)
}

const GEOGRAPHY: ReadonlySet<string> = new Set(
  `ridge strait sea ocean gulf basin plateau coast region border territory province peninsula archipelago rise trench springs hills heights creek
  falls valley township borough parish census unified district republic kingdom states isle isles ilha rio cidade villa ciudad bad upper lower great
  northern southern eastern western central`.split(/\s+/),
)

/** Degrees with three decimals or more: marks and prices have fewer. */
const DEGREES = /-?[0-9]{1,3}\.[0-9]{3,}/
const COORDINATES_AFTER = new RegExp(
  `^"?\\s{0,4}[,;\\t|]\\s{0,4}${DEGREES.source}\\s{0,4}[,;\\t|]\\s{0,4}${DEGREES.source}(?![0-9])`,
)
const COORDINATES_BEFORE = new RegExp(
  `(?<![0-9.])${DEGREES.source}\\s{0,4}[,;\\t|]\\s{0,4}${DEGREES.source}\\s{0,4}[,;\\t|]\\s{0,4}"?$`,
)
const COORDINATES_MAX = 64

function isBesideCoordinates(text: string, { start, end }: Span): boolean {
  return (
    COORDINATES_AFTER.test(text.slice(end, end + COORDINATES_MAX)) ||
    COORDINATES_BEFORE.test(text.slice(Math.max(0, start - COORDINATES_MAX), start))
  )
}
