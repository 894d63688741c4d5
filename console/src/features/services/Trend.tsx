import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { Columns } from '../../charts/Columns.tsx'
import { number, t } from '../../i18n/language.ts'
import { day } from '../../i18n/time.ts'
import { Query } from '../../ui/States.tsx'
import type { ServiceStatistics } from '../../wire/types.ts'

/** One service by the day, and what was stopped of it. */
export function Trend({ platformId }: { readonly platformId: string }) {
  const query = useQuery({
    queryKey: ['inventory', platformId, 'stats'],
    queryFn: () =>
      take(
        api.GET('/inventory/{platform_id}/stats', {
          params: { path: { platform_id: platformId }, query: { period: '30d' } },
        }),
      ),
  })
  return (
    <section className="card stack">
      <h2>{t('service.trend')}</h2>
      <Query query={query} rows={4}>
        {(statistics) => <Shown statistics={statistics} />}
      </Query>
    </section>
  )
}

function Shown({ statistics: { series, totals, previous } }: { readonly statistics: ServiceStatistics }) {
  const columns = (parts: (one: ServiceStatistics['series'][number]) => number[]) =>
    series.map((one, index) => ({
      label: day(one.bucket),
      parts: parts(one),
      isOpen: index === series.length - 1,
    }))
  return (
    <>
      <p>
        {number(totals.interactions)}{' '}
        <span className="muted">· {t('figure.before', { before: previous.interactions })}</span>
      </p>
      <Columns
        title={t('chart.prompts')}
        height={110}
        series={[{ label: t('figure.prompts'), fill: 'all' }]}
        columns={columns(({ interactions }) => [interactions])}
      />
      <Columns
        title={t('chart.stopped')}
        height={110}
        series={[
          { label: t('figure.blocked'), fill: 'block' },
          { label: t('figure.coached'), fill: 'coach' },
        ]}
        columns={columns(({ blocked, coached }) => [blocked, coached])}
      />
      <p className="muted small">{t('chart.utc')}</p>
    </>
  )
}
