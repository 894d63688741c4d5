import { strangeness } from './wordiness.ts'

/**
 * What a value that stands where a secret would stand looks like. 'random': made by a machine. 'mixed': letters with digits or
 * signs, as people choose them. 'digits'. 'word': prose or an identifier. 'nothing': a placeholder, a variable, an expression.
 */
export type ValueKind = 'random' | 'mixed' | 'digits' | 'word' | 'nothing'

const LENGTH_MIN = 4
const LENGTH_MAX = 1000
/** Above this mean cost letters are no word (wordiness.ts). */
const STRANGE = 4
/** From this length on a value of one alphabet and many different characters is a key. */
const KEY_MIN = 16

/** Words that stand for a secret instead of being one. */
const STAND_INS = new Set(
  `abc abcd abcdef abcdefg abcdefgh admin administrator alice anonymous any api apikey app asdf auth bar baz bearer blah bob bogus
  changeit changeme client code config credential credentials db default demo dev dummy empty enter example fake false fixme foo foobar
  generated guest hello here hidden hostname insert invalid key local login master me mock my mypass mypassword name new nil no none null
  nope nothing old pass passphrase passwd password passw pgpassword placeholder postgres private prod pw pwd qux redacted redis replace root
  sample sandbox secret secretkey service some something staging str string super supersecret system temp test tested tester testing tests
  text tmp todo token true type undefined unset unknown unused user username val value var wrong xxx xyz your yourpassword zzz
  mdp motdepasse exemple secret utilisateur valeur votre`.split(/\s+/),
)

/** Shapes of what is filled in later, or comes from elsewhere. */
const REFERENCES = [
  /^(.)\1*$/,
  /^[<[{(]/,
  /^\$(?:\{|\(|[A-Za-z_])/,
  /^[%@#]\{?[A-Za-z_.]+\}?[%@]?$/,
  /\$\{|\{\{|#\{|%\(|<%|\$\(/,
  /^%[a-z0-9]*[sdvqx]$/i,
  /^:[a-z_]+$/i,
  /^(?:x{3,}|\*{3,}|\.{3,}|_{3,}|-{3,})/i,
  /(?:x{4,}|\*{3,}|\.{3,}|…)/i,
  /^(?:[a-z][a-z0-9+.-]*:)?\/\//i,
  /^(?:\.{0,2}|[A-Za-z]:)[\\/][\w.-]+/,
  /^[\w-]+\.(?:ya?ml|json|txt|pem|key|crt|env|ini|conf|cfg|properties|xml|enc|gpg|sh|js|ts|py|rb|go|java|md)$/i,
]

/** Code that gives a value: calls, members, indexes, namespaces, operators. */
const EXPRESSION =
  /[()[\]]|->|::|=>|&&|\|\||\?\.|^!|^(?:new|await|this|self|process|os|env|config)\b|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/

/** `quoted`: a literal of a programming language or JSON; unquoted values may be code. */
export function judgeValue(value: string, quoted: boolean): ValueKind {
  if (value.length < LENGTH_MIN || value.length > LENGTH_MAX) return 'nothing'
  if (REFERENCES.some((shape) => shape.test(value))) return 'nothing'
  if (!quoted && EXPRESSION.test(value)) return 'nothing'
  if (/^[0-9]+$/.test(value)) return 'digits'
  if (value.includes(' ')) return 'word'
  const parts = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+/g) ?? []
  const letters = parts.filter((part) => /^[A-Za-z]/.test(part))
  const digits = parts.filter((part) => /^[0-9]/.test(part)).join('').length
  const isStandIn = letters.length > 0 && letters.every((part) => STAND_INS.has(part.toLowerCase()))
  if (isStandIn || STAND_INS.has(value.toLowerCase())) return isStandIn && digits >= 4 ? 'mixed' : 'nothing'
  if (isKey(value)) return 'random'
  const strange = strangeness(value)
  if (digits === 0)
    return strange !== undefined && strange >= STRANGE ? oddWord(value) : signs(parts) ? 'mixed' : 'word'
  // Version numbers and counters behind words: "access-token-v2".
  if (letters.length > 1 && digits <= 2 && letters.every(isWordLike)) return 'word'
  return strange !== undefined && strange >= STRANGE + 1 && value.length >= 8 ? 'random' : 'mixed'
}

/** Long, of many different characters, and not made of words. */
function isKey(value: string): boolean {
  if (value.length < KEY_MIN || !/^[A-Za-z0-9+/=_.~!@#$%^&*:-]+$/.test(value)) return false
  const distinct = new Set(value).size
  if (/^[0-9a-fA-F-]+$/.test(value)) return /[0-9]/.test(value) && /[a-fA-F]/.test(value) && distinct >= 6
  const strange = strangeness(value)
  return distinct >= 9 && strange !== undefined && strange >= STRANGE
}

function oddWord(value: string): ValueKind {
  return value.length >= 8 ? 'random' : 'mixed'
}

/** Signs that no identifier has: passwords do. */
function signs(parts: readonly string[]): boolean {
  return parts.some((part) => /[!@#$%^&*?~+]/.test(part) && !/^[A-Za-z0-9]/.test(part))
}

function isWordLike(part: string): boolean {
  return part.length < 3 || (strangeness(part) ?? 0) < STRANGE
}
