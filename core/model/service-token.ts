import { z } from 'zod'
import { text, Uuid } from './common.ts'

/** What a service token may do: record interactions, ask for classifications, read policies, provision users. */
export const Scope = z.enum(['record', 'classify', 'policies', 'scim'])
export type Scope = z.infer<typeof Scope>

export const ServiceTokenName = text(200, 1).refine(
  (value) => value.trim() === value,
  'must not start or end with white space',
)

export const ServiceTokenCreate = z.strictObject({
  name: ServiceTokenName,
  scopes: z
    .array(Scope)
    .min(1)
    .max(Scope.options.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice'),
})
export type ServiceTokenCreate = z.infer<typeof ServiceTokenCreate>

export const ServiceToken = z.strictObject({
  id: Uuid,
  name: z.string(),
  scopes: z.array(Scope),
  created_at: z.string(),
  created_by: z.string(),
})
export type ServiceToken = z.infer<typeof ServiceToken>

/** As it is listed. `last_used_at` is exact to a minute, and null for one that was never used. */
export const ListedServiceToken = ServiceToken.extend({ last_used_at: z.string().nullable() })
export type ListedServiceToken = z.infer<typeof ListedServiceToken>

/** The answer to a creation: the only time the token itself is seen. */
export const ServiceTokenWithSecret = ServiceToken.extend({ token: z.string() })
export type ServiceTokenWithSecret = z.infer<typeof ServiceTokenWithSecret>
