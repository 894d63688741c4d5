import { Uuid } from '../../core/model/common.ts'
import type { Page } from '../store/paging.ts'
import type { ScimGroupFilter } from '../store/scim-group-store.ts'
import type { Store } from '../store/store.ts'
import { nextTurn } from '../store/turn.ts'
import type { UserFilter } from '../store/user-store.ts'
import { GROUP, type Json, USER } from './attributes.ts'
import { matches, parseFilter, required } from './filter.ts'
import { presentGroup } from './group-resource.ts'
import { GROUPS_AT_ONCE, SCANNED_AT_ONCE } from './limits.ts'
import { isProvisioned, presentScimUser } from './user-resource.ts'

const OLDEST = { field: 'created_at', descending: false } as const

interface Found {
  readonly items: readonly Json[]
  readonly total: number
}

/** Users whom a client manages, oldest first. @throws ScimError invalidFilter */
export async function listUsers(
  { users }: Pick<Store, 'users'>,
  tenantId: string,
  page: Page,
  filterText: string | undefined,
  base: string,
): Promise<Found> {
  const filter = filterText === undefined ? undefined : parseFilter(filterText)
  const known = filter === undefined ? new Map<string, string>() : required(filter, USER.schema)
  const narrowed: UserFilter = {
    provisioned: true,
    scimUserName: known.get('username'),
    scimExternalId: known.get('externalid'),
  }
  const id = known.get('id')
  const byId = async () => {
    const user = Uuid.safeParse(id).success ? await users.get(tenantId, String(id)) : undefined
    const items = isProvisioned(user) ? [presentScimUser(user, base)] : []
    return { items, total: items.length }
  }
  const byList = async (at: Page) => {
    const { items, total } = await users.list(tenantId, narrowed, OLDEST, at)
    return { items: items.filter(isProvisioned).map((user) => presentScimUser(user, base)), total }
  }
  if (filter === undefined) return readPage(byList, page)
  return scan(id === undefined ? byList : byId, SCANNED_AT_ONCE, page, (json) => matches(filter, json, USER))
}

/** @throws ScimError invalidFilter */
export async function listGroups(
  { scimGroups }: Pick<Store, 'scimGroups'>,
  tenantId: string,
  page: Page,
  filterText: string | undefined,
  base: string,
): Promise<Found> {
  const filter = filterText === undefined ? undefined : parseFilter(filterText)
  const known = filter === undefined ? new Map<string, string>() : required(filter, GROUP.schema)
  const narrowed: ScimGroupFilter = {
    external_id: known.get('externalid'),
    member: known.get('members.value') ?? known.get('members'),
  }
  const read = async (at: Page) => {
    const { items, total } = await scimGroups.list(tenantId, narrowed, at)
    return { items: items.map((group) => presentGroup(group, base)), total }
  }
  const few = { ...page, limit: Math.min(page.limit, GROUPS_AT_ONCE) }
  if (filter === undefined) return readPage(read, few)
  return scan(read, GROUPS_AT_ONCE, few, (json) => matches(filter, json, GROUP))
}

type Read = (page: Page) => Promise<Found>

/** `count=0` asks for the total alone (RFC 7644, 3.4.2.4). */
async function readPage(read: Read, page: Page): Promise<Found> {
  if (page.limit > 0) return read(page)
  return { items: [], total: (await read({ offset: 0, limit: 1 })).total }
}

/** Looks at all that an index gives; only what is on the page is kept. */
async function scan(read: Read, atOnce: number, page: Page, isWanted: (json: Json) => boolean): Promise<Found> {
  const items: Json[] = []
  let total = 0
  for (let offset = 0; ; offset += atOnce) {
    const part = await read({ offset, limit: atOnce })
    for (const json of part.items) {
      if (!isWanted(json)) continue
      if (total >= page.offset && items.length < page.limit) items.push(json)
      total += 1
    }
    if (part.items.length < atOnce) return { items, total }
    await nextTurn()
  }
}
