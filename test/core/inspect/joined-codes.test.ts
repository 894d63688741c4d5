import { gzipSync } from 'node:zlib'
import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

const ADDRESS = 'marie.dupont+news@orange.fr'
const CODE = Buffer.from(`write to ${ADDRESS}, please`).toString('base64')
const typesIn = (text: string) => classify(text).classifications.map(({ type }) => type)
const parts = (length: number) => CODE.match(new RegExp(`.{1,${length}}`, 'g')) ?? []

for (const [how, text] of [
  ['lines of 16', parts(16).join('\n')],
  ['lines of 20 with CRLF', parts(20).join('\r\n')],
  [
    'a quotation',
    parts(24)
      .map((part) => `> ${part}`)
      .join('\n'),
  ],
  [
    'literals with plus',
    parts(20)
      .map((part) => `"${part}"`)
      .join(' + '),
  ],
  [
    'literals below each other',
    parts(20)
      .map((part) => `  '${part}'`)
      .join(' +\n'),
  ],
  ['unequal lines', `${CODE.slice(0, 20)}\n${CODE.slice(20)}`],
  ['lines before another word', `${parts(20).join('\n').replace(/=+$/, '')}\nthanks`],
] as const) {
  test(`base64 in ${how} is decoded as one, and found where it stands`, (t) => {
    const [finding, ...others] = classify(`see ${text} !`).classifications
    t.deepEqual([finding?.type, others], ['EMAIL', []])
    t.true((finding?.start ?? 0) >= 4 && (finding?.end ?? 0) <= 4 + text.length)
  })
}

test('codes that stand below each other by themselves are found with all that they hide', (t) => {
  const codes = ['paul.durand@orange.fr', 'ana.souza@orange.fr  '].map((one) => Buffer.from(one).toString('base64'))
  const [finding, ...others] = classify(codes.join('\n')).classifications
  t.deepEqual([finding?.type, finding?.value, others], ['EMAIL', codes.join('\n'), []])
  // Padding ends a code, and with it what it hides.
  const padded = codes.map((code) => `${code}Lg==`)
  t.deepEqual(
    classify(padded.join('\n')).classifications.map(({ type, value }) => [type, value]),
    padded.map((code) => ['EMAIL', code]),
  )
})

test('identifiers and hashes below each other are no code', (t) => {
  const lines = [
    'getCustomerOrderList',
    'setCustomerOrderFlag',
    'd41d8cd98f00b204e980',
    'UserAccountSettingsX',
    'deadbeefdeadbeefdead',
  ]
  t.deepEqual(typesIn(lines.join('\n')), [])
})

test('a text of nothing but short lines of codes is read in time that grows with its length', (t) => {
  const line = `${Buffer.from('a plain line').toString('base64')}\n`
  const broken = `${Buffer.from('a plain line').toString('base64')}\n${Buffer.from([0, 1, 2, 3, 4, 5, 255, 254, 253, 0, 1, 2]).toString('base64')}\n`
  t.deepEqual(typesIn(line.repeat(20_000)), [])
  t.deepEqual(typesIn(broken.repeat(10_000)), [])
})

test('what a code unpacks to is bounded, and hides nothing that stands behind it', (t) => {
  const packed = (text: string) => gzipSync(text).toString('base64')
  const bomb = packed('a'.repeat(50_000_000))
  const value = packed('FR7630006000011234567890189')
  const types = (text: string) => classify(text).classifications.map(({ type }) => type)
  t.deepEqual(types(`${bomb}\n\n${value}`), ['IBAN'])
  t.deepEqual(types(`${packed(`${' '.repeat(200_000)}FR7630006000011234567890189`)} `), ['IBAN'])
})

test('packed bytes that are cut off or no text are left alone', (t) => {
  const bytes = gzipSync(Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7919) % 251)))
  for (const code of [
    bytes.toString('base64'),
    gzipSync('FR76'.repeat(99)).toString('base64').slice(0, 40),
    'H4sIAAAAAAAAA',
  ])
    t.deepEqual(classify(`see ${code} here`).classifications, [])
})
