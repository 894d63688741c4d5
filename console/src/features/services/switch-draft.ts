import type { ServiceSwitch, ServiceSwitchCreate } from '../../../../core/resources/service-switch.ts'

export type SwitchKind = ServiceSwitch['kind']

/** What somebody has filled in. */
export interface SwitchDraft {
  readonly kind: SwitchKind
  readonly platformId: string
  readonly reason: string
  /** From now; 0: without an end, which only intercept_only_for may have. */
  readonly hours: number
  readonly userIds: readonly string[]
  /** One address or CIDR a line. */
  readonly addresses: string
}

/** As the API takes it (docs/reference/api-rules.md, Switches). */
export function toSwitch(draft: SwitchDraft, now: number): ServiceSwitchCreate {
  const { kind, platformId, reason, hours } = draft
  const expires_at = new Date(now + hours * 3_600_000).toISOString()
  const common = { platform_id: platformId, reason: reason.trim() }
  if (kind === 'pass_through') return { kind, ...common, expires_at }
  return {
    kind,
    ...common,
    ...(hours > 0 && { expires_at }),
    user_ids: [...draft.userIds],
    addresses: draft.addresses.split(/[\s,]+/).filter((one) => one !== ''),
  }
}

/** Whether there is enough to ask the API. */
export function isComplete({ kind, reason, userIds, addresses, platformId }: SwitchDraft): boolean {
  if (platformId === '' || reason.trim() === '') return false
  return kind === 'pass_through' || userIds.length > 0 || addresses.trim() !== ''
}
