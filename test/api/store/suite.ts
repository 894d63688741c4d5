import { randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import type { Store } from '../../../api/store/store.ts'
import type { OptionalTest } from '../../support/optional.ts'
import { AT } from './fixtures.ts'

/** Opens an empty store of the engine under test; called again with the same place, it opens the same data. */
export type OpenStore = (t: ExecutionContext<unknown>, place?: string) => Promise<{ store: Store; place: string }>

interface OneTenant {
  readonly store: Store
  readonly place: string
  /** Its id. */
  readonly tenant: string
}

/** What the parts of the contract are written with. */
export interface Suite {
  readonly test: OptionalTest
  readonly named: (title: string) => string
  readonly open: OpenStore
  readonly openTenant: (t: ExecutionContext<unknown>) => Promise<OneTenant>
  readonly openTwoTenants: (t: ExecutionContext<unknown>) => Promise<OneTenant & { readonly other: string }>
}

export function createSuite(test: OptionalTest, engine: string, open: OpenStore): Suite {
  async function openTenant(t: ExecutionContext<unknown>) {
    const { store, place } = await open(t)
    const tenant = { id: randomUUID(), name: 'Acme', created_at: AT }
    await store.tenants.insert(tenant)
    return { store, place, tenant: tenant.id }
  }

  async function openTwoTenants(t: ExecutionContext<unknown>) {
    const opened = await openTenant(t)
    const other = { id: randomUUID(), name: 'Other', created_at: AT }
    await opened.store.tenants.insert(other)
    return { ...opened, other: other.id }
  }

  return { test, named: (title) => `${engine}: ${title}`, open, openTenant, openTwoTenants }
}
