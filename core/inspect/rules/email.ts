import { isWordAt } from '../characters.ts'
import { TOP_LEVEL_DOMAINS } from '../data/top-level-domains.ts'
import type { Rule, Span } from '../rule.ts'
import { addressAround } from './mail-address.ts'
import { words } from './words.ts'

const ADDRESS_MAX = 254
const NONE: readonly Span[] = []
/** Accounts of machines in addresses that only look like mail: git@github.com:owner/name. */
const MACHINE_ACCOUNTS: ReadonlySet<string> = new Set(['git', 'hg', 'svn', 'ssh'])

/** Up to the last label that is a top-level domain, of the domain between an at sign and `last`: "a@b.fr.Merci" is a@b.fr. 0 where none is. */
function endOfDomain(text: string, at: number, last: number): number {
  let end = last
  for (let dot = last - 1; dot > at; dot--) {
    if (text.charCodeAt(dot) !== DOT_CODE) continue
    const label = text.slice(dot + 1, end).toLowerCase()
    if (TOP_LEVEL_DOMAINS.has(label) || label.startsWith('xn--')) return end
    end = dot
  }
  return 0
}

const DOT_CODE = 0x2e

function holdsTwoDots(units: Uint16Array, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (units[i] === DOT_CODE && units[i - 1] === DOT_CODE) return true
  return false
}

/** The address around an at sign. */
function readAddress(text: string, at: number, _end: number, units: Uint16Array): readonly Span[] {
  const form = addressAround(text, units, at)
  if (form === undefined) return NONE
  const { start } = form
  const end = endOfDomain(text, at, form.end)
  if (end === 0 || isWordAt(text, start - 1) || isWordAt(text, end) || end - start > ADDRESS_MAX) return NONE
  if (text[start - 1] === '@' || holdsTwoDots(units, start, end)) return NONE
  const isMachine = at - start <= 3 && MACHINE_ACCOUNTS.has(text.slice(start, at).toLowerCase())
  return isMachine || isUserInfo(text, start) || isMessageId(text, start, at, end) ? NONE : [{ start, end }]
}

const ID_MIN = 12
/** Fewer may be a year of birth. */
const ID_DIGITS_MIN = 6
const HEADERS_REACH = 400
const ID_HEADER = /(?:^|\n)(?:message-id|in-reply-to|references|content-id):(?:[^\n]|\n[ \t])*$/i

/** <20240611081244.4VzQ8k2xYzz3Q@mx1.example.com> behind "Message-ID:" is a mail's (RFC 5322, section 3.6.4), and nobody's. */
function isMessageId(text: string, start: number, at: number, end: number): boolean {
  if (text[start - 1] !== '<' || text[end] !== '>' || at - start < ID_MIN) return false
  const digits = text.slice(start, at).replaceAll(/[^0-9]/g, '').length
  return digits >= ID_DIGITS_MIN && ID_HEADER.test(text.slice(Math.max(0, start - HEADERS_REACH), start))
}

const SCHEME_REACH = 100

/** https://user:secret@host is a login to a host, not an address; ?mail=a@b.fr in a URL is one. */
function isUserInfo(text: string, start: number): boolean {
  const floor = Math.max(0, start - SCHEME_REACH)
  for (let i = start - 1; i >= floor; i--) {
    const code = text.charCodeAt(i)
    if (code === 0x2f) return i - 2 >= floor && text.startsWith('://', i - 2)
    if (code <= 0x20 || ENDS_USER_INFO.has(code) || (code >= 0x80 && /\s/.test(text.charAt(i)))) return false
  }
  return false
}

const ENDS_USER_INFO: ReadonlySet<number> = new Set([...`?#=<>"'`].map((character) => character.charCodeAt(0)))

const DOT = '(?: ?[\\[({] ?(?:dot|point|\\.) ?[\\])}] ?| (?:dot|point) |\\.)'
const AT = '(?: ?[\\[({] ?(?:at|arobase|@) ?[\\])}] ?| (?:at|arobase) )'
const WORDS_AND_DOTS = `[\\pL0-9_+-]+(?:${DOT}[\\pL0-9_+-]+)*`

/** What a person means by it is an address; a domain with its dot written as such needs no spelling of "at" ("shop at example.com"). */
function isSpelledAddress(value: string): boolean {
  const address = value
    .replace(new RegExp(AT.replaceAll('\\pL', '\\p{L}'), 'giu'), '@')
    .replace(new RegExp(DOT, 'gi'), '.')
  const domain = value.slice(value.search(new RegExp(AT, 'i')) + 1)
  if (!/[\])}]|dot|point/i.test(domain) && !/[[({]/.test(value)) return false
  return (
    endOfDomain(address, address.indexOf('@'), address.length) === address.length &&
    /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(address)
  )
}

export const EMAIL_RULES: readonly Rule[] = [
  {
    kind: 'keyword',
    id: 'email',
    type: 'EMAIL',
    tier: 1,
    description: 'A mail address whose domain ends in a delegated, internal or reserved top-level domain.',
    keywords: ['@'],
    // A point before it ends no local part, and a domain begins with a letter or a number.
    beside: [{ before: 'A-Za-z0-9_%+\\x7f\\-', after: 'A-Za-z0-9\\x7f' }],
    read: readAddress,
    scores: { plain: 0.98, context: 0.99 },
    words: {
      for: words(`
    mail email courriel mel contact contacter adresse address author from to cc
  `),
      against: ['ssh', 'scp', 'sftp', 'rsync'],
    },
    examples: {
      match: [
        'Écris à [[marie.dupont+news@orange.fr]].',
        'From: Jo <[[jo_smith@mail.example.co.uk]]>, [[x@corp.internal]]',
        'https://example.org/?mail=[[a.b@example.org]]&x=1',
        'réponds à [[rené@société.fr]].Merci',
        'Message-ID: <[[rene.dupont.1975@example.org]]>',
      ],
      reject: [
        'git clone git@github.com:owner/name.git',
        'npm i left-pad@1.3.0 @types/node@24',
        'postgres://admin:hunter2@db.example.com/x',
        'ssh -i key ubuntu@host.example.com',
        'logo@2x.png, foo@bar, @Component({})',
        'Message-ID: <20240611081244.4VzQ8k2xYzz3Q@mx1.example.com>',
        'References: <a@b>\n <20240611081244.4VzQ8k2xYzz3Q@mx1.example.com>',
      ],
    },
  },
  {
    kind: 'pattern',
    id: 'email-spelled',
    type: 'EMAIL',
    tier: 2,
    description: 'A mail address with "at" and "dot" (« arobase », « point ») spelled out or in brackets.',
    keywords: [' dot ', '(dot)', '[dot]', '{dot}', '[.]', '(.)', ' point ', '[at]', '(at)', '{at}', 'arobase'],
    pattern: `(?i)${WORDS_AND_DOTS}${AT}${WORDS_AND_DOTS}`,
    reach: [100, 80],
    validate: isSpelledAddress,
    scores: { plain: 0.8, context: 0.9 },
    examples: {
      match: [
        '[[marie dot dupont at orange dot fr]]',
        '[[marie point dupont arobase orange point fr]] merci',
        'write to [[marie(dot)dupont[at]orange(dot)fr]]',
      ],
      reject: ['look at the dot', 'meet at noon dot', 'arobase', 'shop at example.com', 'at work dot'],
    },
  },
]
