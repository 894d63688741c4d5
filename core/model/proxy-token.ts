import { z } from 'zod'
import { Uuid } from './common.ts'

/** The answer to a creation: the only time the token itself is seen. */
export const ProxyToken = z.strictObject({ token: z.string(), created_at: z.string() })
export type ProxyToken = z.infer<typeof ProxyToken>

/** What a proxy was shown. Any text may be tried: a wrong shape is answered as a wrong token, not explained. */
export const ProxyTokenCheck = z.strictObject({ email: z.string().max(254), token: z.string().max(200) })
export type ProxyTokenCheck = z.infer<typeof ProxyTokenCheck>

/** Whose token it is. */
export const ProxyTokenOwner = z.strictObject({ user_id: Uuid })
export type ProxyTokenOwner = z.infer<typeof ProxyTokenOwner>

/** The name that a trusted proxy gives a person: an e-mail address, or anything else. */
export const ProxyUserLookup = z.strictObject({ user: z.string().min(1).max(254) })
export type ProxyUserLookup = z.infer<typeof ProxyUserLookup>

/** The user of the tenant who has this address; null if there is none. */
export const ProxyUser = z.strictObject({ user_id: Uuid.nullable() })
export type ProxyUser = z.infer<typeof ProxyUser>
