import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Role } from '../../core/model/user.ts'
import type { Session } from '../http/context.ts'
import type { NamedKey } from '../store/named-keys.ts'
import type { UserRecord } from '../store/user-store.ts'

export const ISSUER = 'weir'
export const AUDIENCE = 'weir-api'
export const ALGORITHM = 'HS256'
export const SESSION_SECONDS = 8 * 60 * 60
/** Clocks of several API processes differ a little. */
const CLOCK_SKEW_SECONDS = 60

const Header = z.object({ alg: z.literal(ALGORITHM), typ: z.literal('JWT'), kid: z.string() })

/** The claims of docs/reference/api-rules.md, Authentication. `sv` is the user's session version; `role` is for the client's eyes only. */
export const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z.uuid(),
  tenant_id: z.uuid(),
  role: Role,
  sv: z.int(),
  iat: z.int(),
  exp: z.int(),
  jti: z.uuid(),
})
export type Claims = z.infer<typeof Claims>

/** A session for a user who has proved to be one. */
export function createClaims(user: UserRecord, now: Date): Claims {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: user.id,
    tenant_id: user.tenant_id,
    role: user.role,
    sv: user.session_version,
    iat: issuedAt,
    exp: issuedAt + SESSION_SECONDS,
    jti: randomUUID(),
  }
}

/** The token of a session (RFC 7519). */
export function signClaims(claims: Claims, { id, key }: NamedKey): string {
  const unsigned = `${encode({ alg: ALGORITHM, typ: 'JWT', kid: id })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

export interface SignedClaims extends Claims {
  /** Of the key that signed them. */
  readonly keyId: string
}

/** The claims of a token whose signature, issuer, audience and expiry have been verified; undefined if it is not ours. */
export function readClaims(token: string, payload: unknown, now: Date): SignedClaims | undefined {
  const [encoded = ''] = token.split('.')
  const header = Header.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
  if (!header.success) return undefined
  const claims = Claims.safeParse(payload)
  if (!claims.success) return undefined
  return claims.data.iat > now.getTime() / 1000 + CLOCK_SKEW_SECONDS
    ? undefined
    : { ...claims.data, keyId: header.data.kid }
}

/** Whether the user may still use this session: the record decides, not the token. */
export function isCurrent(user: UserRecord, sessionVersion: number, sessionId: string): boolean {
  if (user.status !== 'active') return false
  return user.session_version === sessionVersion || user.kept_session === sessionId
}

export function toSession(claims: SignedClaims): Session {
  return { id: claims.jti, version: claims.sv, expiresAt: claims.exp * 1000, keyId: claims.keyId }
}
