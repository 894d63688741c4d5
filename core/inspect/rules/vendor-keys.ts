import { NO_LETTER } from '../neighbours.ts'
import type { KeywordRule } from '../rule.ts'
import { BARE_VENDORS, RUN_REACH, readBareVendorKey, readVendorKey } from '../secrets/vendor.ts'
import { sampleOf } from './sample.ts'

/** Made, as those of token shapes are: a file full of keys sets off every scanner it meets. */
const HEX_40 = sampleOf('[0-9a-f]{40}', 3)
const ALNUM_32 = sampleOf('[0-9a-z]{32}', 5)
const ALNUM_40 = sampleOf('[0-9a-z]{40}', 7)
const ALNUM_50 = sampleOf('[0-9a-z]{50}', 8)
const UUID = sampleOf('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 9)

export const VENDOR_KEY_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'key-of-vendor',
    type: 'API_KEY',
    tier: 2,
    description:
      "The key of one of some 400 vendors whose keys have no prefix: by the vendor's name, a word for a key, and the alphabet and length of its keys.",
    // The words for keys are keywords of other rules too; the vendors' names would be hundreds more.
    keywords: ['key', 'token', 'secret', 'access', 'private'],
    beside: [{ after: NO_LETTER }],
    digitsBehind: [1, RUN_REACH],
    read: readVendorKey,
    scores: { plain: 0.92, context: 0.92 },
    examples: {
      match: [
        `SHODAN_API_KEY=[[${ALNUM_32}]]`,
        `our todoist token [[${ALNUM_40}]] was leaked`,
        `the key for Bugsnag is [[${UUID}]]`,
        `deepgramKEY: '[[${ALNUM_40}]]'`,
        `rapid api key [[${ALNUM_50}]]`,
        'uclassify key [[MNO456STU789]]',
      ],
      reject: [
        `deepgram at commit ${HEX_40}`,
        `the bugsnag event ${UUID} has no key`,
        `bugsnag key of event ${UUID}`,
        'todoist key results: internationalisation-of-all-the-features',
        `shodan key ${ALNUM_32}f`,
        'the key of pipedrive is its list of deals',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'key-of-vendor-french',
    type: 'API_KEY',
    tier: 2,
    description: 'The same behind a French word for a key.',
    keywords: ['cle', 'jeton'],
    beside: [{ before: NO_LETTER, after: NO_LETTER }],
    read: readVendorKey,
    scores: { plain: 0.92, context: 0.92 },
    examples: {
      match: [`la clé bugsnag est [[${UUID}]]`, `jeton de Todoist : [[${ALNUM_40}]]`],
      reject: [`la clé primaire de bugsnag est ${UUID}`, `la clé est ${ALNUM_40}`],
    },
  },
  {
    kind: 'keyword',
    id: 'key-behind-vendor',
    type: 'API_KEY',
    tier: 2,
    description: 'The key of a vendor whose name is said of little else, directly behind the name.',
    keywords: BARE_VENDORS,
    beside: [{ before: NO_LETTER }],
    read: readBareVendorKey,
    scores: { plain: 0.85, context: 0.85 },
    examples: {
      match: [`wandb login [[${HEX_40}]]`, `theoddsapi=[[${HEX_40.slice(0, 32)}]]`, `runscope: "[[${UUID}]]"`],
      reject: [`wandb run ${HEX_40}`, `wandb artifact at ${HEX_40}`, 'wandb login'],
    },
  },
]
