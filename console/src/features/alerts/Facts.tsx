import { number, t, tMaybe } from '../../i18n/language.ts'
import { typeLabel } from '../../text/names.ts'
import { Risk } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { Person } from '../../ui/Person.tsx'
import { Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Alert, AlertFacts } from '../../wire/types.ts'

/** What an alert is about, from its facts, in the reader's language. */
export function Facts({ alert }: { readonly alert: Alert }) {
  const isOpen = alert.status === 'open'
  const address = alert.facts?.client_address ?? null
  return (
    <dl className="facts">
      {alert.facts !== undefined && <Told facts={alert.facts} />}
      {(alert.user_id !== null || address !== null) && (
        <>
          <dt>{t('column.who')}</dt>
          <dd>
            {alert.user_id === null ? (
              <Untrusted text={address ?? ''} max={60} />
            ) : (
              <Person id={alert.user_id} name={alert.user_name} />
            )}
          </dd>
        </>
      )}
      <dt>{t('alerts.first')}</dt>
      <dd>
        <Time iso={alert.created_at} />
      </dd>
      {/* `updated_at` is when it happened last as long as nobody has resolved it, which changes it too. */}
      {isOpen && alert.count > 1 && (
        <>
          <dt>{t('alerts.last')}</dt>
          <dd>
            <Time iso={alert.updated_at} />
          </dd>
        </>
      )}
      <dt>{t('alerts.count')}</dt>
      <dd>{number(alert.count)}</dd>
      <dt>{t('column.state')}</dt>
      <dd>{isOpen ? t('alerts.is-open') : t('alerts.is-resolved')}</dd>
      {alert.resolved_at !== null && (
        <>
          <dt>{t('alerts.by')}</dt>
          <dd>
            <Untrusted text={alert.resolved_by ?? 'Weir'} /> <Time iso={alert.resolved_at} />
          </dd>
        </>
      )}
      {alert.resolution !== undefined && (
        <>
          <dt>{t('alerts.resolution')}</dt>
          <dd>{t(`resolution.${alert.resolution}`)}</dd>
        </>
      )}
      {alert.note !== undefined && (
        <>
          <dt>{t('alerts.note')}</dt>
          <dd>
            <Untrusted text={alert.note} max={1000} />
          </dd>
        </>
      )}
    </dl>
  )
}

function Undelivered({ code }: { readonly code: string }) {
  return (
    <>
      {t('action.not-delivered')}
      <br />
      <span className="muted small">{tMaybe(`not-delivered.${code}`) ?? t('not-delivered.other', { code })}</span>
    </>
  )
}

function Told({
  facts: { types, risk_score, enforced_action, host, reason, not_delivered },
}: {
  readonly facts: AlertFacts
}) {
  return (
    <>
      {types.length > 0 && (
        <>
          <dt>{t('filter.classification_type')}</dt>
          <dd className="row">
            {types.map((type) => (
              <Link key={type} to="/interactions" search={{ classification_type: type, period: '7d' }} className="chip">
                <Untrusted text={typeLabel(type)} max={40} />
              </Link>
            ))}
          </dd>
        </>
      )}
      {risk_score !== null && (
        <>
          <dt>{t('filter.risk_score_min')}</dt>
          <dd>
            <Risk score={risk_score} />
          </dd>
        </>
      )}
      {enforced_action !== null && (
        <>
          <dt>{t('filter.enforced_action')}</dt>
          <dd>{not_delivered === null ? t(`action.${enforced_action}`) : <Undelivered code={not_delivered} />}</dd>
        </>
      )}
      {host !== null && (
        <>
          <dt>{t('filter.host')}</dt>
          <dd>
            <Untrusted text={host} max={100} />
          </dd>
        </>
      )}
      {reason !== null && (
        <>
          <dt>{t('alerts.unread')}</dt>
          <dd>
            <Untrusted text={tMaybe(`reason.${reason}`) ?? reason} max={100} />
          </dd>
        </>
      )}
    </>
  )
}
