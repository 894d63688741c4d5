import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { inventory } from '../../api/queries.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Risk } from '../../ui/Badges.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query, remedyOf } from '../../ui/States.tsx'
import { Ago } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { AiService } from '../../wire/types.ts'

const STATUSES = ['sanctioned', 'tolerated', 'unsanctioned'] as const

/** Whether prompts to it are read: what is only tunnelled is not. */
function readingOf({ interactions, tunnelled }: AiService): 'yes' | 'partly' | 'no' {
  if (tunnelled === 0) return 'yes'
  return interactions > 0 ? 'partly' : 'no'
}

/** Which AI services are used, and do we read them? */
export function ServicesPage() {
  const query = useQuery(inventory)
  const unread = query.data?.services.filter((service) => readingOf(service) === 'no').length ?? 0
  return (
    <>
      <PageHead
        title={t('nav.services')}
        sentence={query.data === undefined ? undefined : t('services.sentence', { count: query.data.total, unread })}
      />
      <div className="stack">
        <p className="muted">{t('services.note')}</p>
        <Query query={query}>
          {({ services }) =>
            services.length === 0 ? <Empty title={t('services.none')} /> : <ServiceTable services={services} />
          }
        </Query>
      </div>
    </>
  )
}

function ServiceTable({ services }: { readonly services: readonly AiService[] }) {
  const mayMakePolicy = useCan('change-policies')
  return (
    <div className="table-box">
      <table className="table">
        <caption className="visually-hidden">{t('nav.services')}</caption>
        <thead>
          <tr>
            <th>{t('column.service')}</th>
            <th>{t('column.state')}</th>
            <th>{t('services.read')}</th>
            <th className="number">{t('figure.prompts')}</th>
            <th className="number">{t('figure.blocked')}</th>
            <th>{t('services.risk')}</th>
            <th>{t('services.last')}</th>
            {mayMakePolicy && <th>{t('services.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <tr key={service.platform_id}>
              <td>
                <Link to="/interactions" search={{ platform_id: service.platform_id }}>
                  <Untrusted text={service.name} max={60} />
                </Link>
                <br />
                <code className="muted">
                  <Untrusted text={service.platform_id} max={60} />
                </code>
              </td>
              <td>
                <Status service={service} />
              </td>
              <td>
                <span className={readingOf(service) === 'yes' ? 'badge ok' : 'badge coach'}>
                  {t(`read.${readingOf(service)}`)}
                </span>
              </td>
              <td className="number">{number(service.interactions)}</td>
              <td className="number">{number(service.blocked)}</td>
              <td>
                <Risk score={service.max_risk_score} />
              </td>
              <td className="muted">
                <Ago iso={service.last_seen} />
              </td>
              {mayMakePolicy && (
                <td>
                  <Link to="/policies/new" search={{ platform_id: service.platform_id }}>
                    {t('services.block')}
                  </Link>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Status({ service: { platform_id, name, status } }: { readonly service: AiService }) {
  const mayJudge = useCan('judge-services')
  const queries = useQueryClient()
  if (!mayJudge) return t(`status.${status}`)
  async function change(next: string) {
    const known = STATUSES.find((one) => one === next)
    if (known === undefined) return
    try {
      await take(api.PATCH('/inventory/{platform_id}', { params: { path: { platform_id } }, body: { status: known } }))
      toast(t('services.changed'))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey: ['inventory'] })
  }
  return (
    <select
      className="input"
      style={{ width: 'auto' }}
      aria-label={t('services.status-of', { name })}
      value={status}
      onChange={({ target }) => void change(target.value)}
    >
      {STATUSES.map((one) => (
        <option key={one} value={one}>
          {t(`status.${one}`)}
        </option>
      ))}
    </select>
  )
}
