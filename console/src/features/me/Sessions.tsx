import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { signOut } from '../../session/session.ts'
import { SessionTable } from '../../ui/SessionTable.tsx'
import { Query, remedyOf } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { ListedSession } from '../../wire/types.ts'

const KEY = ['sessions', 'own']

/** Where am I signed in, and is that really me? */
export function OwnSessions() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => take(api.GET('/users/me/sessions')) })
  async function run(work: () => Promise<number>) {
    try {
      toast(t('sessions.ended', { count: await work() }))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey: KEY })
  }
  const endOthers = async () => (await take(api.DELETE('/users/me/sessions'))).deleted
  const end = async ({ id, current }: ListedSession) => {
    if (current) return signOut()
    await run(async () => {
      await take(api.DELETE('/users/me/sessions/{session_id}', { params: { path: { session_id: id } } }))
      return 1
    })
  }
  return (
    <section className="card stack span-all">
      <h2>{t('sessions.title')}</h2>
      <p className="muted">{t('sessions.help')}</p>
      <Query query={query}>
        {({ sessions }) => (
          <>
            <SessionTable sessions={sessions} onEnd={(one) => void end(one)} />
            <div>
              <button
                type="button"
                className="button danger"
                disabled={sessions.length < 2}
                onClick={() => void run(endOthers)}
              >
                {t('sessions.end-others')}
              </button>
            </div>
          </>
        )}
      </Query>
    </section>
  )
}
