import type { ContextWords, Rule } from '../rule.ts'
import { words } from './words.ts'

const SSN_WORDS: ContextWords = {
  for: ['ssn', 'ssns', 'social', 'security', 'taxpayer', 'itin'],
  against: words(`
    order case ref reference id ids ticket isbn phone tel fax invoice tracking part model serial sku zip account
    siren lot score call version build date
  `),
}

/** Area 001 to 665 or 667 to 899, group 01 to 99, serial 0001 to 9999; not the numbers that advertisements made known (SSA). */
function isSsn(digits: string): boolean {
  if (digits.charCodeAt(0) === NINE || digits.startsWith('000') || digits.startsWith('666')) return false
  if (digits.startsWith('00', 3) || digits.startsWith('0000', 5)) return false
  return !ADVERTISED.has(digits) && holdsTwo(digits)
}

const NINE = 0x39

/** Whether two digits are different. */
function holdsTwo(digits: string): boolean {
  const first = digits.charCodeAt(0)
  for (let i = 1; i < digits.length; i++) if (digits.charCodeAt(i) !== first) return true
  return false
}

const ADVERTISED: ReadonlySet<string> = new Set(['078051120', '219099999', '457555462', '123456789'])

export const AMERICAN_RULES: readonly Rule[] = [
  {
    kind: 'number',
    id: 'ssn',
    type: 'SSN',
    tier: 2,
    description: 'A United States social security number with its hyphens.',
    layouts: ['3-2-4'],
    validate: isSsn,
    scores: { plain: 0.8, context: 0.98 },
    words: SSN_WORDS,
    examples: {
      match: ['My SSN is [[868-12-8812]]', 'ssn=[[433-56-9624]]&x', '[[001-01-0001]]'],
      reject: [
        '000-12-3456',
        '666-12-3456',
        '900-12-3456',
        '123-00-4567',
        '123-45-0000',
        '078-05-1120',
        'part 536-90-4399',
        '536-90-43991',
      ],
    },
  },
  {
    kind: 'number',
    id: 'ssn-loose',
    type: 'SSN',
    tier: 2,
    description: 'Nine digits that may be a United States social security number, next to words that name it.',
    layouts: ['9'],
    totals: [9],
    pairs: true,
    validate: isSsn,
    scores: { plain: 0, context: 0.85 },
    words: SSN_WORDS,
    examples: {
      match: ['ssn: [[536904399]]', 'social security number [[536 90 4399]]'],
      reject: ['536904399', 'case 536904399'],
    },
  },
]
