import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { save } from '../../text/save.ts'
import { visibleText } from '../../text/visible.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ProxyToken } from '../../ui/ProxyToken.tsx'
import { Empty, isGone, Query, remedyOf } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { User } from '../../wire/types.ts'
import { UserSessions } from './Sessions.tsx'

/** Who is this, what did they do, and what is held about them? */
export function UserPage() {
  return useCan('users') ? <Found /> : <Forbidden title={t('nav.users')} />
}

function Found() {
  const { id } = useParams({ from: '/users/$id' })
  const query = useQuery({
    queryKey: ['users', id],
    queryFn: () => take(api.GET('/users/{id}', { params: { path: { id } } })),
  })
  if (isGone(query.error))
    return (
      <>
        <PageHead title={t('nav.users')} />
        <Empty title={t('user.gone')}>
          <p>{t('user.gone-help')}</p>
          <Link to="/interactions" search={{ user_id: id }} className="button">
            {t('user.prompts')}
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      {query.data === undefined && <PageHead title={t('nav.users')} />}
      <Query query={query}>{(user) => <Detail user={user} />}</Query>
    </>
  )
}

function Detail({ user }: { readonly user: User }) {
  const { id, email, display_name, role, status, created_at, last_login } = user
  const count = useQuery({
    queryKey: ['interactions', 'of', id],
    queryFn: async () => (await take(api.GET('/interactions', { params: { query: { user_id: id, limit: 1 } } }))).total,
  }).data
  const alerts = useQuery({
    queryKey: ['alerts', 'of', id],
    queryFn: async () => (await take(api.GET('/alerts', { params: { query: { user_id: id, limit: 1 } } }))).total,
  }).data
  return (
    <>
      <PageHead
        title={visibleText(display_name === '' ? email : display_name).slice(0, 100)}
        sentence={
          <>
            <Untrusted text={email} /> · {t(`role.${role}`)} · {t(`user-status.${status}`)}
          </>
        }
      />
      <div className="grid-2">
        <section className="card stack">
          <h2>{t('user.facts')}</h2>
          <dl className="facts">
            <dt>{t('user.since')}</dt>
            <dd>
              <Time iso={created_at} />
            </dd>
            <dt>{t('users.last')}</dt>
            <dd>{last_login === null ? t('proxies.never') : <Time iso={last_login} />}</dd>
            <dt>{t('figure.prompts')}</dt>
            <dd>
              <Link to="/interactions" search={{ user_id: id }}>
                {count === undefined ? '…' : number(count)}
              </Link>
            </dd>
            <dt>{t('alerts.title')}</dt>
            <dd>
              <Link to="/alerts" search={{ user_id: id }}>
                {alerts === undefined ? '…' : number(alerts)}
              </Link>
            </dd>
            <dt>{t('request.id')}</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </dl>
          <div className="row">
            <Link to="/audit-log" search={{ actor_id: id }} className="button">
              {t('user.did')}
            </Link>
            <Link to="/audit-log" search={{ target_type: 'user', target_id: id }} className="button">
              {t('user.done-to')}
            </Link>
          </div>
        </section>
        <div className="stack">
          {status !== 'pending' && (
            <ProxyToken
              help={t('user.proxy-token-help')}
              make={() => take(api.POST('/users/{id}/proxy-token', { params: { path: { id } } }))}
              revoke={() => take(api.DELETE('/users/{id}/proxy-token', { params: { path: { id } } }))}
            />
          )}
          <PersonalData user={user} count={count} />
        </div>
        {status === 'active' && <UserSessions id={id} />}
      </div>
    </>
  )
}

/** What somebody may ask for about themselves: a copy of it, or that it is erased. */
function PersonalData({ user: { id, email }, count }: { readonly user: User; readonly count: number | undefined }) {
  const queries = useQueryClient()
  const [isAsked, ask] = useState(false)
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const pages: unknown[] = []
      for (let page = 1; pages.length < MOST_PAGES; page += 1) {
        const found = await take(
          api.GET('/users/{id}/data', { params: { path: { id }, query: { limit: PAGE, page } } }),
        )
        pages.push(found)
        if (Math.max(...Object.values(found.totals)) <= page * PAGE) break
      }
      save(`${email}.json`, JSON.stringify(pages, null, 2), 'application/json')
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    } finally {
      setBusy(false)
    }
  }
  async function erase() {
    const { deleted } = await take(api.DELETE('/interactions', { params: { query: { user_id: id } } }))
    void queries.invalidateQueries({ queryKey: ['interactions'] })
    // They stay, and lose the person.
    void queries.invalidateQueries({ queryKey: ['alerts'] })
    toast(t('user.erased', { count: deleted }))
  }
  return (
    <section className="card stack">
      <h2>{t('user.data')}</h2>
      <p className="muted">{t('user.data-help')}</p>
      <div className="row">
        <button type="button" className="button" disabled={isBusy} onClick={() => void download()}>
          {t('user.download')}
        </button>
        <button type="button" className="button danger" disabled={isBusy || count === 0} onClick={() => ask(true)}>
          {t('user.erase')}
        </button>
      </div>
      {isAsked && (
        <Dialog
          title={t('user.ask-erase', { name: email })}
          onClose={() => ask(false)}
          action={{ label: t('user.erase'), danger: true, run: erase }}
        >
          <p>{t('user.erase-help', { count: count ?? 0 })}</p>
        </Dialog>
      )}
    </section>
  )
}

/** As many of each kind as the API gives at once. */
const PAGE = 100
const MOST_PAGES = 1000
