import { charactersOf, cutOf, isOfDigits, type Shape, shape } from './shape.ts'
import type { Value } from './values.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'

/** Tables, lists and what programs print of them. */
export const CELLS: readonly Shape[] = [
  ...both('cells of Markdown', (pieces) => `| ${pieces.join(' | ')} |`),
  ...both('cells of Markdown below a head', (pieces) => {
    const heads = pieces.map((_, index) => LETTERS[index] ?? '')
    return `| ${heads.join(' | ')} |\n|${'---|'.repeat(pieces.length)}\n| ${pieces.join(' | ')} |`
  }),
  ...both('cells of Markdown without blanks', (pieces) => `|${pieces.join('|')}|`),
  ...both('rows of Markdown', (pieces) => `| part |\n|---|\n${pieces.map((piece) => `| ${piece} |`).join('\n')}`),
  ...both(
    'numbered rows of Markdown',
    (pieces) => `| n | part |\n|---|---|\n${pieces.map((piece, index) => `| ${index + 1} | ${piece} |`).join('\n')}`,
  ),
  ...both('cells of HTML', (pieces) => `<tr>${pieces.map((piece) => `<td>${piece}</td>`).join('')}</tr>`),
  ...both(
    'cells of HTML in lines',
    (pieces) => `<tr>\n${pieces.map((piece) => `  <td>${piece}</td>`).join('\n')}\n</tr>`,
  ),
  ...both('items of HTML', (pieces) => `<ul>\n${pieces.map((piece) => `<li>${piece}</li>`).join('\n')}\n</ul>`),
  ...both('cells of a drawn table', (pieces) => `│ ${pieces.join(' │ ')} │`),
  ...both('cells of LaTeX', (pieces) => `${pieces.join(' & ')} \\\\`),
  ...both('commas', (pieces) => pieces.join(',')),
  ...both('commas and blanks', (pieces) => pieces.join(', ')),
  ...both('semicolons', (pieces) => pieces.join(';')),
  ...both('semicolons and blanks', (pieces) => pieces.join('; ')),
  ...both('tabs', (pieces) => pieces.join('\t')),
  ...both('several blanks', (pieces) => pieces.join('   ')),
  ...both('quoted fields of CSV', (pieces) => pieces.map((piece) => `"${piece}"`).join(',')),
  ...both('bullets', (pieces) => pieces.map((piece) => `- ${piece}`).join('\n')),
  ...both('bullets with stars', (pieces) => pieces.map((piece) => `* ${piece}`).join('\n')),
  ...both('drawn bullets', (pieces) => pieces.map((piece) => `• ${piece}`).join('\n')),
  ...both('numbered items', (pieces) => pieces.map((piece, index) => `${index + 1}. ${piece}`).join('\n')),
  ...both('numbered items with brackets', (pieces) =>
    pieces.map((piece, index) => `${index + 1}) ${piece}`).join('\n'),
  ),
  ...both('a list of YAML in quotes', (pieces) => `parts:\n${pieces.map((piece) => `  - "${piece}"`).join('\n')}`),
  ...both('an array of JSON', (pieces) => JSON.stringify(pieces)),
  ...both('an array of JSON in lines', (pieces) => JSON.stringify(pieces, null, 2)),
  ...both('members of JSON', (pieces) =>
    JSON.stringify(Object.fromEntries(pieces.map((piece, index) => [`p${index + 1}`, piece]))),
  ),
  ...both('assignments', (pieces) => pieces.map((piece, index) => `part${index + 1}=${piece}`).join('\n')),
  ...both('named lines', (pieces) => pieces.map((piece, index) => `Part ${index + 1}: ${piece}`).join('\n')),
  ...both('a tuple of Python', (pieces) => `(${pieces.map((piece) => `'${piece}'`).join(', ')})`),
  ...both('pieces in brackets', (pieces) => pieces.map((piece) => `[${piece}]`).join('')),
  ...both('pieces with slashes', (pieces) => pieces.join('/')),
  ...both('pieces with arrows', (pieces) => pieces.join(' -> ')),
  shape('an array of JSON of digits', (value) =>
    isOfDigits(value) ? JSON.stringify(charactersOf(value).map(Number)) : undefined,
  ),
  shape('an array of JSON of digits in lines', (value) =>
    isOfDigits(value) ? JSON.stringify(charactersOf(value).map(Number), null, 2) : undefined,
  ),
  shape('an array of JSON of groups as numbers', (value) =>
    value.type === 'CREDIT_CARD' ? JSON.stringify(value.groups.map(Number)) : undefined,
  ),
  shape('a list of YAML of digits', (value) =>
    isOfDigits(value)
      ? `digits:\n${charactersOf(value)
          .map((digit) => `  - ${digit}`)
          .join('\n')}`
      : undefined,
  ),
  shape('two cells of CSV', (value) => cutOf(value).join(',')),
  shape('two members of JSON', (value) => {
    const [head, tail] = cutOf(value)
    return JSON.stringify({ first: head, second: tail })
  }),
]

/** In groups, as tables and forms have them, and one character at a time. */
function both(name: string, write: (pieces: readonly string[]) => string): readonly Shape[] {
  return [
    shape(name, (value) => write(value.groups)),
    shape(`${name}, one character each`, (value) => (isLong(value) ? undefined : write(charactersOf(value)))),
  ]
}

/** What nobody writes into cells character by character. */
function isLong({ compact }: Value): boolean {
  return compact.length > 40
}
