import { randomUUID } from 'node:crypto'
import test from 'ava'
import type { Json } from '../../../api/scim/attributes.ts'
import { listGroups } from '../../../api/scim/list.ts'
import type { ScimGroupRecord, ScimGroupStore } from '../../../api/store/scim-group-store.ts'

const MANY = Array.from({ length: 10_000 }, () => randomUUID())
const GROUPS = Array.from({ length: 7 }, (_, index): ScimGroupRecord => {
  const at = `2026-11-2${index}T00:00:00.000Z`
  const said = { display_name: `Group ${index}`, external_id: null, members: MANY }
  return { id: randomUUID(), tenant_id: 'tenant', ...said, created_at: at, changed_at: at, revision: 1 }
})

/** A store of these groups that notes what is read of it. */
function noted() {
  const read: string[] = []
  const scimGroups: Pick<ScimGroupStore, 'get' | 'list'> = {
    get: async (_tenant, id) => {
      read.push('one')
      return GROUPS.find((group) => group.id === id)
    },
    list: async (_tenant, _filter, { offset, limit }, form) => {
      read.push(`${form} ${limit}`)
      const items = GROUPS.slice(offset, offset + limit)
      const shown = form === 'short' ? items.map((group) => ({ ...group, members: [] })) : items
      return { items: shown, total: GROUPS.length }
    },
  }
  const list = (filter: string | undefined, withMembers: boolean) => {
    const page = { offset: 0, limit: 200 }
    return listGroups({ scimGroups: scimGroups as ScimGroupStore }, 'tenant', page, filter, 'http://weir', withMembers)
  }
  return { read, list }
}

const sizes = (items: readonly Json[]) => items.map(({ members }) => (members as unknown[] | undefined)?.length ?? 0)

test('a page of groups ends where it has very many members', async (t) => {
  const { read, list } = noted()
  const { items, total } = await list(undefined, true)
  t.is(total, 7)
  t.deepEqual(sizes(items), [10_000, 10_000])
  t.deepEqual(read, ['short 50', 'one', 'one'])
})

test('members that nobody asks for are not read', async (t) => {
  const { read, list } = noted()
  t.deepEqual(sizes((await list('displayName eq "group 5"', false)).items), [0])
  t.deepEqual(read, ['short 50'])
  t.deepEqual(sizes((await list('displayName eq "group 5"', true)).items), [10_000])
  t.deepEqual(read, ['short 50', 'short 50', 'one'])
})

test('a filter on members looks at a few groups at a time', async (t) => {
  const { read, list } = noted()
  const { items, total } = await list(`members.value sw "${MANY[9]}" and displayName ew "6"`, false)
  t.is(total, 1)
  t.deepEqual(sizes(items), [0])
  t.deepEqual(read, ['whole 3', 'whole 3', 'whole 3'])
})
