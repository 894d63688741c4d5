import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'
import { CELLS } from './cells.ts'
import { CHARACTERS } from './characters.ts'
import { CODES } from './codes.ts'
import { LINES } from './lines.ts'
import type { Shape } from './shape.ts'
import { VALUES, type Value } from './values.ts'

const SHAPES: readonly Shape[] = [...LINES, ...CELLS, ...CODES, ...CHARACTERS]

/** A word beside an SSN has to name it: nine digits alone are anything. In these shapes it stands in another line, or cells are between. */
const UNNAMED = [
  'a soft break of quoted-printable',
  'a continued line of a shell',
  'a hyphen and a line end',
  'a break of HTML that closes itself',
  'two lines of a box',
  'two rows of a column in Markdown',
  'cells of Markdown below a head',
  'rows of Markdown',
  'rows of Markdown, one character each',
  'numbered rows of Markdown',
  'numbered rows of Markdown, one character each',
  'cells of HTML in lines',
  'items of HTML',
  'a list of YAML in quotes',
  'assignments',
  'assignments, one character each',
  'named lines',
  'named lines, one character each',
  'pieces with slashes, one character each',
  'points between all characters',
  'dashes between all characters',
]
/** Any two numbers, or two words, would make up such a value; an account has its country, length and check digits. */
const TWO_FIELDS = ['card', 'NIR', 'SSN', 'SIRET', 'AWS', 'GitHub', 'address']
const ALL = VALUES.map(({ name }) => name)
/** What is known to pass, by shape: docs/policies.md names it. */
const PASSES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(UNNAMED.map((name) => [name, ['SSN']])),
  'two cells of CSV': TWO_FIELDS,
  'two members of JSON': TWO_FIELDS,
  // Signs that are signs of the value as well.
  'pieces with slashes': ['OpenAI', 'address'],
  'dashes between all characters': ['SSN', 'OpenAI'],
  // A word and a colon before the first pair looks like one of the pairs.
  'hex with colons': ['NIR', 'SSN'],
  // Nothing tells these from other noise: every word of a text would have to be decoded.
  'base64 of raw deflate': ALL,
  'ascii85 without marks': ALL,
  base85: ALL,
  Z85: ALL,
}

let tried = 0
let passed = 0

for (const shape of SHAPES) {
  test(`a value in ${shape.name} is found`, (t) => {
    const written = VALUES.filter((value) => shape.write(value) !== undefined)
    const missed = written.filter((value) => textsOf(value, shape).some((text) => !isFound(text, value)))
    tried += written.length
    passed += missed.length
    t.deepEqual(
      missed.map(({ name }) => name),
      PASSES[shape.name] ?? [],
    )
  })
}

test.after.always((t) => t.log(`${passed} of ${tried} shapes of values pass`))

/** With a word that names it, as people paste it, and alone. */
function textsOf(value: Value, { write }: Shape): string[] {
  const written = write(value) ?? ''
  const named = `${value.label}:${written.includes('\n') ? '\n' : ' '}${written}\n`
  return value.type === 'SSN' ? [named] : [named, `Please look at this:\n\n${written}\n\nThanks.`]
}

function isFound(text: string, { type }: Value): boolean {
  return classify(text).classifications.some((found) => found.type === type)
}
