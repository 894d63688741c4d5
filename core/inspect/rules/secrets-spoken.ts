import type { KeywordRule } from '../rule.ts'
import { readJsonWebKey, readPasswordFile, readPuttyKey, readSharedAccess } from '../secrets/formats.ts'
import {
  COMMAND_NAMES,
  readAsked,
  readCommand,
  readMnemonic,
  readShortCode,
  SHORT_CODE_REACH,
} from '../secrets/prose.ts'

const SCORES = { plain: 0.85, context: 0.85 }

/** Secrets in sentences and commands, and in the formats of single programs. */
export const SPOKEN_SECRET_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'secret-short-code',
    type: 'SECRET',
    tier: 2,
    description: 'A PIN, the code of a door or an alarm, a one-time code, after the words that name it.',
    keywords: ['pin', 'code', 'passcode', 'digicode', 'otp', 'cvv', 'cvc'],
    digitsBehind: [3, SHORT_CODE_REACH],
    read: readShortCode,
    scores: { plain: 0.6, context: 0.7 },
    examples: {
      match: [
        'PIN code for the alarm: [[4409]]',
        'door code [[8812#]] for the cleaners',
        "le digicode de l'immeuble est [[47B12]]",
        'my verification code is [[482913]]',
        'le code de la carte bleue est [[5830]]',
        'The code to the safe is [[29-14-37]]',
        'the passcode for the call is [[981 233]]',
      ],
      reject: [
        'the error code is 5022',
        'le code postal est 69003',
        'code promo : BIENVENUE10',
        'set pin 13 to high',
        'the country code is 0033',
        'Pinned 2024-03-01',
        'code 4821 lines of it',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-asked',
    type: 'SECRET',
    tier: 2,
    description: 'A password that someone asks about.',
    keywords: ['good', 'strong', 'secure', 'safe', 'weak', 'bad', 'bon', 'mauvais'].flatMap((judgement) => [
      `${judgement} password`,
      `${judgement} mot de passe`,
    ]),
    read: readAsked,
    scores: { plain: 0.75, context: 0.75 },
    examples: {
      match: ['is "[[Zx9!kLmn]]" a good password?', 'est-ce que [[M0ustique!!]] est un bon mot de passe ?'],
      reject: ['what is a good password?', 'Is Bitwarden a good password manager', 'give me 10 strong password ideas'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-command',
    type: 'SECRET',
    tier: 2,
    description: 'The password of a command such as mysql -p or sshpass -p.',
    keywords: COMMAND_NAMES,
    read: readCommand,
    scores: SCORES,
    examples: {
      match: ['mysql -u root -p[[Mys3cr3t!]] -h db', "sshpass -p '[[r4spberry]]' ssh pi@10.1.2.3"],
      reject: ['mysql -u root -p -h db', 'mysql -P 3306 -u root', 'sshpass -p "$PASS" ssh x', 'mysql -ppassword'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-mnemonic',
    type: 'SECRET',
    tier: 2,
    description: 'The words from which a wallet can be restored (BIP 39).',
    keywords: ['phrase', 'mnemonic', 'words'],
    read: readMnemonic,
    scores: SCORES,
    examples: {
      match: [
        'my seed phrase is [[river apple stone cloud table green horse paper light music ocean dream]]',
        'phrase de récupération : [[river apple stone cloud table green horse paper light music ocean dream]].',
      ],
      reject: ['the seed phrase is a list of words from which a wallet can be made again', 'seed phrase: twelve words'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-putty-key',
    type: 'SECRET',
    tier: 2,
    description: 'The private half of a PuTTY key file.',
    keywords: ['private-lines'],
    read: readPuttyKey,
    scores: SCORES,
    examples: {
      match: [`Private-Lines: 1\n[[${'AAAAgQC7VJTU'.repeat(4)}]]\nPrivate-MAC: 6d4a`],
      reject: ['Private-Lines: 8', 'Private-Lines: none\nof it'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-pgpass',
    type: 'SECRET',
    tier: 2,
    description: 'The password in a line of .pgpass.',
    keywords: [':5432:', ':5433:', ':6432:', ':*:'],
    read: readPasswordFile,
    scores: SCORES,
    examples: {
      match: ['db1.corp:5432:app:appuser:[[qS8-wink]]', '*:*:app:appuser:[[n1ghtOwl]]'],
      reject: ['postgres:5432:app', 'localhost:5432:*:*:password', 'see db:5432: it is the port: nothing'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-shared-access',
    type: 'SECRET',
    tier: 2,
    description: 'The signature of an Azure shared access URL.',
    keywords: ['sig='],
    read: readSharedAccess,
    scores: SCORES,
    examples: {
      match: [
        'https://a.blob.core.windows.net/c?sv=2021-08-06&sig=[[xK9%2F3mQ2vL8pR5tZ1nW7cB4yH6jD0sF%2BgA3eU5iO9kM%3D]]',
      ],
      reject: ['?sig=REDACTED', 'orig=xK9', '&sig=short%3D'],
    },
  },
  {
    kind: 'keyword',
    id: 'secret-json-web-key',
    type: 'SECRET',
    tier: 2,
    description: 'The private part of a JSON Web Key (RFC 7517).',
    keywords: ['"kty"'],
    read: readJsonWebKey,
    scores: SCORES,
    examples: {
      match: ['{"kty":"RSA","e":"AQAB","d":"[[X4cTteJY_gn4FYPsXB8rdXix5vwsg1FLN5E3EaG6RJoVH]]"}'],
      reject: ['{"kty":"RSA","e":"AQAB","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx"}'],
    },
  },
]
