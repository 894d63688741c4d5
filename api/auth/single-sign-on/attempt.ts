import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { NamedKey } from '../../store/named-keys.ts'
import { cookieNamed } from '../cookie.ts'
import type { Secrets } from './provider.ts'

/** The provider sends the browser back from another site, with which it sends no `Strict` cookie (RFC 6265bis, 5.6.7). */
const NAME = '__Host-weir-sign-on'
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'
const LIFE_SECONDS = 10 * 60
const PURPOSE = 'weir single sign-on'

/** What a browser that has been sent to the provider remembers, signed by us. Nothing in it is secret from that browser. */
const Attempt = z.strictObject({
  state: z.string(),
  /** Seconds since 1970. */
  expires: z.int(),
  /** The page to return to. */
  page: z.string(),
  /** The user who links their account; absent where somebody signs in. */
  link: z.strictObject({ tenant: z.uuid(), user: z.uuid(), version: z.int(), session: z.uuid() }).optional(),
})
export type Attempt = z.infer<typeof Attempt>

export function newAttempt(page: string | undefined, now: Date, link?: Attempt['link']): Attempt {
  return {
    state: randomBytes(32).toString('base64url'),
    expires: Math.floor(now.getTime() / 1000) + LIFE_SECONDS,
    page: pageOf(page),
    ...(link !== undefined && { link }),
  }
}

/** The state is in the browser's address; what only we may know of an attempt is derived from it with our key. */
export function secretsOf({ state }: Attempt, { key }: NamedKey): Secrets {
  const derive = (what: string) => createHmac('sha256', key).update(`${PURPOSE} ${what} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

export function attemptCookie(attempt: Attempt, key: NamedKey): string {
  const payload = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return `${NAME}=${payload}.${sign(payload, key).toString('base64url')}; Max-Age=${LIFE_SECONDS}; ${ATTRIBUTES}`
}

export function clearAttempt(): string {
  return `${NAME}=; Max-Age=0; ${ATTRIBUTES}`
}

/** The attempt that this browser began, if it still counts and the answer is for it. */
export function readAttempt(
  headers: IncomingHttpHeaders,
  state: string | undefined,
  key: NamedKey,
  now: Date,
): Attempt | undefined {
  const [payload = '', signature = ''] = cookieNamed(headers, NAME)?.split('.') ?? []
  const expected = sign(payload, key)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Signed by us, so it is JSON; a release before may have written other fields.
  const attempt = Attempt.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data
  if (attempt === undefined || attempt.state !== state || attempt.expires <= now.getTime() / 1000) return undefined
  return attempt
}

/** A path of this server: what another site put into the address must not send anybody elsewhere. */
function pageOf(page: string | undefined): string {
  return page !== undefined && /^\/(?![/\\])[!-~]*$/.test(page) && !page.includes('\\') ? page : '/'
}

function sign(payload: string, { key }: NamedKey): Buffer {
  return createHmac('sha256', key).update(`${PURPOSE} cookie ${payload}`).digest()
}
