import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

const EMAIL = 'marie.dupont@orange.fr'
const CARD = '4539578763621486'
const IBAN = 'FR7630006000011234567890189'
const NIR = '185057800608491'
const each = (text: string, write: (code: number) => string) => [...text].map((c) => write(c.charCodeAt(0))).join('')
const cut = (text: string, joint: string) => `${text.slice(0, text.length >> 1)}${joint}${text.slice(text.length >> 1)}`

/** Disguises that hardly any text has by chance: tier 2 sees through them. */
const ODD: readonly (readonly [name: string, disguised: string, type: string])[] = [
  ['underscores between all characters', [...EMAIL].join('_'), 'EMAIL'],
  ['points between all characters', [...EMAIL].join('.'), 'EMAIL'],
  ['tildes between all characters', [...CARD].join('~'), 'CREDIT_CARD'],
  ['two blanks between all characters', [...IBAN].join('  '), 'IBAN'],
  ['blanks and hyphens between all characters', [...EMAIL].join(' - '), 'EMAIL'],
  ['a line break', cut(IBAN, '\n'), 'IBAN'],
  ['a line break and blanks', cut(CARD, '\r\n    '), 'CREDIT_CARD'],
  ['a hyphen and a line break', cut(EMAIL, '-\n'), 'EMAIL'],
  ['a backslash and a line break', cut(NIR, '\\\n'), 'NIR'],
  ['an empty comment', cut(CARD, '/**/'), 'CREDIT_CARD'],
  ['tags around all characters', each(EMAIL, (code) => `<b>${String.fromCharCode(code)}</b>`), 'EMAIL'],
  ['escapes of style sheets', each(EMAIL, (code) => `\\${code.toString(16).padStart(6, '0')}`), 'EMAIL'],
  ['short escapes of style sheets', each(EMAIL, (code) => `\\${code.toString(16)} `), 'EMAIL'],
  ['entities without semicolons', each(EMAIL, (code) => `&#${code}`), 'EMAIL'],
  ['decimal escapes', each(EMAIL, (code) => `\\${String(code).padStart(3, '0')}`), 'EMAIL'],
  ['calls with codes', [...EMAIL].map((c) => `chr(${c.charCodeAt(0)})`).join('+'), 'EMAIL'],
  ['codes of digits', each(CARD, (code) => `${code} `).trim(), 'CREDIT_CARD'],
  ['letters for digits', 'FR763OOO6OOOOll234567890l89', 'IBAN'],
  ['letters for the digits of a phone', 'O6 l2 34 56 78', 'PHONE'],
  ['a number from its end to its start', [...NIR].reverse().join(''), 'NIR'],
  [
    'base64 in pieces',
    Buffer.from(EMAIL)
      .toString('base64')
      .replace(/(.{8})/g, '$1 '),
    'EMAIL',
  ],
]

for (const [name, disguised, type] of ODD) {
  test(`tier 2 sees through ${name}`, (t) => {
    const findings = classify(`value: ${disguised} end`).classifications
    t.deepEqual(
      findings.map((finding) => finding.type),
      [type],
    )
    t.true((findings[0]?.value.length ?? 0) > disguised.length * 0.6, findings[0]?.value)
  })
}

const ESCAPED: readonly (readonly [text: string, type: string])[] = [
  ['pay to FR76&#51;0006000011234567890189 please', 'IBAN'],
  ['pay to &#70;&#82;7630006000011234567890189 please', 'IBAN'],
  ['"card":"453957876\\u0033621486"', 'CREDIT_CARD'],
  ['the card 4539 5787&nbsp;6362 1486 is mine', 'CREDIT_CARD'],
  ['write to jane&#64;acme.com', 'EMAIL'],
  ['write to jane&commat;acme&period;com', 'EMAIL'],
  ['{"from":"jane\\u0040acme.com"}', 'EMAIL'],
  ['{"in":"{\\"from\\":\\"jane\\\\u0040acme.com\\"}"}', 'EMAIL'],
  ['GET /find?mail=jane%40acme%2Ecom', 'EMAIL'],
  ['GET /call?phone=%2B33612345678', 'PHONE'],
]

for (const [text, type] of ESCAPED) {
  test(`tier 2 reads the few escapes of ${text}`, (t) => {
    t.deepEqual(
      classify(text).classifications.map((finding) => finding.type),
      [type],
    )
  })
}

/** What looks like it and is none. */
const PLAIN: readonly string[] = [
  'a_b_c_d_e_f_g_h_i_j',
  'write to\nmarie from accounting',
  'the numbers\n45395787\n63621486\n45395787',
  'step 1\n2 eggs and 3 apples',
  'B O B and A N N met on 1-2-3-4-5-6-7-8',
  'reversed text is fun: 6841263678759351',
  'chr(65) is A and chr(66) is B',
  'if (x == 10) {\n  return 12\n}',
  'C:\\101\\102\\103\\logs',
  // Each of these has groups that pass as a card's or a SIRET's, among others of the table.
  '| 17 | 4539 | 5787 | 6362 | 1486 | 2291 |\n| 18 | 3345 | 2291 | 8103 | 4415 | 1002 |',
  '8812;4539;5787;6362;1486;77;410;1933;20\n8813;3345;2291;8103;4415;12;98;1204;33',
  '[[2430, 4539, 5787, 6362, 1486, 2961], [2277, 400, 3310, 1204, 99, 31]]',
  '- 453\n- 957\n- 876\n- 362\n- 148\n- 612',
]

for (const text of PLAIN)
  test(`finds nothing in ${JSON.stringify(text)}`, (t) => t.deepEqual(classify(text).classifications, []))

test('an address keeps to its own line where the word before may not be its', (t) => {
  for (const text of ['write to\nmarie@example.org', 'see marie@example.org\nfor more'])
    t.deepEqual(
      classify(text).classifications.map(({ value }) => value),
      ['marie@example.org'],
    )
})

test('words of one length in a row and empty literals join nothing that stands beside them', (t) => {
  const found = (text: string) => classify(text).classifications.map(({ type, value }) => `${type} ${value}`)
  t.deepEqual(found('RECOVERY CODE: 8F3K-22LM-0PQR""\nnats server'), ['SECRET 8F3K-22LM-0PQR'])
  t.deepEqual(found('87 Rue Joseph Vernet street in BAR-LE-DUC. It was on this road that many of them met'), [
    'ADDRESS 87 Rue Joseph Vernet',
  ])
})
