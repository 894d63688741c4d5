import { z } from 'zod'
import { ClassificationType } from './classification.ts'
import { PlatformId, Timestamp, text, Uuid } from './common.ts'

/** The longest that an exception holds: whoever needs more decides again. */
export const EXCEPTION_MAX_DAYS = 90
/** Of one tenant: a proxy reads all of them at once. */
export const EXCEPTIONS_MAX = 500
const NAMES_MAX = 100
const USERS_MAX = 1000
const VALUES_MAX = 1000
/** In all exceptions of a tenant together. */
export const EXCEPTED_VALUES_MAX = 10_000

const NARROWING = ['types', 'platform_ids', 'user_ids', 'values'] as const

/** What a policy does not hold for. The fields combine with AND, the names within one with OR. */
export const ExceptionCreate = z
  .strictObject({
    /** Only this policy has the exception; without it all policies have. */
    policy_id: Uuid.optional(),
    // A list that is given and empty narrows nothing, which its sender did not mean.
    types: z.array(ClassificationType).min(1).max(NAMES_MAX).optional(),
    platform_ids: z.array(PlatformId).min(1).max(NAMES_MAX).optional(),
    user_ids: z.array(Uuid).min(1).max(USERS_MAX).optional(),
    values: z.array(text(256, 1)).min(1).max(VALUES_MAX).optional(),
    reason: text(500, 1),
    /** The person who answers for it. */
    owner: text(254, 1),
    expires_at: Timestamp,
  })
  .refine((exception) => NARROWING.some((field) => exception[field] !== undefined), {
    path: ['types'],
    message:
      'must name a type, or platform_ids, user_ids or values something: an exception for everything is no policy',
  })
export type ExceptionCreate = z.infer<typeof ExceptionCreate>

const shownFields = {
  id: Uuid,
  policy_id: Uuid.nullable(),
  types: z.array(z.string()),
  platform_ids: z.array(z.string()),
  user_ids: z.array(Uuid),
  /** The values themselves are not kept. */
  value_count: z.int(),
  reason: z.string(),
  owner: z.string(),
  expires_at: z.string(),
  created_at: z.string(),
  created_by: z.string(),
}

export const Exception = z.strictObject(shownFields)
export type Exception = z.infer<typeof Exception>

/** HMAC-SHA256 of the values' canonical forms, in base64. Proxies get the key with them, and administrators neither. */
export const ExceptedValues = z.object({ key: z.string().max(64), hashes: z.array(z.string().max(64)) })
export type ExceptedValues = z.infer<typeof ExceptedValues>

/** As proxies get it. An object that is not strict: a newer API may tell more. */
export const ServedException = z.object({ ...shownFields, hashed: ExceptedValues.optional() })
export type ServedException = z.infer<typeof ServedException>

/** What the hashes of an exception's values are kept with: the salt of their key, and a check of it (api/detectors/keys.ts). */
export const StoredValues = z.strictObject({
  salt: z.string(),
  key_id: z.string().optional(),
  key_check: z.string(),
  hashes: z.array(z.string()),
})
export type StoredValues = z.infer<typeof StoredValues>

export const StoredException = z.strictObject({ ...shownFields, hashed: StoredValues.nullable() })
export type StoredException = z.infer<typeof StoredException>
