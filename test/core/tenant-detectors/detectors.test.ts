import { randomUUID } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { classify } from '../../../core/inspect/classify.ts'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import { findings, served } from './support.ts'

const pattern = (fields: object) => ({
  kind: 'pattern' as const,
  type: 'EMPLOYEE_ID',
  pattern: 'EMP-\\d{6}',
  ...fields,
})
const words = (list: readonly string[], fields: object = {}) => ({
  kind: 'dictionary' as const,
  type: 'PROJECT',
  words: list,
  ...fields,
})
const allow = (fields: object) => ({ kind: 'allow_list' as const, ...fields })
const IBAN = 'FR76 3000 6000 0112 3456 7890 189'

test('a pattern finds what it describes, as whole words unless it is told otherwise', (t) => {
  t.deepEqual(findings([pattern({})], 'EMP-123456, xEMP-123456, EMP-1234567 and emp-123456'), [
    'EMPLOYEE_ID EMP-123456',
  ])
  t.deepEqual(findings([pattern({ ignore_case: true })], 'emp-123456'), ['EMPLOYEE_ID emp-123456'])
  t.deepEqual(findings([pattern({ whole_words: false })], 'xEMP-1234567'), ['EMPLOYEE_ID EMP-123456'])
  t.deepEqual(findings([pattern({ pattern: 'badge: (?<value>\\w+)' })], 'badge: k7'), ['EMPLOYEE_ID k7'])
  t.deepEqual(findings([pattern({ pattern: '^ID \\d+$' })], 'a\nID 42\nb ID 43'), ['EMPLOYEE_ID ID 42'])
  t.deepEqual(findings([pattern({})], 'EMP-\uff11\uff12\uff13\uff14\uff15\uff16'), [
    'EMPLOYEE_ID EMP-\uff11\uff12\uff13\uff14\uff15\uff16',
  ])
})

test('a word nearby lifts the score of a match, and makes one of what is none without it', (t) => {
  const scoreOf = (fields: object, text: string) => {
    const { set } = compileDetectors([served(pattern({ pattern: '\\d{6}', context: ['Matricule'], ...fields }))])
    return classify(text, { extra: set }).classifications.find(({ type }) => type === 'EMPLOYEE_ID')?.score
  }
  t.is(scoreOf({}, 'value 123456'), 0.8)
  t.is(scoreOf({}, 'MATRICULE : 123456'), 0.95)
  t.is(scoreOf({ score: 0 }, 'value 123456'), undefined)
  t.is(scoreOf({ score: 0, context_score: 0.6 }, 'matricule 123456'), 0.6)
})

test('the words of a dictionary are found however they are spaced, accented and capitalised', (t) => {
  const detectors = [words(['Bellefeuille', 'Projet Aurore', 'sous-traitant', 'Équipe Ångström', 'C++', '极光'])]
  const cases: [text: string, expected: string[]][] = [
    ['BELLEFEUILLE', ['PROJECT BELLEFEUILLE']],
    ['le projet\n  aurore avance', ['PROJECT projet\n  aurore']],
    ['sous-traitant, sous traitant', ['PROJECT sous-traitant']],
    ['equipe angstrom', ['PROJECT equipe angstrom']],
    ['C++ and c++', ['PROJECT C++', 'PROJECT c++']],
    ['关于极光的', ['PROJECT 极光']],
    ['bellefeuilles, xbellefeuille', []],
  ]
  for (const [text, expected] of cases) t.deepEqual(findings(detectors, text), expected, text)
  t.deepEqual(findings([words(['aurora'], { whole_words: false })], 'preauroral'), ['PROJECT aurora'])
  t.deepEqual(findings([words(['Aurora'], { ignore_case: false })], 'aurora Aurora'), ['PROJECT Aurora'])
})

test('every word of a large dictionary is found', (t) => {
  const list = Array.from({ length: 5000 }, (_, index) => `word${index.toString(36)}x ${index}`)
  const { set } = compileDetectors([served(words(list))])
  const text = list.join('; ')
  const found = set?.detect(text, () => false).candidates.map(({ start, end }) => text.slice(start, end))
  t.deepEqual([...new Set(found)].sort(), [...list].sort())
})

test('an allow-list drops findings of the types it names, and of all where it names none', (t) => {
  const text = `pay ${IBAN} or write to jo@acme.fr and ann@example.com`
  t.deepEqual(findings([], text), [`IBAN ${IBAN}`, 'EMAIL jo@acme.fr', 'EMAIL ann@example.com'])
  t.deepEqual(findings([allow({ values: ['fr7630006000011234567890189'] })], text), [
    'EMAIL jo@acme.fr',
    'EMAIL ann@example.com',
  ])
  t.deepEqual(findings([allow({ values: [IBAN], types: ['EMAIL'] })], text).length, 3)
  t.deepEqual(findings([allow({ patterns: ['.*@example\\.com'] })], text), [`IBAN ${IBAN}`, 'EMAIL jo@acme.fr'])
  // Part of a value is not the value.
  t.deepEqual(findings([allow({ patterns: ['example'], values: ['acme.fr'] })], text).length, 3)
  t.deepEqual(findings([words(['Aurore']), allow({ values: ['AURORE'] })], 'Aurore'), [])
})

test('findings of different types may overlap where one is a tenant’s; of one type the stronger stays', (t) => {
  const line = pattern({ type: 'ACCOUNT_LINE', pattern: 'account .*' })
  t.deepEqual(findings([line], `account ${IBAN}`), [`ACCOUNT_LINE account ${IBAN}`, `IBAN ${IBAN}`])
  const part = pattern({ type: 'IBAN', pattern: '3000 6000' })
  t.deepEqual(findings([part], `account ${IBAN}`), [`IBAN ${IBAN}`])
  t.deepEqual(findings([pattern({}), pattern({ pattern: 'EMP-\\d{6} B' })], 'EMP-123456 B'), [
    'EMPLOYEE_ID EMP-123456 B',
  ])
})

test('in a long text nothing is found twice or lost between slices', (t) => {
  const filler = 'nothing to see here. '
  const parts = Array.from({ length: 40 }, (_, index) => `${filler.repeat(900)}EMP-${100_000 + index} Aurore `)
  const found = findings([pattern({}), words(['Aurore'])], parts.join(''))
  t.is(found.filter((finding) => finding.startsWith('EMPLOYEE_ID')).length, 40)
  t.is(new Set(found).size, 41)
  t.is(found.length, 80)
})

test('what a release cannot read or compile is left out and told; the rest is in force', (t) => {
  const id = randomUUID()
  const { set, inForce, skipped } = compileDetectors([
    served(pattern({})),
    { ...served(pattern({})), enabled: false },
    { ...served(pattern({})), id, kind: 'of_the_future' },
    { ...served(pattern({})), id, pattern: '(' },
    { ...served(pattern({})), a_later_field: true },
    null,
    'nonsense',
  ])
  t.is(inForce, 2)
  t.deepEqual(skipped, [
    { id, reason: 'unknown_form' },
    { id, reason: 'not_compilable' },
    { id: undefined, reason: 'unknown_form' },
    { id: undefined, reason: 'unknown_form' },
  ])
  t.is(set?.detect('EMP-123456', () => false).candidates.length, 2)
  t.is(compileDetectors([]).set, undefined)
})

test('whatever the text, offsets lie in it and classifications come in its order', (t) => {
  const { set } = compileDetectors([
    served(pattern({ pattern: '[a-z]\\d', whole_words: false })),
    served(words(['a b', '1'.repeat(3), 'éa'], { whole_words: false })),
    served({ kind: 'known_values', type: 'CODE', values: ['a1b2c3', 'zero-width'] }),
    served(allow({ values: ['a1'], patterns: ['b.'] })),
  ])
  const unit = fc.oneof(
    fc.constantFrom('a1', 'b2', 'c3', ' ', '\u200b', 'é', '%61', '\ud83d', '-', '1'),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60 }), (parts) => {
      const text = parts.join('')
      const { classifications } = classify(text, { extra: set })
      let last = 0
      for (const { start, end, value } of classifications) {
        if (start < last || end <= start || end > text.length || text.slice(start, end) !== value) return false
        last = start
      }
      return true
    }),
    { numRuns: 300 },
  )
  t.pass()
})
