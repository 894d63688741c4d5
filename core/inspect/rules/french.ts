import { separated } from '../layouts.ts'
import type { ContextWords, Rule } from '../rule.ts'
import { isNir, isNirBody } from '../validators/nir.ts'
import { isSiren, isSiret } from '../validators/siret.ts'
import { words } from './words.ts'

const NIR_WORDS: ContextWords = {
  for: words(`
    nir nni ins nss secu securite sociale social security assure assuree vitale insee ameli cpam identification
    immatriculation matricule patient patiente
  `),
  against: words(`
    trace order commande ref reference ticket lot imei iccid isbn ean timestamp ts id ids tracking suivi serial
    card carte cb siret build commit session request span facture invoice
  `),
}

/** A key that fails says typing error, scrambled copy or something else: only words that name the number settle it. */
const NIR_NAMES: ContextWords = {
  for: words(`
    nir nni ins nss secu securite sociale assure assuree vitale
  `),
  against: [...NIR_WORDS.against, 'patient', 'dossier', 'ipp', 'nda'],
}

const COMPANY_WORDS: ContextWords = {
  for: words(`
    siret siren rcs sirene etablissement entreprise societe fournisseur supplier company kbis insee immatriculee
    immatriculation tva sas sarl sasu eurl siege naf ape
  `),
  against: words(`
    lot order commande ref reference ticket trace timestamp ts id ids tracking suivi serial date imei iccid isbn
    ean build commit session request span pedido case ssn tel phone telephone fax mobile backup version card carte
    file
  `),
}

const SIREN_NAMES: ContextWords = {
  for: words(`
    siren rcs sirene kbis insee siret immatriculee sarl sas sasu eurl
  `),
  against: COMPANY_WORDS.against,
}

/** 20240315142530 is a time of day, even where both its checksums fit. */
function isTimestamp(digits: string): boolean {
  const year = pairAt(digits, 0) * 100 + pairAt(digits, 2)
  const month = pairAt(digits, 4)
  const day = pairAt(digits, 6)
  if (year < 1970 || year >= 2100 || month < 1 || month > 12 || day < 1 || day > 31) return false
  return pairAt(digits, 8) < 24 && pairAt(digits, 10) < 60 && pairAt(digits, 12) < 60
}

function pairAt(digits: string, index: number): number {
  return (digits.charCodeAt(index) - 48) * 10 + digits.charCodeAt(index + 1) - 48
}

export const FRENCH_RULES: readonly Rule[] = [
  {
    kind: 'number',
    id: 'nir',
    type: 'NIR',
    tier: 1,
    description:
      'A French social security number with its key; Corsica, overseas departments and births abroad included.',
    layouts: ['15', ...separated(' .-', '13 2', '1 2 2 2 3 3 2')],
    corsican: true,
    chance: 0.01,
    validate: isNir,
    validated: true,
    scores: { plain: 0.95, context: 0.99 },
    words: NIR_WORDS,
    examples: {
      match: [
        'son NIR est [[1 85 05 78 006 084 91]].',
        '[[253072A07300443]], [[2 53 07 2b 073 004 70]]',
        'NIR[[2690535238022 35]]',
      ],
      reject: ['185057800608492', 'trace 185057800608491', '1850578006084911', '1 85 00 78 006 084 91'],
    },
  },
  {
    kind: 'number',
    id: 'nir-regrouped',
    type: 'NIR',
    tier: 1,
    description: 'A French social security number in unusual groups.',
    layouts: [],
    totals: [15],
    corsican: true,
    chance: 0.01,
    validate: isNir,
    validated: true,
    scores: { plain: 0.8, context: 0.97 },
    words: NIR_WORDS,
    examples: {
      match: ['[[2530/72B0/7300/470]]', '[[1 8 5 0 5 7 8 0 0 6 0 8 4 9 1]]'],
      reject: ['2530/72B0/7300/471', '253 072B0 7300 470 12'],
    },
  },
  {
    kind: 'number',
    id: 'nir-without-key',
    type: 'NIR',
    tier: 1,
    description:
      'The thirteen characters of a French social security number without its key: next to words that name it.',
    layouts: ['13'],
    totals: [13],
    corsican: true,
    validate: isNirBody,
    scores: { plain: 0, context: 0.8 },
    words: NIR_NAMES,
    examples: {
      match: ['numéro de sécurité sociale : [[1850578006084]]', "numéro d'assuré [[1 85 05 78 006 084]]"],
      reject: ['1850578006084', 'commande 1850578006084', 'sécu 1851878006084'],
    },
  },
  {
    kind: 'number',
    id: 'nir-corsican-without-key',
    type: 'NIR',
    tier: 1,
    description:
      'The same for a person born in Corsica, even with no such word nearby: no other number of thirteen characters has the letter of the department there.',
    layouts: ['13'],
    totals: [13],
    corsican: true,
    validate: (digits) => /[AB]/.test(digits) && isNirBody(digits),
    scores: { plain: 0.75, context: 0.85, contrary: 0 },
    words: NIR_NAMES,
    examples: {
      match: ['[[2 9 9 0 8 2 B 8 8 1 3 0 3]]', 'DE LUCA [[255022B526626]]'],
      reject: ['2550226526626', '2 99 08 2C 881 303', 'commande 255022B526626'],
    },
  },
  {
    kind: 'number',
    id: 'nir-wrong-key',
    type: 'NIR',
    tier: 1,
    description:
      'A number that is called a French social security number but does not match its key (a typing error, a scrambled copy).',
    layouts: ['14', '15'],
    totals: [14, 15],
    corsican: true,
    // From 1 to 8.
    validate: (nir) => nir.charCodeAt(0) >= 0x31 && nir.charCodeAt(0) <= 0x38,
    scores: { plain: 0, context: 0.6 },
    words: NIR_NAMES,
    examples: {
      match: ['sécurité sociale : [[185057800608492]]'],
      reject: ['185057800608492', 'ref 185057800608492', 'sécu 985057800608492'],
    },
  },
  {
    kind: 'number',
    id: 'siret',
    type: 'SIRET',
    tier: 1,
    description:
      'A French establishment number: it passes the checksums of company and establishment (La Poste has its own rule).',
    layouts: ['14', ...separated(' .-', '9 5', '3 3 3 5')],
    chance: 0.01,
    validate: (digits) => isSiret(digits) && !isTimestamp(digits),
    validated: true,
    scores: { plain: 0.9, context: 0.99 },
    words: COMPANY_WORDS,
    examples: {
      match: [
        'SIRET : [[732 829 320 00074]]',
        'SIRET[[73282932000074]]',
        '[[356000000 00010]]',
        '[[732.829.320.00074]]',
      ],
      reject: ['73282932000079', 'lot 73282932000074', '20000000000000', '12345678901234', '732829320000740'],
    },
  },
  {
    kind: 'number',
    id: 'siret-regrouped',
    type: 'SIRET',
    tier: 1,
    description: 'A French establishment number in unusual groups.',
    layouts: [],
    totals: [14],
    chance: 0.01,
    validate: isSiret,
    validated: true,
    scores: { plain: 0.75, context: 0.97 },
    words: COMPANY_WORDS,
    examples: { match: ['[[7328 2932 0000 74]]', '[[7.3.2.8.2.9.3.2.0.0.0.0.7.4]]'], reject: ['7328 2932 0000 75'] },
  },
  {
    kind: 'number',
    id: 'siren',
    type: 'SIREN',
    tier: 1,
    description:
      'A French company number, next to words that name it: one number of nine digits in ten passes the checksum.',
    layouts: ['9', ...separated(' .-', '3 3 3')],
    luhn: true,
    validate: isSiren,
    validated: true,
    scores: { plain: 0, context: 0.95 },
    words: SIREN_NAMES,
    examples: {
      match: ['SIREN : [[732 829 320]]', 'RCS Paris [[732829320]]', 'SIREN[[732829320]]'],
      reject: ['732829320', 'SIREN 732829321', 'tel 732 829 320'],
    },
  },
]
