import { nextTurn } from '../../turns/next-turn.ts'
import type { InteractionIndex } from './bitmap-index/interaction-index.ts'
import type { Database } from './database.ts'

/**
 * Turns that one list waits for the index to take in what came: more than two segments need. Where rows come faster than
 * that, the list takes in the rest itself.
 */
const TURNS_MAX = 100
/** Tenants are read ahead of their first list until their indexes take this much: a quarter of what may be kept. */
const AHEAD_BYTES_MAX = 32 * 1024 * 1024

/**
 * Has the index take in the rows that came since the tenant's last list, some at each turn of the event loop: after a start
 * these may be fifteen thousand, and to read them at one stroke would hold up everyone else for some tenths of a second.
 */
export async function prepareLists(db: Database, index: InteractionIndex, tenant: number): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    await nextTurn()
    if (!db.isOpen || db.snapshot(() => index.prepare(tenant))) return
  }
}

/**
 * The same for all tenants, before anybody asks, and then what the orders of their lists ask for. Ends early where the
 * database is closed, or memory is taken up.
 */
export async function readAhead(db: Database, index: InteractionIndex, tenants: readonly number[]): Promise<void> {
  const mayGoOn = () => db.isOpen && index.bytes <= AHEAD_BYTES_MAX
  for (const tenant of tenants) {
    if (!mayGoOn()) return
    await prepareLists(db, index, tenant)
  }
  for (const tenant of tenants) {
    if (!mayGoOn()) return
    for (const key of db.snapshot(() => index.keysOfOrders(tenant))) {
      let isRead = false
      while (!isRead) {
        await nextTurn()
        if (!mayGoOn()) return
        isRead = db.snapshot(() => index.readAhead(tenant, key))
      }
    }
  }
}
