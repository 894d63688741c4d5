import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query } from '../../ui/States.tsx'
import { Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'

/** Who else is told of events, and does it work? */
export function WebhooksPage() {
  return useCan('webhooks') ? <Webhooks /> : <Forbidden title={t('nav.webhooks')} />
}

function Webhooks() {
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => take(api.GET('/webhooks', { params: { query: { limit: 500 } } })),
  })
  const off = query.data?.webhooks.filter(({ active }) => !active).length ?? 0
  return (
    <>
      <PageHead
        title={t('nav.webhooks')}
        sentence={
          query.data === undefined ? undefined : t('webhooks.sentence', { count: query.data.webhooks.length, off })
        }
      >
        <Link to="/webhooks/new" className="button primary">
          {t('webhooks.new')}
        </Link>
      </PageHead>
      <Query query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty title={t('webhooks.none')}>
              <p>{t('webhooks.none-help')}</p>
            </Empty>
          ) : (
            <Table
              caption="nav.webhooks"
              columns={[
                'webhooks.url',
                'webhooks.events',
                'column.state',
                'webhooks.last',
                { label: 'webhooks.count', isNumber: true },
              ]}
            >
              {webhooks.map((webhook) => (
                <tr key={webhook.id} className="link">
                  <td>
                    <Link to="/webhooks/$id" params={{ id: webhook.id }}>
                      <Untrusted text={webhook.url} max={100} />
                    </Link>
                  </td>
                  <td>{number(webhook.events.length)}</td>
                  <td>
                    <span className={webhook.active ? 'badge ok' : 'badge coach'}>
                      {t(webhook.active ? 'settings.on' : 'settings.off')}
                    </span>
                  </td>
                  <td className="muted">
                    {webhook.last_delivery === null ? t('proxies.never') : <Ago iso={webhook.last_delivery} />}
                  </td>
                  <td className="number">{number(webhook.delivery_count)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Query>
    </>
  )
}
