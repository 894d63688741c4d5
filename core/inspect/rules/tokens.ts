import type { PatternRule } from '../rule.ts'
import { hasChecksum } from '../validators/token-checksum.ts'
import { sampleOf } from './sample.ts'
import { ALNUM, HEX, type Shape, WORD } from './token-shape.ts'
import { BUSINESS_TOKENS } from './tokens-business.ts'
import { CLOUD_TOKENS } from './tokens-cloud.ts'
import { SOFTWARE_TOKENS } from './tokens-software.ts'

export const ALL_TOKENS: readonly Shape[] = [...SOFTWARE_TOKENS, ...CLOUD_TOKENS, ...BUSINESS_TOKENS]

/** Fewer different characters than these at the end of a token are a placeholder: xxxx, 0000, abcabc. */
const VARIETY_MIN = 6
/** A short body in small letters alone is a word: sk_live_placeholder. */
const SHORT = 24

function isVaried(body: string): boolean {
  return differentAtEnd(body) >= VARIETY_MIN && (body.length >= SHORT || /[0-9A-Z]/.test(body))
}

/** How many different characters its last ones are; tokens are of ASCII. */
function differentAtEnd(body: string): number {
  const seen = [0, 0, 0, 0]
  let different = 0
  for (let i = Math.max(0, body.length - SHORT); i < body.length; i++) {
    const code = body.charCodeAt(i)
    const group = (code >> 5) & 3
    const bit = 1 << (code & 31)
    if (((seen[group] as number) & bit) !== 0) continue
    seen[group] = (seen[group] as number) | bit
    different++
  }
  return different
}

const SCORES = { plain: 0.97, context: 0.99 }
/** With the right checksum a token is nothing else; with a wrong one it was likely made up, if not cut or retyped; still above what a name promises of any value. */
const PROVEN = { plain: 0.99, context: 0.99 }
const UNPROVEN = { plain: 0.92, context: 0.92 }

/** What tells a token from a made-up one, and a sample that passes. */
interface Proof {
  readonly holds: (token: string) => boolean
  readonly prove: (sample: string) => string
}

/** Keys hold their account's number in base 32; those of the documentation end in EXAMPLE. */
const AWS_PROOF: Proof = {
  holds: (token) => /^[A-Z]{4}[A-Z2-7]{16}$/.test(token) && !token.endsWith('EXAMPLE'),
  prove: (sample) => sample.replace(/[0189]/g, 'Q'),
}

function proofOf({ id, checksum }: Shape): Proof | undefined {
  if (id === 'aws') return AWS_PROOF
  if (checksum === undefined) return undefined
  return {
    holds: (token) => hasChecksum(token, checksum),
    prove: (sample) => {
      const head = sample.slice(0, -checksum.length)
      return head + checksum.of(head)
    },
  }
}

function tokenRules(shape: Shape): readonly PatternRule[] {
  const { name, prefixes, body } = shape
  const proof = proofOf(shape)
  // Made when somebody asks for them: tests and documents do.
  const samples = () => prefixes.map((prefix, seed) => prefix + sampleOf(body, seed))
  if (proof === undefined) return [tokenRule(shape, '', `${name}, by its shape.`, SCORES, samples, () => true)]
  const { holds, prove } = proof
  const proven = tokenRule(
    shape,
    '',
    `${name}, by its shape and checksum.`,
    PROVEN,
    () => samples().map(prove),
    holds,
    true,
  )
  const unproven = `${name}, by its shape; the checksum is wrong, as in made-up examples.`
  return [proven, tokenRule(shape, '-unproven', unproven, UNPROVEN, samples, (token) => !holds(token))]
}

function tokenRule(
  { id, prefixes, body, length }: Shape,
  suffix: string,
  description: string,
  scores: PatternRule['scores'],
  makeSamples: () => readonly string[],
  holds: (token: string) => boolean,
  validated = false,
): PatternRule {
  const literal = prefixes.map((prefix) => prefix.replace(/[.$+|]/g, '\\$&'))
  return {
    kind: 'pattern',
    id: `token-${id}${suffix}`,
    type: 'API_KEY',
    tier: 2,
    description,
    keywords: prefixes.map((prefix) => prefix.toLowerCase()),
    opens: prefixes,
    ...runOf(body),
    ...wordOf(prefixes, body),
    pattern: `(?:${literal.join('|')})${body}`,
    ...(ONE_CLASS.test(body) ? { isBounded: true } : {}),
    reach: [0, length + 1],
    validate: (token) =>
      isVaried(token.slice(prefixes.find((prefix) => token.startsWith(prefix))?.length)) && holds(token),
    scores,
    validated,
    get examples() {
      const samples = makeSamples()
      return {
        match: samples.map((sample) => `key=[[${sample}]], and so on`),
        reject: prefixes.flatMap((prefix, seed) => [prefix, `zz9${samples[seed]}`, `${prefix}placeholder`]),
      }
    },
  }
}

/**
 * A body of one class, counted: what is long enough is the token, and what is not ends before. RE2 keeps a state for each place where one may
 * have begun, and for prefixes in a row 20 microseconds a character.
 */
const ONE_CLASS = /^\[[^\]^]+\]\{[0-9,]+\}(?:=\{0,[0-9]\})?$/

/** What a body begins with, where that is a class and a count. */
function runOf(body: string): Pick<PatternRule, 'run'> {
  const [, characters, count] = /^\[([^\]^]+)\]\{([0-9]+)/.exec(body) ?? []
  return characters === undefined ? {} : { run: [characters, Number(count)] }
}

/** Shorter prefixes begin many words of any text. */
const PREFIX_MIN = 3

/** How long the word is that such a token begins with, where its prefix is too short to be looked for. */
function wordOf(prefixes: readonly string[], body: string): Pick<PatternRule, 'word'> {
  const { run } = runOf(body)
  const lengths = prefixes.map((prefix) => prefix.length)
  if (run === undefined || Math.max(...lengths) >= PREFIX_MIN || /[_+/.-]$|^-|[+/.]/.test(run[0])) return {}
  return { word: Math.min(...lengths) + run[1] }
}

/** Tokens that no prefix opens. */
const OTHER_RULES: readonly PatternRule[] = [
  other(
    'jwt',
    'A JSON Web Token (RFC 7519): header, payload, signature.',
    ['eyj'],
    [0, 8000],
    `eyJ${WORD}{8,}\\.[0-9A-Za-z_=-]{8,}(?:\\.[0-9A-Za-z_+/=-]+)*`,
    `eyJ${WORD}{20}\\.eyJ${WORD}{30}\\.${WORD}{43}`,
  ),
  other(
    'azure-ad',
    'Microsoft Entra client secret, by its shape.',
    ['q~'],
    [4, 36],
    '[0-9A-Za-z_~.]{3}[0-9]Q~[0-9A-Za-z_~.-]{31,34}',
    `${ALNUM}{3}8Q~${ALNUM}{34}`,
  ),
  other(
    'terraform',
    'Terraform Cloud token, by its shape.',
    ['.atlasv1.'],
    [14, 72],
    `${ALNUM}{14}\\.atlasv1\\.[0-9A-Za-z_=-]{60,70}`,
    `${ALNUM}{14}\\.atlasv1\\.${ALNUM}{67}`,
  ),
  other(
    'azure-annotated',
    'Azure key with an annotation of its service, by its shape.',
    ['jqqj9'],
    [53, 34],
    `${ALNUM}{52}JQQJ9[9D]${ALNUM}{20,26}(?:==)?`,
    `${ALNUM}{52}JQQJ99${ALNUM}{26}`,
  ),
  other('mailchimp', 'Mailchimp key, by its shape.', ['-us'], [33, 3], `${HEX}{32}-us[0-9]{1,2}`, `${HEX}{32}-us12`),
  other(
    'maxmind',
    'MaxMind licence key, by its shape.',
    ['_mmk'],
    [37, 1],
    `${ALNUM}{6}_${ALNUM}{29}_mmk`,
    `${ALNUM}{6}_${ALNUM}{29}_mmk`,
  ),
  other(
    'azure-devops',
    'Azure DevOps access token, by its shape.',
    ['azdo'],
    [77, 5],
    `${ALNUM}{76}AZDO${ALNUM}{4}`,
    `${ALNUM}{76}AZDO${ALNUM}{4}`,
  ),
  other(
    'telegram',
    'Telegram bot token, by its shape.',
    [':aa'],
    [11, 36],
    `[0-9]{8,10}:AA${WORD}{32,34}`,
    `[0-9]{10}:AA${WORD}{33}`,
  ),
  other(
    'firebase',
    'Firebase Cloud Messaging key, by its shape.',
    [':apa91b'],
    [11, 160],
    `AAAA${WORD}{7}:APA91b${WORD}{100,160}`,
    `AAAA${WORD}{7}:APA91b${WORD}{134}`,
  ),
  other(
    'mattermost',
    'Mattermost webhook, by its shape.',
    ['/hooks/'],
    [80, 26],
    'https?://[0-9A-Za-z.:-]{1,70}/hooks/[0-9a-z]{26}',
    'https://chat\\.example\\.org/hooks/[0-9a-z]{26}',
  ),
  other(
    'newrelic-licence',
    'New Relic licence key, by its shape.',
    ['nral'],
    [36, 4],
    `${HEX}{36}NRAL`,
    `${HEX}{36}NRAL`,
  ),
]

function other(
  id: string,
  description: string,
  keywords: readonly string[],
  reach: readonly [number, number],
  pattern: string,
  sample: string,
): PatternRule {
  return {
    kind: 'pattern',
    id: `token-${id}`,
    type: 'API_KEY',
    tier: 2,
    description,
    keywords,
    pattern,
    reach,
    validate: isVaried,
    scores: SCORES,
    get examples() {
      return { match: [`use [[${sampleOf(sample, 1)}]].`], reject: [...keywords, `zz9${sampleOf(sample, 2)}`] }
    },
  }
}

export const TOKEN_RULES: readonly PatternRule[] = [...ALL_TOKENS.flatMap(tokenRules), ...OTHER_RULES]
