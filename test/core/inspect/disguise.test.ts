import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

/** Types found, and the stretch of the text that each covers. */
function found(text: string, tier: 1 | 2 = 2): string[] {
  return classify(text, { tier }).classifications.map(({ type, value }) => `${type} ${value}`)
}

const EMAIL = 'marie.dupont@orange.fr'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const each = (text: string, write: (code: number) => string) => [...text].map((c) => write(c.charCodeAt(0))).join('')

/** Disguises that take no decoding: tier 1 sees through them. */
const CUT: readonly (readonly [name: string, disguised: string, type: string])[] = [
  ['invisible characters', [...'4111111111111111'].join('\u200b'), 'CREDIT_CARD'],
  ['full width', 'ＦＲ７６３０００６００００１１２３４５６７８９０１８９', 'IBAN'],
  ['bold within', 'mari**e.du**pont@orange.fr', 'EMAIL'],
  ['tags within', '4111<b></b>111111111111', 'CREDIT_CARD'],
  ['comments within', 'FR76<!-- x -->30006000011234567890189', 'IBAN'],
  ['colours of a terminal within', 'FR76\x1b[32m30006000\x1b[0m011234567890189', 'IBAN'],
  ['groups of four', 'mari/e.du/pont/@ora/nge./fr', 'EMAIL'],
  ['letters apart', [...EMAIL].join(' '), 'EMAIL'],
  ['lines of four', 'FR76\n3000\n6000\n0112\n3456\n7890\n189', 'IBAN'],
  ['an array of pieces', '["4111", "1111", "1111", "1111"]', 'CREDIT_CARD'],
  ['concatenated literals', `"marie.dupont" + "@orange.fr"`, 'EMAIL'],
  ['right-to-left override', `\u202e${[...EMAIL].reverse().join('')}\u202c`, 'EMAIL'],
  ['variation selectors', `a${each(EMAIL, (code) => String.fromCodePoint(0xe0100 + code - 16))}`, 'EMAIL'],
]

for (const [name, disguised, type] of CUT) {
  test(`tier 1 sees through ${name}`, (t) => {
    const findings = classify(`value: ${disguised} end`, { tier: 1 }).classifications
    t.deepEqual(
      findings.map((finding) => finding.type),
      [type],
    )
    const [finding] = findings
    const covered = (finding?.value.length ?? 0) / disguised.length
    t.true(covered > 0.6 && covered <= 1.1, finding?.value)
  })
}

const ENCODED: readonly (readonly [name: string, disguised: string])[] = [
  ['base64', base64(EMAIL)],
  ['base64url without padding', Buffer.from(EMAIL).toString('base64url')],
  ['base64 of base64', base64(base64(EMAIL))],
  ['base64 three deep', base64(base64(base64(EMAIL)))],
  [
    'wrapped base64',
    base64(`${'some text before it, long enough to wrap; '.repeat(3)}${EMAIL}`).replace(/.{76}/g, '$&\n'),
  ],
  ['base32', 'NVQXE2LFFZSHK4DPNZ2EA33SMFXGOZJOMZZA===='],
  ['hex', hex(EMAIL)],
  ['hex pairs', hex(EMAIL).replace(/..(?=.)/g, '$& ')],
  ['percent', each(EMAIL, (code) => `%${code.toString(16)}`)],
  ['percent twice', each(EMAIL, (code) => `%25${code.toString(16)}`)],
  ['backslash x', each(EMAIL, (code) => `\\x${code.toString(16)}`)],
  ['backslash u', each(EMAIL, (code) => `\\u00${code.toString(16)}`)],
  ['octal', each(EMAIL, (code) => `\\${code.toString(8).padStart(3, '0')}`)],
  ['entities', each(EMAIL, (code) => `&#${code};`)],
  ['hex entities', each(EMAIL, (code) => `&#x${code.toString(16)};`)],
  [
    'numbers',
    each(EMAIL, (code) => `0x${code.toString(16)}, `)
      .trimEnd()
      .slice(0, -1),
  ],
  ['codes', [...EMAIL].map((c) => c.charCodeAt(0)).join(' ')],
  ['bits', each(EMAIL, (code) => `${code.toString(2).padStart(8, '0')} `).trimEnd()],
  ['words', 'marie point dupont arobase orange point fr'],
  ['brackets', 'marie[dot]dupont[at]orange[dot]fr'],
]

for (const [name, disguised] of ENCODED) {
  test(`tier 2 decodes ${name}`, (t) => {
    const findings = classify(`value: ${disguised} end`).classifications
    t.deepEqual(
      findings.map((finding) => finding.type),
      ['EMAIL'],
    )
    t.true((findings[0]?.value.length ?? 0) >= disguised.length * 0.6)
  })
}

const CIPHERED: readonly (readonly [name: string, disguised: string, type: string])[] = [
  ['rot13', 'znevr.qhcbag@rknzcyr.pbz', 'EMAIL'],
  ['rot13', 'SE7630006000011234567890189', 'IBAN'],
  ['atbash', 'nzirv.wfklmg@vcznkov.xln', 'EMAIL'],
  ['atbash', 'UI7630006000011234567890189', 'IBAN'],
  ['reversal', 'rf.egnaro@tnopud.eiram', 'EMAIL'],
  ['reversal', '9810987654321100006000367RF', 'IBAN'],
]

for (const [name, disguised, type] of CIPHERED) {
  test(`tier 2 undoes ${name}: ${type}`, (t) => {
    t.deepEqual(found(`value: ${disguised} end`), [`${type} ${disguised}`])
  })
}

test('spelled digits are read in both languages', (t) => {
  t.deepEqual(found('zéro six un deux trois quatre cinq six sept huit'), [
    'PHONE zéro six un deux trois quatre cinq six sept huit',
  ])
  t.deepEqual(found('card four one one one one one one one one one one one one one one one'), [
    'CREDIT_CARD four one one one one one one one one one one one one one one one',
  ])
})

test('what is seen as it stands is not changed by what could be put together otherwise', (t) => {
  t.deepEqual(found('["a.b@example.org","c.d@example.org"]'), ['EMAIL a.b@example.org', 'EMAIL c.d@example.org'])
  t.deepEqual(found('06 12 34 56 78\n01 42 68 53 00'), ['PHONE 06 12 34 56 78', 'PHONE 01 42 68 53 00'])
})

const ORDINARY = [
  'const a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]',
  'a1 b2 c3 d4 e5 f6 a7 b8 c9 d0',
  'The quick brown fox: this that them they were here',
  'color: #ff00ff; background: #00ff00; border: #c0ffee',
  'https://example.org/a%20b%20c%20d?x=%5B1%5D',
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  '| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |',
  'import x from "./logo@home.ts"; npm i left@next.js @types/node ubuntu@ip-10-0-0-1',
  'SE7630006000011234567890188 UI7630006000011234567890188',
  '5 3 . . 7 . . . .\n6 . . 1 9 5 . . .',
]

for (const text of ORDINARY) {
  test(`nothing is read into ${JSON.stringify(text.slice(0, 40))}`, (t) => {
    t.deepEqual(found(text), [])
  })
}

for (const piece of ['a~', '$6$a']) {
  test(`a text of nothing but ${piece} is read to its end`, (t) => {
    // More pieces than a call takes arguments: a prompt of two megabytes would not be inspected at all.
    const { classifications } = classify(`${piece.repeat(300_000)} marie.dupont@example.org`)
    t.deepEqual(
      classifications.map(({ value }) => value),
      ['marie.dupont@example.org'],
    )
  })
}

test("a vendor's key in a secret of Kubernetes, a Basic header or an assignment is a secret and an API key", (t) => {
  const key = 'sk-proj-Wq7Rk2ZtPb9LxVn4Hs8DcT3BlbkFJmY6GfJa1EuKo5Bi0TzQ3pX'
  for (const text of [
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: openai\ndata:\n  token: ${base64(key)}\n`,
    `curl -H "Authorization: Basic ${base64(`weir:${key}`)}" https://api.example.org`,
    `api_key = "${base64(key)}"`,
  ])
    t.deepEqual(
      classify(text)
        .classifications.map(({ type }) => type)
        .sort(),
      ['API_KEY', 'SECRET'],
      text,
    )
})

test('both stay where a text is searched in slices', (t) => {
  const line = `password: ${base64('ghp_R8tYq2WzKp4NvXb7LmHs9DcGf3Ja6E0uToBi')}\n`
  const text = `${line}${'nothing to see here, and more of it.\n'.repeat(16_000)}${line}`
  t.deepEqual(
    classify(text).classifications.map(({ type }) => type),
    ['SECRET', 'API_KEY', 'SECRET', 'API_KEY'],
  )
})
