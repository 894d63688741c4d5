import { useQuery } from '@tanstack/react-query'
import { inventory } from '../../api/queries.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Risk } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query } from '../../ui/States.tsx'
import { Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { AiService } from '../../wire/types.ts'
import { ReadBadge, readingOf, ServiceStatus } from './parts.tsx'
import { Switches } from './Switches.tsx'

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
        <Switches />
      </div>
    </>
  )
}

function ServiceTable({ services }: { readonly services: readonly AiService[] }) {
  const mayMakePolicy = useCan('change-policies')
  return (
    <Table
      caption="nav.services"
      columns={[
        'column.service',
        'column.state',
        'services.read',
        { label: 'figure.prompts', isNumber: true },
        { label: 'figure.blocked', isNumber: true },
        'services.risk',
        'services.last',
        ...(mayMakePolicy ? (['services.actions'] as const) : []),
      ]}
    >
      {services.map((service) => (
        <tr key={service.platform_id}>
          <td>
            <Link to="/services/$id" params={{ id: service.platform_id }}>
              <Untrusted text={service.name} max={60} />
            </Link>
            <br />
            <code className="muted">
              <Untrusted text={service.platform_id} max={60} />
            </code>
          </td>
          <td>
            <ServiceStatus service={service} />
          </td>
          <td>
            <span className="row">
              <ReadBadge service={service} />
              {service.unknown_operations !== undefined && (
                <span className="badge coach" title={t('service.unknown-help')}>
                  {t('services.unknown', { count: service.unknown_operations.count })}
                </span>
              )}
            </span>
          </td>
          <td className="number">
            <Link to="/interactions" search={{ platform_id: service.platform_id }}>
              {number(service.interactions)}
            </Link>
          </td>
          <td className="number">
            <Link to="/interactions" search={{ platform_id: service.platform_id, enforced_action: 'block' }}>
              {number(service.blocked)}
            </Link>
          </td>
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
    </Table>
  )
}
