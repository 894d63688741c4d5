import { LEGAL_HOLDS, type LegalHold } from '../../core/resources/legal-hold.ts'
import { type ApiError, conflict } from '../http/api-error.ts'
import type { ErasureFilter, InteractionFilter } from '../store/interaction-store.ts'
import type { Store } from '../store/store.ts'

const NEWEST_FIRST = { field: 'timestamp', descending: true } as const
const ONE = { offset: 0, limit: 1 }

/** What of a tenant's records must be kept. */
export function holdsOf({ documents }: Pick<Store, 'documents'>, tenantId: string): Promise<LegalHold[]> {
  return documents(LEGAL_HOLDS).list(tenantId)
}

/** Whether no record may go, whosever and of whenever it is. */
export function keepAll(holds: readonly LegalHold[]): boolean {
  return holds.some(({ user_id, start_date, end_date }) => user_id === null && start_date === null && end_date === null)
}

interface Holdable {
  readonly user_id?: string | null | undefined
  readonly timestamp: string
}

/** The first hold that a record is under. */
export function holdOn(holds: readonly LegalHold[], { user_id, timestamp }: Holdable): LegalHold | undefined {
  return holds.find(
    (hold) =>
      (hold.user_id === null || hold.user_id === user_id) &&
      (hold.start_date === null || hold.start_date <= timestamp) &&
      (hold.end_date === null || timestamp <= hold.end_date),
  )
}

/** @throws ApiError 409 that names the hold, if some interaction that the filter lets through is under one */
export async function requireNoneHeld(
  store: Pick<Store, 'documents' | 'interactions'>,
  tenantId: string,
  filter: ErasureFilter,
): Promise<void> {
  for (const hold of await holdsOf(store, tenantId)) {
    const held = heldOf(filter, hold)
    if (held === undefined) continue
    const { items } = await store.interactions.list(tenantId, held, NEWEST_FIRST, ONE, 'short')
    if (items.length > 0) throw isHeld(hold)
  }
}

/** @throws ApiError 409 */
export async function requireInteractionNotHeld(
  store: Pick<Store, 'documents' | 'interactions'>,
  tenantId: string,
  id: string,
): Promise<void> {
  const holds = await holdsOf(store, tenantId)
  if (holds.length === 0) return
  const interaction = await store.interactions.get(tenantId, id)
  const hold = interaction === undefined ? undefined : holdOn(holds, interaction)
  if (hold !== undefined) throw isHeld(hold)
}

/** The account says whose the records are, so it stays as long as they must. @throws ApiError 409 */
export async function requireUserNotHeld(
  store: Pick<Store, 'documents'>,
  tenantId: string,
  userId: string,
): Promise<void> {
  const hold = (await holdsOf(store, tenantId)).find(({ user_id }) => user_id === userId)
  if (hold !== undefined) throw isHeld(hold)
}

/** Undefined where they have nothing in common. */
function heldOf(filter: ErasureFilter, hold: LegalHold): InteractionFilter | undefined {
  const user_id = filter.user_id ?? hold.user_id ?? undefined
  if (hold.user_id !== null && hold.user_id !== user_id) return undefined
  const { start_date, end_date } = hold
  return {
    ...filter,
    ...(user_id !== undefined && { user_id }),
    ...(start_date !== null && { start_date }),
    ...(end_date !== null && { end_date }),
  }
}

function isHeld({ id, owner, reason }: LegalHold): ApiError {
  return conflict(`A legal hold keeps it: ${reason} (owner: ${owner}; hold ${id}); it can go when the hold is lifted`)
}
