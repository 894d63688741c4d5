import { z } from 'zod'
import { PlatformId, Timestamp, text, Uuid } from '../model/common.ts'
import { parseCidr } from '../network/ip-address.ts'
import { ADMINS, type Resource } from './resource.ts'

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

/** Which services proxies decrypt, and for whom, decided for all of them at once (docs/reference/api-rules.md, Switches). */
export const SERVICE_SWITCHES: Resource<ServiceSwitch, ServiceSwitchCreate> = {
  plural: 'service_switches',
  singular: 'service_switch',
  title: 'Switch',
  path: '/service-switches',
  section: {
    name: 'Service switches',
    description: 'Which AI services all proxies decrypt, and for whom: for emergencies and gradual introduction.',
  },
  models: { AddressRange, ServiceSwitch, ServiceSwitchCreate },
  stored: ServiceSwitch,
  shown: ServiceSwitch,
  notice: 'switches_changed',
  auditDetails: ({ kind, platform_id, reason, user_ids, addresses, expires_at }) => {
    return { kind, platform_id, reason, users: user_ids.length, addresses: [...addresses], expires_at }
  },
  operations: {
    create: {
      name: 'createServiceSwitch',
      summary: 'Pass a service through, or decrypt it for some clients only',
      description:
        '`pass_through` lets a service pass all proxies without being decrypted, for at most 24 hours, and raises a `passed_through` alert. `intercept_only_for` has it decrypted for the named users and addresses only; several of one service add up. It is in force on all proxies within a second: new connections follow it, decrypted ones of a service that is passed through end with their next request, and tunnels that were open because of a switch are closed when it ends. 409 if there are 200.',
      access: ADMINS,
      body: ServiceSwitchCreate,
      answer: 'The switch, in force on all proxies within a second',
    },
    list: {
      name: 'listServiceSwitches',
      summary: 'List the switches in force',
      description: 'Switches that have expired are left out.',
      access: { roles: ['admin', 'viewer'], scopes: ['policies'] },
      answer: 'A page of switches',
    },
    delete: {
      name: 'deleteServiceSwitch',
      summary: 'End a switch',
      access: ADMINS,
      answer: 'Ended on all proxies within a second',
    },
  },
}
