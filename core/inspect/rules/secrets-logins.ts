import { NO_LETTER, NO_WORD } from '../neighbours.ts'
import type { KeywordRule, PatternRule } from '../rule.ts'
import { isChosen } from '../secrets/chosen.ts'
import { readEncodedPem, readIdentified, readScheme } from '../secrets/logins.ts'
import { judgeValue } from '../secrets/value.ts'
import { sampleOf } from './sample.ts'
import { readNamed } from './secrets.ts'

const SCORES = { plain: 0.85, context: 0.85 }
const PEM = Buffer.from(`-----BEGIN PRIVATE KEY-----\n${'MIIEvgIBADANBgkqhkiG'.repeat(4)}`).toString('base64')

/** The characters of crypt(5). */
const C = '[0-9A-Za-z./]'
const ROUNDS = '(?:rounds=[0-9]{1,9}\\$)?'
const DIFFERENT_MIN = 10

/** The name ends with the keyword: "github_pat_" begins a token. Where the rule sleeps its neighbours say so, and here it does itself. */
const readEnded: KeywordRule['read'] = (text, start, end, units) =>
  /[0-9A-Z_a-z]/.test(text.charAt(end)) ? [] : readNamed(text, start, end, units)

/** How logins are set up, and what logs in besides passwords. */
export const LOGIN_RULES: readonly (KeywordRule | PatternRule)[] = [
  {
    kind: 'keyword',
    id: 'secret-identified-by',
    type: 'SECRET',
    tier: 2,
    description: 'The password that a statement of SQL gives a user.',
    keywords: ['identified '],
    beside: [{ before: NO_LETTER, after: 'bBwWaA' }],
    read: readIdentified,
    scores: SCORES,
    examples: {
      match: [
        'ALTER USER sys IDENTIFIED BY [[Vtq9lpac]] container=all;',
        `create user 'shop'@'%' identified by '[[kiwi-Tram-31]]';`,
        "CREATE USER a IDENTIFIED WITH mysql_native_password BY '[[hj7Qw2bn]]'",
        'alter user app identified by [[Tulipe2023]] replace [[Tulipe2022]]',
        'create user scott identified by [[tiger]]',
      ],
      reject: [
        'each user is identified by email2 in the schema',
        "create user app identified by '${DB_PASS}'",
        'create user app identified by :password',
        'set of rows identified as',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-authorization',
    type: 'SECRET',
    tier: 2,
    description: 'The key in an Authorization header of another scheme than Bearer or Basic.',
    keywords: ['authorization'],
    beside: [{ after: ' "\':=,' }],
    read: readScheme,
    scores: SCORES,
    examples: {
      match: [
        'Authorization: ApiKey [[VnVhQ2ZHY0JDZGJrU]]',
        `-H "Authorization: Token [[${sampleOf('[0-9a-f]{40}', 21)}]]"`,
        "{ authorization: 'GenieKey [[3f9a0c51-77d2-4e0b-9a31-6f2c8d1b5e44]]' }",
      ],
      reject: [
        'Authorization: Token YOUR_TOKEN',
        'authorization: ApiKey ${key}',
        'Authorization: token is required2',
        'authorization key management 2024',
      ],
    },
  },
  {
    kind: 'pattern',
    id: 'secret-share',
    type: 'SECRET',
    tier: 2,
    description: 'The password with which a share of Windows is connected (net use).',
    keywords: ['net use '],
    opens: ['net use ', 'NET USE ', 'Net Use '],
    reach: [0, 260],
    pattern:
      '(?i:net use )(?:(?:[A-Za-z]:|\\*) )?\\\\\\\\[\\w.-]{1,64}(?:\\\\[\\w.$-]{1,64}){1,4} (?<value>[^\\s/"\'*]{4,64}) /(?i:user)',
    validate: (value) => isChosen(value) && judgeValue(value, true) !== 'nothing',
    scores: SCORES,
    examples: {
      match: [
        'net use Z: \\\\files\\team [[Kx9!fobar]] /user:corp\\jo',
        'net use \\\\10.0.0.4\\c$ [[Tr33house]] /USER:admin',
      ],
      reject: [
        'net use Z: \\\\files\\team /user:corp\\jo',
        'net use Z: \\\\files\\team * /user:jo',
        'net use of 4 kWh',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-encoded-key',
    type: 'SECRET',
    tier: 2,
    description: 'A private key in PEM, encoded in base64 once more.',
    keywords: ['ls0tls1crudjti'],
    read: readEncodedPem,
    scores: { plain: 0.95, context: 0.95 },
    examples: {
      match: [`tls.key: [[${PEM}]]`],
      reject: [
        `tls.crt: ${Buffer.from(`-----BEGIN CERTIFICATE-----\n${'MIIDdzCCAl'.repeat(8)}`).toString('base64')}`,
        'LS0tLS1CRUdJTi',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-personal-token',
    type: 'SECRET',
    tier: 2,
    description: 'A personal access token assigned to a name that ends in "pat".',
    keywords: ['_pat', '-pat'],
    beside: [{ after: NO_WORD }],
    read: readEnded,
    scores: SCORES,
    examples: {
      match: [`ado_pat = "[[${sampleOf('[0-9a-z]{52}', 22)}]]"`],
      reject: [
        'local_path = "x9k2"',
        'ado_pat = os.environ["PAT"]',
        'see the tic-tac-pat 2024',
        `github_pat_ ${sampleOf('[0-9a-z]{52}', 22)}`,
      ],
    },
  },
  {
    kind: 'pattern',
    id: 'secret-password-hash',
    type: 'SECRET',
    tier: 2,
    description:
      'The hash of a password as operating systems, routers and web servers keep it, or Kerberos sends it: passwords are guessed from these.',
    keywords: ['$1$', '$5$', '$6$', '$8$', '$y$', '$apr1$', '$krb5'],
    pattern:
      `\\$(?:(?:1|apr1)\\$${C}{1,8}\\$${C}{22}|5\\$${ROUNDS}${C}{1,16}\\$${C}{43}|6\\$${ROUNDS}${C}{1,16}\\$${C}{86}` +
      `|8\\$${C}{14}\\$${C}{43}|y\\$${C}{1,8}\\$${C}{1,86}\\$${C}{43}` +
      '|krb5(?:asrep|tgs|pa)\\$[0-9]{1,2}\\$[0-9A-Za-z@.:*$_/-]{8,200}\\$[0-9A-Fa-f]{32,900})',
    reach: [0, 1_200],
    validate: (hash) => new Set(hash.slice(-22)).size >= DIFFERENT_MIN,
    scores: { plain: 0.85, context: 0.85 },
    get examples() {
      return {
        match: [
          `root:[[$6$${sampleOf(`${C}{8}`, 31)}$${sampleOf(`${C}{86}`, 32)}]]:19000:0:99999:7:::`,
          `enable secret 5 [[$1$${sampleOf(`${C}{4}`, 33)}$${sampleOf(`${C}{22}`, 36)}]]`,
          `bob:[[$apr1$${sampleOf(`${C}{8}`, 34)}$${sampleOf(`${C}{22}`, 35)}]]`,
        ],
        reject: [
          // What applications keep, in their sources and tests too, is made to be hard to guess from.
          `$2b$12$${sampleOf(`${C}{53}`, 37)}`,
          'The format is $6$<salt>$<hash>',
          "replace(/(a)(b)/, '$1$2')",
          `$6$saltsalt$${'a'.repeat(86)}`,
        ],
      }
    },
  },
]
