import type { Role } from '../../core/model/user.ts'
import type { ScimGroupRecord } from '../store/scim-group-store.ts'
import type { Store } from '../store/store.ts'

/** @returns undefined where the groups give a user no role */
export type RoleOf = (userId: string) => Role | undefined

export interface GroupSettings {
  readonly scimAdminGroups: readonly string[]
  readonly scimViewerGroups: readonly string[]
}

/** Whether groups decide on the roles of those whom a client manages; otherwise single sign-on and admins do. */
export function groupsDecide({ scimAdminGroups, scimViewerGroups }: GroupSettings): boolean {
  return scimAdminGroups.length + scimViewerGroups.length > 0
}

/**
 * The roles that the groups of a tenant give.
 * @param instead a group as it is about to be, or the id of one that is about to go
 */
export async function readRoles(
  { scimGroups }: Pick<Store, 'scimGroups'>,
  settings: GroupSettings,
  tenantId: string,
  instead?: ScimGroupRecord | string,
): Promise<RoleOf> {
  const { scimAdminGroups, scimViewerGroups } = settings
  const names = [...scimAdminGroups, ...scimViewerGroups]
  const id = typeof instead === 'string' ? instead : instead?.id
  const groups = (await scimGroups.named(tenantId, names)).filter((group) => group.id !== id)
  if (typeof instead === 'object') groups.push(instead)
  const membersOf = (wanted: readonly string[]) =>
    new Set(groups.filter((group) => isNamed(group, wanted)).flatMap(({ members }) => members))
  const admins = membersOf(scimAdminGroups)
  const viewers = membersOf(scimViewerGroups)
  return (userId) => {
    if (admins.has(userId)) return 'admin'
    return scimViewerGroups.length === 0 || viewers.has(userId) ? 'viewer' : undefined
  }
}

function isNamed({ display_name, external_id }: ScimGroupRecord, names: readonly string[]): boolean {
  return names.includes(display_name) || (external_id !== null && names.includes(external_id))
}
