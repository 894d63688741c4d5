import type { ScoredSpan } from '../rule.ts'
import { judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

const PUTTY_MAX = 8000

/** The private lines of a PuTTY key file (PPK 2 and 3, PuTTY manual, appendix C), behind "Private-Lines". */
export function readPuttyKey(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const lines = /^: [0-9]{1,3}\r?\n((?:[A-Za-z0-9+/=]{16,80}(?:\r?\n|$)){1,90})/.exec(text.slice(end, end + PUTTY_MAX))
  if (lines?.[1] === undefined) return NONE
  const from = end + lines[0].length - lines[1].length
  return [{ start: from, end: from + lines[1].trimEnd().length, score: 0.95 }]
}

/** The longest name of a host, RFC 1035. */
const HOST_MAX = 253

/** host:port:database:user:password, a line of .pgpass (PostgreSQL manual, "The Password File"); the keyword is a port or a star. */
export function readPasswordFile(text: string, start: number, end: number): readonly ScoredSpan[] {
  // No further back: a text may be one line of millions of characters.
  const host = /(?:^|\n)([\w.*/-]+)$/.exec(text.slice(Math.max(0, start - HOST_MAX - 1), start))?.[1] ?? ''
  if (host === '' || host.length > HOST_MAX) return NONE
  const rest = /^([\w*-]{1,64}:)([\w*.-]{1,64}:)([^\s:]{4,128})[ \t]*(?:\r?\n|$)/.exec(text.slice(end, end + 270))
  if (rest?.[3] === undefined || judgeValue(rest[3], true) === 'nothing') return NONE
  const from = end + (rest[1]?.length ?? 0) + (rest[2]?.length ?? 0)
  return [{ start: from, end: from + rest[3].length, score: 0.85 }]
}

/** The signature of an Azure shared access URL: an HMAC-SHA256, 32 bytes in base64 (Microsoft Learn, "Create a service SAS"). */
export function readSharedAccess(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (!/[?&;"]$/.test(text.slice(Math.max(0, start - 1), start))) return NONE
  const signature = /^(?:[A-Za-z0-9+/]|%2[BbFf]){43}(?:=|%3[Dd])/.exec(text.slice(end, end + 140))?.[0]
  return signature === undefined ? NONE : [{ start: end, end: end + signature.length, score: 0.9 }]
}

const JWK_REACH = 900

/** The private exponent or the secret of a JSON Web Key (RFC 7518, 6.2.2, 6.3.2 and 6.4.1), beside its "kty". */
export function readJsonWebKey(text: string, start: number, end: number): readonly ScoredSpan[] {
  const from = Math.max(0, start - JWK_REACH)
  const around = text.slice(from, end + JWK_REACH)
  const found: ScoredSpan[] = []
  for (const member of around.matchAll(/"(?:d|k)"\s{0,3}:\s{0,3}"([A-Za-z0-9_-]{22,800})"/g)) {
    const at = from + member.index + member[0].length - 1 - (member[1]?.length ?? 0)
    found.push({ start: at, end: at + (member[1]?.length ?? 0), score: 0.9 })
  }
  return found
}
