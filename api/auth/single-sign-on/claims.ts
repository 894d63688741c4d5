import type { Role } from '../../../core/model/user.ts'
import { DisplayName, Email } from '../../../core/model/user.ts'
import type { Identity } from '../../store/user-store.ts'
import { SignOnRefusedError } from './errors.ts'

/** What a provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>

export interface ClaimRules {
  readonly roleClaim: string
  readonly adminValues: readonly string[]
  readonly viewerValues: readonly string[]
  /** Undefined where the tenant does not depend on the person. */
  readonly tenantClaim: string | undefined
  /** Whether an address counts without the provider’s word on it. */
  readonly isEmailTrusted: boolean
}

/** A person as Weir needs to know them. */
export interface Person {
  readonly identity: Identity
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly displayName: string
  /** Undefined where no value of the role claim names one. */
  readonly role: Role | undefined
  /** What a provisioning client of the same provider may know the person by as `externalId`. */
  readonly externalIds: readonly string[]
  /** The name or id that the tenant claim gives. */
  readonly tenant: string | undefined
}

/**
 * Nobody becomes a viewer by default: without a role it is undefined.
 * @throws SignOnRefusedError `provider` where the claims name nobody
 */
export function readPerson(claims: Claims, rules: ClaimRules): Person {
  const name = DisplayName.safeParse(claims.name)
  const tenant = rules.tenantClaim === undefined ? undefined : claim(claims, rules.tenantClaim)
  return {
    identity: identityOf(claims),
    email: Email.safeParse(claims.email).data,
    isEmailVerified: rules.isEmailTrusted || claims.email_verified === true,
    displayName: name.success ? name.data : '',
    role: roleOf(textsOf(claim(claims, rules.roleClaim)), rules),
    externalIds: externalIdsOf(claims),
    tenant: typeof tenant === 'string' ? tenant : undefined,
  }
}

/** Both are texts, and the subject is unique at its issuer (OpenID Connect Core 1.0, 2): an empty one would be everybody. */
function identityOf({ iss, sub }: Claims): Identity {
  if (!isName(iss) || !isName(sub)) throw new SignOnRefusedError('provider')
  return { issuer: iss, subject: sub }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/**
 * The subject; at Microsoft, which gives each application another one, the id of the person's object as well
 * (learn.microsoft.com/entra/identity-platform/id-token-claims-reference).
 */
function externalIdsOf({ iss, sub, oid }: Claims): string[] {
  const isMicrosoft = /^https:\/\/login\.microsoftonline\.(com|us)\//.test(String(iss))
  return [sub, ...(isMicrosoft ? [oid] : [])].filter(isName)
}

/** Whether all that is needed of a person is here. */
export function isComplete(claims: Claims, needed: readonly string[]): boolean {
  return needed.every((name) => claim(claims, name) !== undefined)
}

/**
 * What two sources say together. A claim that both have is the ID token's, but an address and whether it is verified go
 * together: one source must not vouch for the address of the other.
 */
export function together(idToken: Claims, userInfo: Claims, needed: readonly string[]): Claims {
  const { email: _email, email_verified: _verified, ...others } = idToken
  const isWhole = idToken.email !== undefined && idToken.email_verified !== undefined
  const both = { ...userInfo, ...(isWhole || userInfo.email === undefined ? idToken : others) }
  // A path into an object that only one of them has whole.
  const found = needed.map((name) => [name, claim(idToken, name) ?? claim(userInfo, name)] as const)
  const nested = found.filter(([name, value]) => name.includes('.') && value !== undefined)
  return { ...both, ...Object.fromEntries(nested) }
}

/** Of a value in both lists the admin's counts: it is the operator who wrote it there. */
function roleOf(values: readonly string[], { adminValues, viewerValues }: ClaimRules): Role | undefined {
  if (values.some((value) => adminValues.includes(value))) return 'admin'
  return values.some((value) => viewerValues.includes(value)) ? 'viewer' : undefined
}

/** A claim by its name, which may hold dots itself (a URL), or by a path into objects. */
function claim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string')
}
