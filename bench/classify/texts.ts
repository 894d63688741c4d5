import { chatBodies } from '../inspect/prompts.ts'
import { readCorpus } from './corpora.ts'

/** Texts of one kind and length. */
export interface TextSet {
  readonly name: string
  readonly texts: readonly string[]
}

const SIZES = [2_000, 4_000, 50_000, 100_000] as const
/** Characters of one set. */
const TOTAL = 400_000

/** What the benign corpus holds, by where its rows come from. */
const KINDS: readonly (readonly [kind: string, sources: RegExp])[] = [
  ['prompts', /awesome-chatgpt-prompts@|grade-school|OASST|vigogne|FastChat|JNLPBA/],
  ['code', /human-eval|faker$|validator\.js|libphonenumber-js$|secretlint|GLiNER/],
  ['logs', /lock|go\.sum|CHANGELOG/],
]

/** Texts with nothing to find, as people paste them: rows of the corpus one after another, cut to length. */
export function benignSets(folder: string): TextSet[] {
  const rows = readCorpus(folder, 'negatives_benign')
  if (rows === undefined) return SIZES.map((size) => ({ name: `passages, ${size / 1000} kB`, texts: madeUp(size) }))
  return KINDS.flatMap(([kind, sources]) => {
    const all = rows.flatMap(({ text, source = '' }) => (sources.test(source) ? [text] : [])).join('\n')
    return SIZES.map((size) => ({ name: `${kind}, ${size / 1000} kB`, texts: cut(all, size) }))
  })
}

/** Prompts with much to find: what people write about other people, one text after another. */
const WITH_FINDINGS = [
  'pii_synthetic_prompts.fr_en',
  'pii_nullpii_devprompts.fr',
  'pii_edspseudo_clinical_validnir.fr',
] as const
/** Of what people paste into a prompt one part in N is about somebody. */
const BENIGN_PARTS = 4

/** Prompts with findings, as people write them: a paragraph about somebody among others that are about nobody. */
export function setsWithFindings(folder: string): TextSet[] {
  const about = WITH_FINDINGS.flatMap((name) => readCorpus(folder, name) ?? []).map(({ text }) => text)
  const benign = (readCorpus(folder, 'negatives_benign') ?? []).flatMap(({ text, source = '' }) =>
    KINDS[0]?.[1].test(source) === true ? [text] : [],
  )
  if (about.length === 0 || benign.length === 0) return []
  const mixed = benign.map((text, index) =>
    index % BENIGN_PARTS === 0 ? `${about[(index / BENIGN_PARTS) % about.length]}\n${text}` : text,
  )
  return [
    ...SIZES.map((size) => ({ name: `prompts with findings, ${size / 1000} kB`, texts: cut(mixed.join('\n'), size) })),
    { name: 'nothing but findings, 2 kB', texts: cut(about.join('\n'), SIZES[0]) },
  ]
}

/** Stretches spread over the whole, each a string of its own, as from a parser. */
function cut(all: string, size: number): string[] {
  const count = Math.max(2, Math.floor(TOTAL / size))
  const step = Math.max(0, all.length - size) / count
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(index * step)
    return JSON.parse(JSON.stringify(all.slice(from, from + size))) as string
  })
}

function madeUp(size: number): string[] {
  return chatBodies(size, Math.max(2, Math.floor(TOTAL / size))).map((body) => {
    const { messages } = JSON.parse(body.toString('utf8')) as { messages: { content: string }[] }
    return messages
      .slice(1)
      .map(({ content }) => content)
      .join('')
  })
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const LINE = 'The quick brown fox mailed marie.dupont@example.org about it. '

/** What costs most for its length: pieces repeated up to the length, and what cannot be repeated. */
const WORST: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ['all digits', fill('4')],
  ['all @', fill('@')],
  ['all a', fill('a')],
  ['all -', fill('-')],
  ['all spaces', fill(' ')],
  ['digits and dots', fill('1.')],
  ['single digits', fill('1 ')],
  ['combining marks', fill('a\u0301\u0336')],
  ['zero-widths', fill('4\u200b')],
  ['lone surrogates', fill('\ud800')],
  ['mathematical digits', fill('\u{1d7d2}')],
  ['percent escapes', fill('%41')],
  ['base64', (length) => base64(LINE.repeat(Math.ceil(length / 82))).slice(0, length)],
  ['nested base64', (length) => base64(base64(base64(LINE.repeat(Math.ceil(length / 146))))).slice(0, length)],
  ['mail addresses', fill('a.b@example.org ')],
  ['phones', fill('06 12 34 56 78 ')],
  ['IBANs', fill('FR7630006000011234567890189 ')],
  ['cards', fill('4111 1111 1111 1111 ')],
  ['NIRs', fill('185057800608491 ')],
  ['IP addresses', fill('192.168.1.1 ')],
  ['keys', fill('ghp_000000000000000000000000000000000000 ')],
  ['passwords', fill('password=Xk29!fQz ')],
  ['names', fill('Jean Dupont ')],
  ['articles of law', fill('article L. 1234-1 du code du travail ')],
  ['words for keys', fill('key1 key_1 ')],
  ['words for passwords', fill('Pw pwd1 ')],
  ['phones of no country', fill('+999 123 456 789\n')],
  ['plates', fill('234 GH AC 562 ')],
  ['heads of keys', fill('AGE-SECRET-KEY-1\n')],
  ['prefixes of tokens', fill('fm1a_-')],
  ['licences to drive', fill('permis de conduire n° 881275307823, ')],
  ['users without a domain', fill('so@')],
  ['conditions of nobody', fill('covid grippe ')],
  ['short names of conditions', fill('IBD ALS ')],
]

function fill(piece: string): (length: number) => string {
  return (length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

export function worstTexts(length: number): { name: string; text: string }[] {
  return WORST.map(([name, make]) => ({ name, text: make(length) }))
}
