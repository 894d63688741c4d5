import { DisplayName, Email } from '../../core/model/user.ts'
import { etagOf } from '../http/etag.ts'
import type { ScimEmail, ScimRecord, UserRecord } from '../store/user-store.ts'
import { type Json, USER, USER_SCHEMA } from './attributes.ts'
import { ScimError } from './errors.ts'
import { EMAILS_MAX } from './limits.ts'

const USER_NAME_MAX = 256
const EXTERNAL_ID_MAX = 512

/** A user whom a client manages. */
export type Provisioned = UserRecord & { readonly scim: ScimRecord }

export function isProvisioned(user: UserRecord | undefined): user is Provisioned {
  return user !== undefined && user.scim !== null
}

/** The user as clients see it (RFC 7643, 4.1). @param base the address of this server's SCIM service */
export function presentScimUser(user: Provisioned, base: string): Json {
  const { scim } = user
  const resource = {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...(scim.external_id !== null && { externalId: scim.external_id }),
    userName: scim.user_name,
    ...(scim.name !== null && { name: scim.name }),
    ...(scim.display_name !== null && { displayName: scim.display_name }),
    active: isShownActive(user),
    ...(scim.emails.length > 0 && { emails: scim.emails }),
  }
  return {
    ...resource,
    meta: metaOf(USER.name, user.created_at, scim.changed_at, `${base}/Users/${user.id}`, resource),
  }
}

export function metaOf(resourceType: string, created: string, lastModified: string, location: string, resource: Json) {
  // Weak: it is about what the resource says, not about its bytes (RFC 7644, 3.14).
  const version = `W/${etagOf(JSON.stringify([resource, lastModified]))}`
  return { resourceType, created, lastModified, location, version }
}

/** What the client wanted, unless an admin has deactivated the user since. A user without a group is wanted, too. */
export function isShownActive({ status, scim }: Provisioned): boolean {
  return scim.active && !(status === 'inactive' && scim.entitled)
}

/** What a client says of a user, checked. */
export interface ScimUser {
  readonly scim: Omit<ScimRecord, 'entitled' | 'changed_at'>
  /** What Weir knows the user by. */
  readonly email: string
  readonly displayName: string
}

/**
 * @param json by readResource, or a user after a PATCH
 * @throws ScimError
 */
export function toScimUser(json: Json): ScimUser {
  const userName = json.userName
  if (typeof userName !== 'string' || userName.trim() === '') throw wrong('userName is required')
  if (userName.length > USER_NAME_MAX) throw wrong(`userName must have at most ${USER_NAME_MAX} characters`)
  const externalId = json.externalId === undefined || json.externalId === '' ? null : String(json.externalId)
  if ((externalId?.length ?? 0) > EXTERNAL_ID_MAX) {
    throw wrong(`externalId must have at most ${EXTERNAL_ID_MAX} characters`)
  }
  const emails = readEmails(json.emails)
  const name = (json.name as Record<string, string> | undefined) ?? null
  const displayName = json.displayName === undefined ? null : String(json.displayName)
  return {
    scim: {
      user_name: userName,
      external_id: externalId,
      active: json.active !== false,
      display_name: displayName,
      name: name === null || Object.keys(name).length === 0 ? null : name,
      emails,
    },
    email: addressOf(userName, emails),
    displayName: shownName(displayName, name),
  }
}

/** A value without an address says nothing. */
function readEmails(value: unknown): ScimEmail[] {
  const emails = ((value ?? []) as readonly ScimEmail[]).filter((email) => typeof email.value === 'string')
  if (emails.length > EMAILS_MAX) throw wrong(`emails must have at most ${EMAILS_MAX} items`)
  return emails
}

/** A name that is nothing else in the head of a mail. */
const PLAIN_NAME = /^[\p{L}\p{N}._+-]{1,254}$/u

/**
 * The primary address, or the first; without one the user's name, which is an address at many clients. Where it is none
 * either, the name stands in its place: such a user gets no mail, and is found by no address of single sign-on.
 */
function addressOf(userName: string, emails: readonly ScimEmail[]): string {
  const primary = emails.filter((email) => email.primary === true)
  for (const { value } of [...primary, ...emails, { value: userName }]) {
    const email = Email.safeParse(value.trim())
    if (email.success) return email.data
  }
  if (!PLAIN_NAME.test(userName)) throw wrong('userName or emails must give an e-mail address')
  return userName.toLowerCase()
}

function shownName(displayName: string | null, name: Readonly<Record<string, string>> | null): string {
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== undefined && part !== '')
  const shown = DisplayName.safeParse(displayName ?? name?.formatted ?? parts.join(' '))
  if (!shown.success) throw wrong('The name that is shown must have at most 200 characters')
  return shown.data
}

function wrong(message: string): ScimError {
  return new ScimError('invalidValue', message)
}
