import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { SessionTable } from '../../ui/SessionTable.tsx'
import { Query, remedyOf } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failureOf } from '../../wire/failure.ts'

/** Where is this user signed in? */
export function UserSessions({ id }: { readonly id: string }) {
  const queries = useQueryClient()
  const queryKey = ['sessions', id]
  const path = { params: { path: { id } } }
  const query = useQuery({ queryKey, queryFn: () => take(api.GET('/users/{id}/sessions', path)) })
  async function run(work: () => Promise<number>) {
    try {
      toast(t('sessions.ended', { count: await work() }))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey })
  }
  const endAll = async () => (await take(api.DELETE('/users/{id}/sessions', path))).deleted
  const end = async (session_id: string) => {
    await take(api.DELETE('/users/{id}/sessions/{session_id}', { params: { path: { id, session_id } } }))
    return 1
  }
  return (
    <section className="card stack span-all">
      <h2>{t('sessions.of')}</h2>
      <p className="muted">{t('sessions.of-help')}</p>
      <Query query={query}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p>{t('sessions.none')}</p>
          ) : (
            <>
              <SessionTable sessions={sessions} onEnd={(one) => void run(() => end(one.id))} />
              <div>
                <button type="button" className="button danger" onClick={() => void run(endAll)}>
                  {t('sessions.end-all')}
                </button>
              </div>
            </>
          )
        }
      </Query>
    </section>
  )
}
