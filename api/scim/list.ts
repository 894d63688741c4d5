import { Uuid } from '../../core/model/common.ts'
import type { Page } from '../store/paging.ts'
import type { ScimGroupFilter, ScimGroupRecord } from '../store/scim-group-store.ts'
import type { Store } from '../store/store.ts'
import type { UserFilter } from '../store/user-store.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { GROUP, type Json, USER } from './attributes.ts'
import { asksFor, matcher, parseFilter, required } from './filter.ts'
import { presentGroup } from './group-resource.ts'
import { GROUPS_AT_ONCE, GROUPS_IN_PAGE, MEMBERS_IN_PAGE, SCANNED_AT_ONCE, WHOLE_GROUPS_AT_ONCE } from './limits.ts'
import { isProvisioned, presentScimUser } from './user-resource.ts'

const OLDEST = { field: 'created_at', descending: false } as const

interface Found<T = Json> {
  readonly items: readonly T[]
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
  return scan(id === undefined ? byList : byId, SCANNED_AT_ONCE, page, matcher(filter, USER))
}

/**
 * Groups, oldest first. Members are read only where they are asked for: those of a page are many.
 * @param withMembers whether the client wants them
 * @throws ScimError invalidFilter
 */
export async function listGroups(
  { scimGroups }: Pick<Store, 'scimGroups'>,
  tenantId: string,
  page: Page,
  filterText: string | undefined,
  base: string,
  withMembers: boolean,
): Promise<Found> {
  const filter = filterText === undefined ? undefined : parseFilter(filterText)
  const known = filter === undefined ? new Map<string, string>() : required(filter, GROUP.schema)
  const narrowed: ScimGroupFilter = {
    external_id: known.get('externalid'),
    member: known.get('members.value') ?? known.get('members'),
  }
  const isOnMembers = filter !== undefined && asksFor(filter, 'members', GROUP.schema)
  const id = known.get('id')
  const byId = async () => {
    const group = Uuid.safeParse(id).success ? await scimGroups.get(tenantId, String(id)) : undefined
    return group === undefined ? { items: [], total: 0 } : { items: [group], total: 1 }
  }
  const byList = (at: Page) => scimGroups.list(tenantId, narrowed, at, isOnMembers ? 'whole' : 'short')
  const few = { ...page, limit: Math.min(page.limit, GROUPS_IN_PAGE) }
  const atOnce = isOnMembers ? WHOLE_GROUPS_AT_ONCE : GROUPS_AT_ONCE
  const isWanted = filter && matcher(filter, GROUP)
  const { items, total } =
    isWanted === undefined
      ? await readPage(byList, few)
      : await scan(id === undefined ? byList : byId, atOnce, few, (group) => isWanted(presentGroup(group, base)))
  return { items: await shownGroups(items), total }

  /** Fewer than were asked for where they have very many members (RFC 7644, 3.4.2.4, lets a page be shorter). */
  async function shownGroups(found: readonly ScimGroupRecord[]): Promise<Json[]> {
    if (!withMembers) return found.map((group) => presentGroup({ ...group, members: [] }, base))
    const shown: Json[] = []
    let members = 0
    for (const { id: each } of found) {
      if (members >= MEMBERS_IN_PAGE) break
      const group = await scimGroups.get(tenantId, each)
      if (group === undefined) continue
      shown.push(presentGroup(group, base))
      members += group.members.length
      await nextTurn()
    }
    return shown
  }
}

type Read<T> = (page: Page) => Promise<Found<T>>

/** `count=0` asks for the total alone (RFC 7644, 3.4.2.4). */
async function readPage<T>(read: Read<T>, page: Page): Promise<Found<T>> {
  if (page.limit > 0) return read(page)
  return { items: [], total: (await read({ offset: 0, limit: 1 })).total }
}

/** Looks at all that an index gives; only what is on the page is kept. */
async function scan<T>(read: Read<T>, atOnce: number, page: Page, isWanted: (item: T) => boolean): Promise<Found<T>> {
  const items: T[] = []
  let total = 0
  for (let offset = 0; ; offset += atOnce) {
    const part = await read({ offset, limit: atOnce })
    for (const item of part.items) {
      if (!isWanted(item)) continue
      if (total >= page.offset && items.length < page.limit) items.push(item)
      total += 1
    }
    if (part.items.length < atOnce) return { items, total }
    await nextTurn()
  }
}
