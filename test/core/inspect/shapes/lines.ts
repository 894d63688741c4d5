import { charactersOf, cutOf, halvesOf, type Shape, shape } from './shape.ts'
import type { Value } from './values.ts'

/** Mail clients, terminals, editors and programs that wrap lines. */
export const LINES: readonly Shape[] = [
  joined('a line end', '\n'),
  joined('a line end with CR', '\r\n'),
  joined('a line end and blanks', '\n    '),
  joined('a line end and a tab', '\n\t'),
  grouped('a line end between groups', '\n'),
  grouped('a line end with CR between groups', '\r\n'),
  grouped('a line end between groups, indented', '\n      '),
  joined('a quoted mail', '\n> ', '> '),
  joined('a quoted mail within another', '\n>> ', '>> '),
  joined('a quoted mail with CR', '\r\n> ', '> '),
  grouped('groups in a quoted mail', '\n> ', '> '),
  joined('a soft break of quoted-printable', '=\r\n'),
  grouped('a soft break of quoted-printable between groups', ' =\r\n'),
  joined('a continued line of a shell', '\\\n'),
  joined('a hyphen and a line end', '-\n'),
  joined('comments of a program', '\n// ', '// '),
  joined('comments of a script', '\n# ', '# '),
  joined('a block comment', '\n * ', ' * '),
  joined('added lines of a diff', '\n+', '+'),
  joined('an escaped line end in JSON', '\\n'),
  joined('a break of HTML', '<br>'),
  joined('a break of HTML that closes itself', '<br/>\n'),
  joined('a place for a break in HTML', '<wbr>'),
  shape('a narrow terminal: three lines', ({ compact }) => {
    const third = Math.ceil(compact.length / 3)
    return `${compact.slice(0, third)}\n${compact.slice(third, 2 * third)}\n${compact.slice(2 * third)}`
  }),
  shape('a paragraph that a terminal of 80 columns cuts', (value) => paragraph(value, 80, '\n')),
  shape('a paragraph that a mail of 76 columns cuts', (value) => paragraph(value, 76, '\r\n')),
  shape('a quoted paragraph that a mail of 72 columns cuts', (value) => paragraph(value, 72, '\n> ', '> ')),
  shape('a folded text of YAML', (value) => `note: >-\n  ${cutOf(value).join('\n  ')}\n`),
  shape('each group in a line', ({ groups }) => groups.join('\n')),
  shape('each group in a line with CR', ({ groups }) => groups.join('\r\n')),
  shape('each character in a line', (value) => charactersOf(value).join('\n')),
  shape('two lines of a box', (value) => {
    const [head, tail] = cutOf(value)
    return `+${'-'.repeat(32)}+\n| ${head.padEnd(30)} |\n| ${tail.padEnd(30)} |\n+${'-'.repeat(32)}+`
  }),
  shape('two rows of a column in Markdown', (value) => {
    const [head, tail] = cutOf(value)
    return `| ${head} |\n| ${tail} |`
  }),
]

function joined(name: string, joint: string, before = ''): Shape {
  return shape(name, (value) => before + cutOf(value).join(joint))
}

function grouped(name: string, joint: string, before = ''): Shape {
  return shape(name, (value) => {
    const halves = halvesOf(value)
    return halves === undefined ? undefined : before + halves.join(joint)
  })
}

const WORDS =
  'Hello, as we agreed on the phone this morning I send you what you need for the transfer of last month, which has not been done yet, since the bank'

/** A text in lines of a length, in which the value begins shortly before the end of the second one. */
function paragraph({ compact }: Value, width: number, joint: string, before = ''): string {
  const text = `${WORDS.slice(0, 2 * width - 10).replace(/\S*$/, '')}${compact} before Friday, thanks.`
  return before + (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(joint)
}
