import RE2 from 're2'
import type { Classification } from '../model/classification.ts'
import { isPaymentCard } from './validators/card.ts'
import { isIban } from './validators/iban.ts'
import { isNir } from './validators/nir.ts'
import { isSiret } from './validators/siret.ts'

export interface ClassifyOptions {
  /** 1: values with a checksum or a strict form. 2 adds those that need context. */
  readonly tier?: 1 | 2
  /** Asked now and then; true ends the work early, and the result says so. */
  readonly isOverBudget?: () => boolean
}

export interface Classified {
  /** In order of the text, not overlapping; `text.slice(start, end) === value`. */
  readonly classifications: Classification[]
  /** false where the budget ended the work early. */
  readonly complete: boolean
}

interface SimpleRule {
  readonly type: string
  readonly pattern: RE2
  readonly score: number
  readonly accepts: (value: string) => boolean
}

const compact = (value: string) => value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

const RULES: readonly SimpleRule[] = [
  {
    type: 'IBAN',
    pattern: new RE2('\\b[A-Za-z]{2}[0-9]{2}(?: ?[0-9A-Za-z]){11,30}\\b', 'g'),
    score: 0.95,
    accepts: (v) => isIban(compact(v)),
  },
  {
    type: 'NIR',
    pattern: new RE2('\\b[1-8](?:[ .]?[0-9]){4}[ .]?(?:[0-9][ .]?[0-9]|2[ABab])(?:[ .]?[0-9]){8}\\b', 'g'),
    score: 0.95,
    accepts: (v) => isNir(compact(v)),
  },
  {
    type: 'CREDIT_CARD',
    pattern: new RE2('\\b[0-9](?:[ -]?[0-9]){12,18}\\b', 'g'),
    score: 0.9,
    accepts: (v) => isPaymentCard(compact(v)),
  },
  {
    type: 'SIRET',
    pattern: new RE2('\\b[0-9]{3}[ .]?[0-9]{3}[ .]?[0-9]{3}[ .]?[0-9]{5}\\b', 'g'),
    score: 0.9,
    accepts: (v) => isSiret(compact(v)),
  },
  {
    type: 'EMAIL',
    pattern: new RE2('[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.){1,8}[A-Za-z]{2,24}\\b', 'g'),
    score: 0.95,
    accepts: () => true,
  },
  {
    type: 'PHONE',
    pattern: new RE2('(?:\\+33 ?(?:\\(0\\))? ?|\\b0)[1-9](?:[ .-]?[0-9]{2}){4}\\b', 'g'),
    score: 0.85,
    accepts: () => true,
  },
  { type: 'PHONE', pattern: new RE2('\\+[1-9](?:[ .-]?[0-9]){7,14}\\b', 'g'), score: 0.85, accepts: () => true },
]

/** Finds sensitive values in a text, whatever it holds; never throws. */
export function classify(text: string, options: ClassifyOptions = {}): Classified {
  const classifications: Classification[] = []
  let complete = true
  for (const { type, pattern, score, accepts } of RULES) {
    if (options.isOverBudget?.() === true) {
      complete = false
      break
    }
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const value = match[0]
      const start = match.index
      const end = start + value.length
      if (!accepts(value)) continue
      if (classifications.some((other) => other.start < end && start < other.end)) continue
      classifications.push({ type, value, score, start, end })
    }
  }
  classifications.sort((a, b) => a.start - b.start)
  return { classifications, complete }
}
