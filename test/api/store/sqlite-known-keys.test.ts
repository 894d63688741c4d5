import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../api/store/store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, FIRST_PAGE, NEWEST } from './fixtures.ts'

/*
 * A process remembers who has a number among the tenant's users, and who is noted with a service, from one batch to the next.
 * What is remembered of somebody who was erased meanwhile would hide what that person sends from then on.
 */

const USER = randomUUID()
const PLATFORM = 'a-service'

function opened(t: ExecutionContext, file: string): Store {
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  return store
}

async function start(t: ExecutionContext) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = opened(t, file)
  const tenant = randomUUID()
  await store.tenants.insert({ id: tenant, name: 'Acme', created_at: AT })
  const send = async () => {
    const interaction = anInteraction(tenant, { user_id: USER, platform_id: PLATFORM })
    await store.interactions.record(tenant, [interaction])
    return interaction.id
  }
  return { file, store, tenant, send }
}

/** How many interactions of the user are found, and how many users the service has. */
async function seen(store: Store, tenant: string) {
  const { total } = await store.interactions.list(tenant, { user_id: USER }, NEWEST, FIRST_PAGE)
  const listed = (await store.inventory.list(tenant)).find(({ platform_id }) => platform_id === PLATFORM)
  return { total, users: listed?.users }
}

test('somebody who was erased by another process is found again after the next batch', async (t) => {
  const { file, store, tenant, send } = await start(t)
  const ids = [await send(), await send(), await send()]
  t.deepEqual(await seen(store, tenant), { total: 3, users: 1 })
  const other = opened(t, file)
  t.is(await other.interactions.deleteMany(tenant, ids), 3)
  t.deepEqual(await seen(store, tenant), { total: 0, users: 0 })
  await send()
  t.deepEqual(await seen(store, tenant), { total: 1, users: 1 })
  t.deepEqual(await seen(other, tenant), { total: 1, users: 1 })
})

test('somebody who was erased by this process is found again after the next batch', async (t) => {
  const { store, tenant, send } = await start(t)
  const ids = [await send(), await send(), await send()]
  t.is(await store.interactions.deleteMany(tenant, ids), 3)
  t.deepEqual(await seen(store, tenant), { total: 0, users: 0 })
  await send()
  t.deepEqual(await seen(store, tenant), { total: 1, users: 1 })
})

test('somebody whose first batch was taken back is found after the next one', async (t) => {
  const { store, tenant, send } = await start(t)
  const audit = () => {
    throw new RangeError('no entry can be made of it')
  }
  const lost = anInteraction(tenant, { user_id: USER, platform_id: PLATFORM })
  for (let attempt = 1; attempt <= 2; attempt++) {
    await t.throwsAsync(store.interactions.record(tenant, [lost], { audit }), { instanceOf: RangeError })
  }
  await send()
  t.deepEqual(await seen(store, tenant), { total: 1, users: 1 })
  await send()
  t.deepEqual(await seen(store, tenant), { total: 2, users: 1 })
})
