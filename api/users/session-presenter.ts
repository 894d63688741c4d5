import type { ListedSession } from '../../core/model/session.ts'
import type { UserRecord } from '../store/user-store.ts'

/**
 * The sessions that hold, the one used last first.
 * @param keyId of the key that signs sessions now
 * @param current the id of the session that asks
 */
export function presentSessions(
  user: UserRecord,
  keyId: string | undefined,
  now: Date,
  current?: string,
): ListedSession[] {
  if (user.status !== 'active') return []
  const time = now.toISOString()
  return user.sessions
    .filter(({ key_id, expires_at }) => key_id === keyId && expires_at > time)
    .toSorted((a, b) => (a.last_used_at < b.last_used_at ? 1 : -1))
    .map(({ key_id: _key, ...one }) => ({ ...one, current: one.id === current }))
}
