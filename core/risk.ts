import type { Finding } from './model/facts.ts'

/**
 * How bad it is that a value of this type leaves the company: the share of the risk that one certain finding carries.
 * Stable between releases (a snapshot test holds the table); types that are not listed, a tenant's own among them, count DEFAULT_WEIGHT.
 */
export const TYPE_WEIGHTS: Readonly<Record<string, number>> = {
  API_KEY: 0.9,
  SECRET: 0.9,
  CREDIT_CARD: 0.85,
  NIR: 0.85,
  SSN: 0.85,
  CRYPTO_WALLET: 0.5,
  PASSPORT: 0.75,
  IBAN: 0.7,
  DRIVING_LICENSE: 0.7,
  TAX_NUMBER: 0.7,
  MEDICAL_TERM: 0.4,
  DATE_OF_BIRTH: 0.4,
  ADDRESS: 0.35,
  PHONE: 0.35,
  EMAIL: 0.3,
  PERSON_NAME: 0.25,
  LICENSE_PLATE: 0.25,
  // Topics say what a text is about, not what of it is secret: even several of them alone are no high risk.
  TOPIC_CREDENTIALS: 0.3,
  TOPIC_CUSTOMER_DATA: 0.3,
  TOPIC_FINANCIAL_RESULTS: 0.3,
  TOPIC_HEALTH: 0.3,
  TOPIC_HR: 0.25,
  TOPIC_LEGAL: 0.2,
  TOPIC_SOURCE_CODE: 0.2,
  ORGANIZATION: 0.05,
  IP_ADDRESS: 0.15,
  MAC_ADDRESS: 0.15,
  SIRET: 0.1,
  SIREN: 0.1,
  LEGAL_REFERENCE: 0.05,
}

export const DEFAULT_WEIGHT = 0.5

export interface ScoredFinding {
  readonly type: string
  /** Confidence, 0 to 1. */
  readonly score: number
  /** Tells findings of one type apart; the same value twice counts once, at its best score. */
  readonly value?: string
}

const DECIMALS = 10_000

/** 1 - Π(1 - weight(type) x score) over distinct findings, rounded to four decimals: 0 for none, never above 1. */
export function riskScore(findings: readonly ScoredFinding[]): number {
  if (findings.length === 0) return 0
  const best = new Map<string, ScoredFinding>()
  for (const finding of findings) {
    const key = `${finding.type} ${finding.value ?? ''}`
    const known = best.get(key)
    if (known === undefined || finding.score > known.score) best.set(key, finding)
  }
  let safe = 1
  for (const { type, score } of best.values()) safe *= 1 - weightOf(type) * Math.min(1, Math.max(0, score))
  return Math.round((1 - safe) * DECIMALS) / DECIMALS
}

/** The same; a finding without a score counts as certain. */
export function riskOfFindings(findings: readonly Finding[]): number {
  return riskScore(
    findings.map(({ type, value, score = 1 }) => ({ type, score, ...(value !== undefined && { value }) })),
  )
}

export function weightOf(type: string): number {
  return Object.hasOwn(TYPE_WEIGHTS, type) ? (TYPE_WEIGHTS[type] ?? DEFAULT_WEIGHT) : DEFAULT_WEIGHT
}
