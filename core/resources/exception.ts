import { z } from 'zod'
import { ClassificationType } from '../model/classification.ts'
import { PlatformId, Timestamp, text, Uuid } from '../model/common.ts'
import { ADMINS, type Resource } from './resource.ts'

/** The longest that an exception holds: whoever needs more decides again. */
export const EXCEPTION_MAX_DAYS = 90
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

/** The body of a request that names a thousand values, in bytes. */
const BODY_LIMIT = 10 * 1024 * 1024

/** What policies do not hold for, until a date (docs/policies.md, Exceptions). */
export const EXCEPTIONS: Resource<StoredException, ExceptionCreate> = {
  plural: 'exceptions',
  singular: 'exception',
  title: 'Exception',
  path: '/exceptions',
  section: {
    name: 'Exceptions',
    description: 'What policies do not hold for, until a date: types, services, users or exact values.',
  },
  models: { ExceptedValues, Exception, ExceptionCreate, ServedException },
  stored: StoredException,
  shown: Exception,
  listed: z.union([Exception, ServedException]),
  notice: 'exceptions_changed',
  // Of users and values their number.
  auditDetails: ({ policy_id, types, platform_ids, user_ids, value_count, reason, owner, expires_at }) => ({
    policy_id,
    types: [...types],
    platform_ids: [...platform_ids],
    users: user_ids.length,
    values: value_count,
    reason,
    owner,
    expires_at,
  }),
  operations: {
    create: {
      name: 'createException',
      summary: 'Create an exception to policies',
      description:
        'The policy, or every policy if none is named, does not hold for what all given fields name together. With `types` or `values` the exception covers findings: the policy is judged by those that are left. With `platform_ids` or `user_ids` alone it covers whole interactions. Exact `values` are hashed with a key of the tenant, found however they are spaced or capitalised, and never returned. It is in force on all proxies within a second and ends by itself at `expires_at`, at most 90 days ahead, which raises an `exception_ended` alert. What it let through is recorded with `content_metadata.excepted_by` (the ids of exceptions) and `content_metadata.excepted_policies`. 409 if there are 500, or 10,000 values in all of them.',
      access: ADMINS,
      body: ExceptionCreate,
      bodyLimit: BODY_LIMIT,
      answer: 'The exception, in force on all proxies within a second',
    },
    list: {
      name: 'listExceptions',
      summary: 'List the exceptions in force',
      description:
        'Exceptions that have ended are left out. Service tokens get the hashes of values, and the key that they were made with, as `hashed`.',
      // What is let through is a secret of the administrators, with which they trust no viewer.
      access: { roles: ['admin'], scopes: ['policies'] },
      answer: 'A page of exceptions',
    },
    get: { name: 'getException', summary: 'Get an exception', access: ADMINS, answer: 'The exception' },
    delete: {
      name: 'deleteException',
      summary: 'End an exception',
      description: 'The policies hold again. This raises no alert.',
      access: ADMINS,
      answer: 'Ended on all proxies within a second',
    },
  },
}
