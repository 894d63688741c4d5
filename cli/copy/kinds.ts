import type { CopiedKind, CopyStore } from '../../api/store/copying.ts'
import type { Listed, Page } from '../../api/store/paging.ts'
import type { Store } from '../../api/store/store.ts'
import { RESOURCES } from '../../core/resources/all.ts'

/** A database that is copied from or to. */
export interface Side {
  readonly store: Store
  readonly copying: CopyStore
}

/** Something that tenants have. */
export interface Kind {
  readonly name: string
  count(side: Side, tenantId: string): Promise<number>
  read(side: Side, tenantId: string): AsyncIterable<readonly unknown[]>
  write(side: Side, tenantId: string, records: readonly unknown[]): Promise<void>
}

const PAGE = 200
const OLDEST_FIRST = { field: 'created_at', descending: false } as const

/** In the order in which they are written: what others belong to first. */
export const KINDS: readonly Kind[] = [
  paged(
    'users',
    ({ users }, id, page) => users.list(id, {}, OLDEST_FIRST, page),
    ({ users }, user) => users.insert(user),
  ),
  paged(
    'policies',
    ({ policies }, id, page) => policies.list(id, {}, OLDEST_FIRST, page),
    ({ policies }, policy) => policies.insert(policy),
  ),
  paged(
    'detectors',
    ({ detectors }, id, page) => detectors.list(id, {}, OLDEST_FIRST, page),
    ({ detectors }, detector) => detectors.insert(detector),
  ),
  paged(
    'service_tokens',
    async ({ serviceTokens }, id, page) => {
      const { items, total } = await serviceTokens.list(id, page)
      const uses = await serviceTokens.lastUses(items.map((token) => token.id))
      return { items: items.map((token) => ({ token, last_use: uses.get(token.id) ?? null })), total }
    },
    async ({ serviceTokens }, { token, last_use }) => {
      await serviceTokens.insert(token)
      if (last_use !== null) await serviceTokens.noteUse(token.id, last_use)
    },
  ),
  ...RESOURCES.map((resource) =>
    paged(
      resource.plural,
      async ({ documents }, id, page) => pageOf(await documents(resource).list(id), page),
      ({ documents }, document) => documents(resource).insert(document),
    ),
  ),
  paged(
    'scim_groups',
    ({ scimGroups }, id, page) => scimGroups.list(id, {}, page),
    ({ scimGroups }, group) => scimGroups.insert(group),
  ),
  paged(
    'webhooks',
    ({ webhooks }, id, page) => webhooks.list(id, {}, page),
    ({ webhooks }, webhook) => webhooks.insert(webhook),
  ),
  asKept('deliveries'),
  asKept('alerts'),
  asKept('inventory'),
  asKept('inventory_users'),
  asKept('indexed_names'),
  asKept('counters'),
  asKept('sighting_batches'),
  asKept('erased_interactions'),
  asKept('interactions'),
  asKept('audit_log'),
]

/** What a store's own methods give and take whole. */
function paged<T>(
  name: string,
  list: (store: Store, tenantId: string, page: Page) => Promise<Listed<T>>,
  insert: (store: Store, record: T) => Promise<unknown>,
): Kind {
  return {
    name,
    count: async ({ store }, tenantId) => (await list(store, tenantId, { offset: 0, limit: 1 })).total,
    read: async function* ({ store }, tenantId) {
      for (let offset = 0; ; offset += PAGE) {
        const { items } = await list(store, tenantId, { offset, limit: PAGE })
        if (items.length > 0) yield items
        if (items.length < PAGE) return
      }
    },
    // Records of this kind come from `read` of the same.
    write: async ({ store }, _tenantId, records) => {
      for (const record of records as readonly T[]) await insert(store, record)
    },
  }
}

function asKept(name: CopiedKind): Kind {
  return {
    name,
    count: ({ copying }, tenantId) => copying.count(name, tenantId),
    read: ({ copying }, tenantId) => copying.read(name, tenantId),
    write: ({ copying }, tenantId, records) => copying.write(name, tenantId, records as never),
  }
}

function pageOf<T>(all: readonly T[], { offset, limit }: Page): Listed<T> {
  return { items: all.slice(offset, offset + limit), total: all.length }
}
