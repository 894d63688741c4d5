import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { inventory } from '../../api/queries.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { visibleText } from '../../text/visible.ts'
import { Risk } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query } from '../../ui/States.tsx'
import { Ago, Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { AiService } from '../../wire/types.ts'
import { ReadBadge, ServiceStatus } from './parts.tsx'
import { Switches } from './Switches.tsx'
import { Trend } from './Trend.tsx'

/** What is known of one AI service, and what can be decided about it. */
export function ServicePage() {
  const { id } = useParams({ from: '/services/$id' })
  const query = useQuery(inventory)
  const service = query.data?.services.find(({ platform_id }) => platform_id === id)
  return (
    <>
      {service === undefined ? (
        <PageHead title={t('nav.services')} />
      ) : (
        <PageHead title={visibleText(service.name).slice(0, 100)} sentence={<Sentence service={service} />} />
      )}
      <Query query={query}>
        {() =>
          service === undefined ? (
            <Empty title={t('service.gone')}>
              <Link to="/services" className="button">
                {t('nav.services')}
              </Link>
            </Empty>
          ) : (
            <Detail service={service} />
          )
        }
      </Query>
    </>
  )
}

function Sentence({ service }: { readonly service: AiService }) {
  return (
    <span className="row">
      <ReadBadge service={service} />
      <code className="muted">
        <Untrusted text={service.platform_id} max={80} />
      </code>
    </span>
  )
}

function Detail({ service }: { readonly service: AiService }) {
  const mayMakePolicy = useCan('change-policies')
  const { platform_id, not_inspected, unknown_operations } = service
  const prompts = (action?: string) => ({ platform_id, ...(action !== undefined && { enforced_action: action }) })
  return (
    <div className="stack">
      <div className="grid-2">
        <section className="card stack">
          <h2>{t('service.facts')}</h2>
          <dl className="facts">
            <dt>{t('column.state')}</dt>
            <dd>
              <ServiceStatus service={service} />
            </dd>
            <dt>{t('figure.prompts')}</dt>
            <dd>
              <Link to="/interactions" search={prompts()}>
                {number(service.interactions)}
              </Link>
            </dd>
            <dt>{t('figure.blocked')}</dt>
            <dd>
              <Link to="/interactions" search={prompts('block')}>
                {number(service.blocked)}
              </Link>
            </dd>
            <dt>{t('figure.coached')}</dt>
            <dd>
              <Link to="/interactions" search={prompts('coach')}>
                {number(service.coached)}
              </Link>
            </dd>
            <dt>{t('nav.alerts')}</dt>
            <dd>
              <Link to="/alerts" search={{ platform_id }}>
                {t('service.alerts')}
              </Link>
            </dd>
            <dt>{t('service.unread')}</dt>
            <dd>{number(service.tunnelled)}</dd>
            {unknown_operations !== undefined && (
              <>
                <dt>{t('service.unknown')}</dt>
                <dd>
                  {number(unknown_operations.count)}{' '}
                  <span className="muted">
                    (<Ago iso={unknown_operations.last_seen} />)
                  </span>
                  <p className="muted small">{t('service.unknown-help')}</p>
                </dd>
              </>
            )}
            <dt>{t('figure.people')}</dt>
            <dd>{number(service.users)}</dd>
            <dt>{t('services.risk')}</dt>
            <dd>
              <Risk score={service.max_risk_score} />
            </dd>
            <dt>{t('alerts.first')}</dt>
            <dd>
              <Time iso={service.first_seen} />
            </dd>
            <dt>{t('alerts.last')}</dt>
            <dd>
              <Time iso={service.last_seen} />
            </dd>
          </dl>
          {mayMakePolicy && (
            <div>
              <Link to="/policies/new" search={{ platform_id }} className="button">
                {t('services.block')}
              </Link>
            </div>
          )}
        </section>
        <Trend platformId={platform_id} />
        {not_inspected !== undefined && <NotInspected found={not_inspected} />}
      </div>
      <Switches platformId={platform_id} />
    </div>
  )
}

function NotInspected({ found }: { readonly found: NonNullable<AiService['not_inspected']> }) {
  return (
    <section className="card stack-small">
      <h2>{t('service.refused')}</h2>
      <p>{t('service.refused-help', { count: found.refusals, clients: found.clients })}</p>
      {found.proposed_bypass.length > 0 && (
        <p className="muted">
          {t('service.bypass')} <code>WEIR_BYPASS_HOSTS</code>{' '}
          <code>
            <Untrusted text={found.proposed_bypass.join(',')} />
          </code>
        </p>
      )}
    </section>
  )
}
