import { Uuid } from '../../core/model/common.ts'
import type { ScimGroupRecord } from '../store/scim-group-store.ts'
import { GROUP, GROUP_SCHEMA, type Json } from './attributes.ts'
import { ScimError } from './errors.ts'
import { MEMBERS_MAX } from './limits.ts'
import { metaOf } from './user-resource.ts'

const NAME_MAX = 256
const EXTERNAL_ID_MAX = 512

/** The group as clients see it (RFC 7643, 4.2). @param base the address of this server's SCIM service */
export function presentGroup(group: ScimGroupRecord, base: string): Json {
  const members = group.members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' }))
  const resource = {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.display_name,
    ...(members.length > 0 && { members }),
  }
  // It is of the same version in a list without its members.
  const { id, revision } = group
  const meta = metaOf(GROUP.name, group.created_at, group.changed_at, `${base}/Groups/${id}`, { id, revision })
  return { ...resource, meta }
}

/** What a client says of a group, checked but for whether its members are there. */
export type ScimGroup = Pick<ScimGroupRecord, 'display_name' | 'external_id' | 'members'>

/**
 * @param json by readResource, or a group after a PATCH
 * @throws ScimError
 */
export function toGroup(json: Json): ScimGroup {
  const { displayName } = json
  if (typeof displayName !== 'string' || displayName.trim() === '') throw wrong('displayName is required')
  if (displayName.length > NAME_MAX) throw wrong(`displayName must have at most ${NAME_MAX} characters`)
  const externalId = json.externalId === undefined || json.externalId === '' ? null : String(json.externalId)
  if ((externalId?.length ?? 0) > EXTERNAL_ID_MAX) {
    throw wrong(`externalId must have at most ${EXTERNAL_ID_MAX} characters`)
  }
  const given = (json.members ?? []) as readonly Json[]
  const members = [...new Set(given.map(memberOf))]
  if (members.length > MEMBERS_MAX) throw wrong(`members must have at most ${MEMBERS_MAX} items`)
  return { display_name: displayName, external_id: externalId, members }
}

function memberOf({ value, type }: Json): string {
  if (typeof type === 'string' && type.toLowerCase() === 'group') throw wrong('members cannot be groups')
  const id = Uuid.safeParse(value)
  if (!id.success) throw noUser()
  return id.data
}

export function noUser(): ScimError {
  return wrong('members must name users that this client has provisioned, by their id')
}

function wrong(message: string): ScimError {
  return new ScimError('invalidValue', message)
}
