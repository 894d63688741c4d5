import { z } from 'zod'
import { parseCidr } from '../network/ip-address.ts'
import { PlatformId, Timestamp, text, Uuid } from './common.ts'

/** The longest that a service is passed through: whoever needs more decides again. */
export const PASS_THROUGH_MAX_MS = 24 * 3_600_000
export const SWITCHES_MAX = 200
const CLIENTS_MAX = 1000

/** `10.0.0.0/8`, `fd00::/8`, or one address, which is given its full prefix length. */
export const AddressRange = text(64, 1)
  .transform((range) => (range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`))
  .refine((range) => parseCidr(range) !== undefined, 'must be a CIDR or an address, such as 10.0.0.0/8')

const common = {
  platform_id: PlatformId,
  /** Kept in the audit log. */
  reason: text(500, 1),
}

/** What administrators decide about one AI service on all proxies. */
export const ServiceSwitchCreate = z.discriminatedUnion('kind', [
  /** The service is not decrypted at all. */
  z.strictObject({ kind: z.literal('pass_through'), ...common, expires_at: Timestamp }),
  /** The service is decrypted for these users and addresses only. */
  z
    .strictObject({
      kind: z.literal('intercept_only_for'),
      ...common,
      expires_at: Timestamp.optional(),
      user_ids: z.array(Uuid).max(CLIENTS_MAX).default([]),
      addresses: z.array(AddressRange).max(CLIENTS_MAX).default([]),
    })
    .refine(({ user_ids, addresses }) => user_ids.length + addresses.length > 0, {
      path: ['user_ids'],
      message: 'must name a user, or addresses an address: a service for nobody is a pass_through',
    }),
])
export type ServiceSwitchCreate = z.infer<typeof ServiceSwitchCreate>

export const ServiceSwitch = z.strictObject({
  id: Uuid,
  kind: z.enum(['pass_through', 'intercept_only_for']),
  platform_id: PlatformId,
  reason: z.string(),
  user_ids: z.array(Uuid),
  addresses: z.array(z.string()),
  expires_at: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
})
export type ServiceSwitch = z.infer<typeof ServiceSwitch>
