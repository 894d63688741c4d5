import { isWordAt } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

/** Statements that give a user a password (MySQL and Oracle manuals, CREATE USER, ALTER USER, GRANT). */
const STATEMENT =
  /\b(?:(?:create|alter|set|drop)\s{1,3}(?:or\s{1,3}replace\s{1,3}|public\s{1,3}|shared\s{1,3}|encryption\s{1,3}|local\s{1,3}){0,2}(?:user|role|login|database\s{1,3}link|keystore|key|wallet|auto_login)|grant\s{1,3}(?:all|select|insert|update|delete|create|alter|drop|usage|connect|resource|dba|super|reload|replication|execute|file|process|unlimited))\b[^;]{0,150}$/i
const STATEMENT_REACH = 160
const IDENTIFIED =
  /^(?:with\s{1,3}["'`]?\w{1,40}["'`]?\s{1,3})?(?:by|as)\s{1,3}(?:password\s{1,3})?(?:(["'`])([^"'`\n]{4,128})\1|([^\s"'`;,()]{4,64}))(?:\s{1,3}replace\s{1,3}["'`]?([^\s"'`;,()]{4,64}))?/di
const IDENTIFIED_REACH = 280

/** create user ... identified by "password", alter user ... identified by new replace old. */
export function readIdentified(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (!STATEMENT.test(text.slice(Math.max(0, start - STATEMENT_REACH), start))) return NONE
  const match = IDENTIFIED.exec(text.slice(end, end + IDENTIFIED_REACH))
  if (match === null) return NONE
  const found: ScoredSpan[] = []
  for (const group of [2, 3, 4]) {
    const [from, to] = match.indices?.[group] ?? [0, 0]
    const value = match[group]
    if (value === undefined) continue
    const kind = judgeValue(value, group === 2)
    if (kind === 'nothing') continue
    found.push({ start: end + from, end: end + to, score: kind === 'word' || kind === 'digits' ? 0.6 : 0.85 })
  }
  return found
}

/** Schemes besides Bearer and Basic that services take keys with. */
const SCHEME =
  /^["']?\s{0,2}[:=,]\s{0,2}\\?["'`]?(?:api-?key|token|key|geniekey|ssws|bot|oauth|[\w-]{2,20}-key)\s{1,2}(?:token=)?\\?["']?([\w.~+/=-]{8,1000})/i
const SCHEME_REACH = 1_060

/** Authorization: ApiKey ..., Authorization: Token ... */
export function readScheme(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const match = SCHEME.exec(text.slice(end, end + SCHEME_REACH))
  const value = match?.[1]
  if (match === null || value === undefined || !/[0-9]/.test(value)) return NONE
  const kind = judgeValue(value, true)
  const to = end + match[0].length
  return kind === 'random' || kind === 'mixed' ? [{ start: to - value.length, end: to, score: 0.85 }] : NONE
}

const PEM_MAX = 12_000
const PEM_MIN = 60
/** What of the base64 is decoded to see what the block is. */
const PEM_HEAD = 80

/** A PEM block of a private key in base64, as secrets of Kubernetes and variables of pipelines hold it. */
export function readEncodedPem(text: string, start: number): readonly ScoredSpan[] {
  // Within a run of base64 it is no beginning, and each would be read to the end of the run.
  if (isWordAt(text, start - 1) || /[+/]/.test(text.charAt(start - 1))) return NONE
  const body = /^[A-Za-z0-9+/]+={0,2}/.exec(text.slice(start, start + PEM_MAX))?.[0] ?? ''
  if (body.length < PEM_MIN) return NONE
  const head = Buffer.from(body.slice(0, PEM_HEAD), 'base64').toString('latin1')
  return /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(head) ? [{ start, end: start + body.length, score: 0.95 }] : NONE
}
