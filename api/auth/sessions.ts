import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { Role } from '../../core/model/user.ts'
import type { Session } from '../http/context.ts'
import type { NamedKey } from '../store/named-keys.ts'
import type { SessionRecord, UserRecord } from '../store/user-store.ts'

export const ISSUER = 'weir'
export const AUDIENCE = 'weir-api'
/** Of the token in a browser's cookie, which no route takes for a Bearer. */
const COOKIE_AUDIENCE = 'weir-console'
/** Of a link that an operator made on the machine itself, which is good for one session. */
const LINK_AUDIENCE = 'weir-sign-in'
export const ALGORITHM = 'HS256'
const SESSION_SECONDS = 8 * 60 * 60
/** What a browser holds in memory; its cookie gets it another one. */
const BEARER_SECONDS = 10 * 60
export const LINK_SECONDS = 10 * 60
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

const CookieClaims = Claims.extend({ aud: z.literal(COOKIE_AUDIENCE) })
export type CookieClaims = z.infer<typeof CookieClaims>

const LinkClaims = Claims.extend({ aud: z.literal(LINK_AUDIENCE) })
export type LinkClaims = z.infer<typeof LinkClaims>

/** Of a User-Agent header: more is kept of none. */
const USER_AGENT_MAX = 160

/** What a sign-in puts into the user's record, and its tokens are made from. */
export function newSession(
  method: SessionRecord['method'],
  key: NamedKey,
  now: Date,
  { headers, clientAddress }: { readonly headers: IncomingHttpHeaders; readonly clientAddress: string },
): SessionRecord {
  return {
    id: randomUUID(),
    method,
    key_id: key.id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString(),
    last_used_at: now.toISOString(),
    address: clientAddress,
    user_agent: (headers['user-agent'] ?? '').replaceAll(/[^ -~]/g, '').slice(0, USER_AGENT_MAX),
  }
}

/** The tokens of a session for a user who has proved to be one. */
export function createClaims(user: UserRecord, now: Date, id: string = randomUUID()): Claims {
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
    jti: id,
  }
}

/** The token of a session (RFC 7519). */
export function signClaims(claims: Claims | CookieClaims | LinkClaims, { id, key }: NamedKey): string {
  const unsigned = `${encode({ alg: ALGORITHM, typ: 'JWT', kid: id })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`
}

/** The token in the cookie of a browser: the same session, for as long as it lasts. */
export function cookieClaims(claims: Claims): CookieClaims {
  return { ...claims, aud: COOKIE_AUDIENCE }
}

/** What a link for this user carries. Its `jti` is used up like a session that ends. */
export function linkClaims(user: UserRecord, now: Date): LinkClaims {
  const claims = createClaims(user, now)
  return { ...claims, aud: LINK_AUDIENCE, exp: claims.iat + LINK_SECONDS }
}

/** The Bearer of a browser: for some minutes, and never longer than its session. */
export function bearerClaims(session: Claims | CookieClaims, user: UserRecord, now: Date): Claims {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const exp = Math.min(session.exp, issuedAt + BEARER_SECONDS)
  return { ...session, aud: AUDIENCE, role: user.role, iat: issuedAt, exp }
}

/** The claims of a cookie that this key signed and that has not expired; undefined for any other text. */
export function verifyCookie(token: string, key: NamedKey, now: Date): CookieClaims | undefined {
  return verify(token, key, now, CookieClaims)
}

/** The same of a link. */
export function verifyLink(token: string, key: NamedKey, now: Date): LinkClaims | undefined {
  return verify(token, key, now, LinkClaims)
}

function verify<T extends { readonly exp: number }>(
  token: string,
  { id, key }: NamedKey,
  now: Date,
  schema: z.ZodType<T>,
): T | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0) return undefined
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Signed by us, so it is JSON.
  const known = Header.safeParse(JSON.parse(Buffer.from(header, 'base64url').toString()))
  const claims = schema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!known.success || known.data.kid !== id || !claims.success) return undefined
  return claims.data.exp <= now.getTime() / 1000 ? undefined : claims.data
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
  return isOpen(user, sessionVersion, sessionId) && user.sessions.some(({ id }) => id === sessionId)
}

/** The same of a link, which is no session yet. */
export function isUsable(user: UserRecord, { sv, jti }: LinkClaims): boolean {
  return isOpen(user, sv, jti) && !user.ended_sessions.includes(jti)
}

function isOpen(user: UserRecord, sessionVersion: number, id: string): boolean {
  return user.status === 'active' && (user.session_version === sessionVersion || user.kept_session === id)
}

export function toSession(claims: SignedClaims): Session {
  return { id: claims.jti, version: claims.sv, expiresAt: claims.exp * 1000, keyId: claims.keyId }
}
