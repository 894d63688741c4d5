import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { policies } from '../../api/queries.ts'
import { currentLanguage, t, tMaybe } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { alertSentence } from '../../text/alert-sentence.ts'
import { useServiceNames } from '../../text/names.ts'
import { SeverityBadge } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, isGone, Query, remedyOf } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { Alert } from '../../wire/types.ts'
import { Facts } from './Facts.tsx'
import { alertById, setAlertsStatus, type Verdict } from './query.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const STATUSES = ['sanctioned', 'tolerated', 'unsanctioned'] as const

export function AlertPage() {
  const { id } = useParams({ from: '/alerts/$id' })
  const query = useQuery(alertById(id))
  if (isGone(query.error))
    return (
      <>
        <PageHead title={t('alerts.title')} />
        <Empty title={t('error.gone')}>
          <Link to="/alerts" className="button">
            {t('alerts.title')}
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      {query.data === undefined && <PageHead title={t('alerts.title')} />}
      <Query query={query}>{(alert) => <Detail alert={alert} />}</Query>
    </>
  )
}

function Detail({ alert }: { readonly alert: Alert }) {
  const nameOf = useServiceNames()
  const mayResolve = useCan('resolve-alerts')
  const queries = useQueryClient()
  const isOpen = alert.status === 'open'
  const [isAsking, ask] = useState(false)
  async function change(status: 'open' | 'resolved', verdict?: Verdict) {
    await setAlertsStatus([alert.id], status, verdict)
    void queries.invalidateQueries({ queryKey: ['alerts'] })
    toast(t(status === 'resolved' ? 'alerts.were-resolved' : 'alerts.were-opened', { count: 1 }), {
      label: t('alerts.undo'),
      run: () => run(status === 'resolved' ? 'open' : 'resolved'),
    })
  }
  const run = (status: 'open' | 'resolved') =>
    void change(status).catch((error: unknown) => toast(remedyOf(failureOf(error))))
  return (
    <>
      <PageHead
        title={t('alerts.one')}
        sentence={
          <span className="row">
            <SeverityBadge severity={alert.severity} />
            <Untrusted text={alertSentence(alert, nameOf)} />
          </span>
        }
      >
        {mayResolve && (
          <button type="button" className="button primary" onClick={() => run(isOpen ? 'resolved' : 'open')}>
            {t(isOpen ? 'alerts.resolve' : 'alerts.reopen')}
          </button>
        )}
        {mayResolve && (
          <button type="button" className="button" onClick={() => ask(true)}>
            {t(isOpen ? 'alerts.with-reason' : 'alerts.change-reason')}
          </button>
        )}
      </PageHead>
      {isAsking && (
        <ReasonDialog
          count={1}
          isResolved={!isOpen}
          onClose={() => ask(false)}
          onResolve={(verdict) => change('resolved', verdict)}
        />
      )}
      <div className="grid-2">
        <section className="card stack">
          <h2>{t('alerts.facts')}</h2>
          <Description text={alert.description} />
          <Facts alert={alert} />
          {isOpen && <Advice type={alert.type} />}
          <Next alert={alert} />
        </section>
        <Others alert={alert} />
      </div>
    </>
  )
}

/** What the API says, which is in English: who reads another language has the sentence above, and this where it is wanted. */
function Description({ text }: { readonly text: string }) {
  const words = (
    <p lang="en">
      <Untrusted text={text} />
    </p>
  )
  if (currentLanguage() === 'en') return words
  return (
    <details>
      <summary>{t('alerts.in-english')}</summary>
      {words}
    </details>
  )
}

/** What people do about an alert of this kind; an API that is newer than these messages has others. */
function Advice({ type }: { readonly type: Alert['type'] }) {
  const words = tMaybe(`alert-now.${type}`)
  if (words === undefined) return null
  return (
    <div className="stack-small">
      <h3>{t('alerts.now')}</h3>
      <p>{words}</p>
    </div>
  )
}

/** Where to go on: what explains the alert, and what ends its cause. */
function Next({ alert }: { readonly alert: Alert }) {
  const mayJudge = useCan('judge-services')
  const queries = useQueryClient()
  const { type, platform_id, interaction_id, policy_ids } = alert
  async function judge(status: (typeof STATUSES)[number]) {
    if (platform_id === null) return
    try {
      await take(api.PATCH('/inventory/{platform_id}', { params: { path: { platform_id } }, body: { status } }))
      void queries.invalidateQueries({ queryKey: ['inventory'] })
      toast(t('services.changed'))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
  }
  return (
    <div className="row">
      {interaction_id !== null && (
        <Link to="/interactions/$id" params={{ id: interaction_id }} className="button">
          {t('alerts.why')}
        </Link>
      )}
      <Policies ids={policy_ids} />
      {type === 'webhook_disabled' && mayJudge && (
        <Link to="/webhooks" className="button">
          {t('nav.webhooks')}
        </Link>
      )}
      {type === 'new_ai_service' &&
        mayJudge &&
        STATUSES.map((status) => (
          <button key={status} type="button" className="button" onClick={() => void judge(status)}>
            {t(`status.${status}`)}
          </button>
        ))}
    </div>
  )
}

/** The policies that matched, by their names; one that was deleted since is said to be, and leads nowhere. */
function Policies({ ids }: { readonly ids: readonly string[] }) {
  const known = useQuery({ ...policies, enabled: ids.length > 0 }).data
  if (known === undefined) return null
  const found = known.filter(({ id }) => ids.includes(id))
  return (
    <>
      {found.map(({ id, name }) => (
        <Link key={id} to="/policies/$id" params={{ id }} className="button">
          <Untrusted text={t('alerts.policy', { name })} max={80} />
        </Link>
      ))}
      {found.length < ids.length && (
        <span className="muted">{t('alerts.policy-gone', { count: ids.length - found.length })}</span>
      )}
    </>
  )
}

function Others({ alert }: { readonly alert: Alert }) {
  const nameOf = useServiceNames()
  const mayOpen = useCan('users')
  if (alert.platform_id === null && alert.user_id === null) return null
  return (
    <section className="card stack-small">
      <h2>{t('alerts.around')}</h2>
      {alert.platform_id !== null && (
        <Link to="/interactions" search={{ platform_id: alert.platform_id, period: '7d' }}>
          <Untrusted text={t('alerts.same-service', { service: nameOf(alert.platform_id) })} />
        </Link>
      )}
      {alert.platform_id !== null && (
        <Link to="/alerts" search={{ platform_id: alert.platform_id }}>
          <Untrusted text={t('alerts.of-service', { service: nameOf(alert.platform_id) })} />
        </Link>
      )}
      {alert.platform_id !== null && (
        <Link to="/services/$id" params={{ id: alert.platform_id }}>
          <Untrusted text={t('alerts.the-service', { service: nameOf(alert.platform_id) })} />
        </Link>
      )}
      {alert.user_id !== null && mayOpen && (
        <Link to="/users/$id" params={{ id: alert.user_id }}>
          {t('alerts.the-person')}
        </Link>
      )}
      {alert.user_id !== null && (
        <Link to="/interactions" search={{ user_id: alert.user_id, period: '7d' }}>
          {t('alerts.same-person')}
        </Link>
      )}
    </section>
  )
}
