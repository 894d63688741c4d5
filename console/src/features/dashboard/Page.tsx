import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { configuration, inventory, openAlerts, proxies, statistics as statisticsOf } from '../../api/queries.ts'
import { Bars } from '../../charts/Bars.tsx'
import { Columns } from '../../charts/Columns.tsx'
import { number, percent, t } from '../../i18n/language.ts'
import { day, hour } from '../../i18n/time.ts'
import { useCan } from '../../session/can.ts'
import { alertSentence } from '../../text/alert-sentence.ts'
import { typeLabel, useServiceNames } from '../../text/names.ts'
import { SeverityBadge } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Person } from '../../ui/Person.tsx'
import { Empty, Loading, Query } from '../../ui/States.tsx'
import { Ago } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Alert, Period, Statistics } from '../../wire/types.ts'
import { SetupCard } from '../setup/SetupCard.tsx'
import { Steps } from '../setup/Steps.tsx'
import { useSteps } from '../setup/use-steps.ts'
import { cardWidth } from './card-width.ts'
import { PERIODS, periodOf } from './queries.ts'

const SHOWN = 8

export function DashboardPage() {
  const { period: asked } = useSearch({ strict: false })
  const period = periodOf(asked)
  const statistics = useQuery({ ...statisticsOf(period), placeholderData: (before) => before })
  const alerts = useQuery(openAlerts)
  const { data } = statistics
  return (
    <>
      <PageHead
        title={t('dashboard.title')}
        sentence={data === undefined ? undefined : headline(data, alerts.data?.alerts ?? [], alerts.data?.total ?? 0)}
      >
        <nav className="row" aria-label={t('period.label')}>
          {PERIODS.map((one) => (
            <Link
              key={one}
              to="/"
              search={{ period: one }}
              className="button"
              aria-current={one === period ? 'true' : undefined}
            >
              {t(`period.${one}`)}
            </Link>
          ))}
        </nav>
      </PageHead>
      <Query query={statistics} rows={12}>
        {(found) => <Board statistics={found} period={period} alerts={alerts.data?.alerts ?? []} />}
      </Query>
    </>
  )
}

/** The answer to the morning's question. */
function headline({ totals, period }: Statistics, alerts: readonly Alert[], open: number): string {
  const { interactions, blocked } = totals
  if (interactions === 0 && open === 0) return t('dashboard.no-prompt')
  const passed = t('dashboard.passed', { interactions, blocked, period: t(`period-in.${period}`) })
  const worst = alerts[0]?.severity
  if (open === 0) return `${t('dashboard.calm')} ${passed}`
  return `${t('dashboard.open', { count: open, worst: t(`severity-is.${worst ?? 'low'}`) })} ${passed}`
}

interface BoardProps {
  readonly statistics: Statistics
  readonly period: Period
  readonly alerts: readonly Alert[]
}

function Board({ statistics, period, alerts }: BoardProps) {
  const { totals, previous } = statistics
  if (totals.interactions === 0 && alerts.length === 0) return <Nothing />
  return (
    <div className="stack">
      <SetupCard />
      <section className="figures" aria-label={t('dashboard.figures')}>
        <Figure
          to={{ period }}
          label={t('figure.prompts')}
          value={totals.interactions}
          before={previous?.interactions}
        />
        <Figure
          to={{ period, enforced_action: 'block' }}
          label={t('figure.blocked')}
          value={totals.blocked}
          before={previous?.blocked}
        />
        <Figure
          to={{ period, enforced_action: 'coach' }}
          label={t('figure.coached')}
          value={totals.coached}
          before={previous?.coached}
        />
        <Figure
          to={{ period, risk_score_min: '0.8' }}
          label={t('figure.high-risk')}
          value={totals.high_risk}
          before={previous?.high_risk}
        />
        <Figure label={t('figure.people')} value={totals.users} />
        <Figure label={t('figure.services')} value={totals.platforms} />
      </section>
      <Unread statistics={statistics} period={period} />
      {alerts.length > 0 && <Attention alerts={alerts} counts={statistics.open_alerts_by_severity} />}
      <Timeline statistics={statistics} />
      <div className="grid-2">
        <Types statistics={statistics} period={period} />
        <Services statistics={statistics} period={period} />
        <Risks statistics={statistics} />
        <People statistics={statistics} period={period} />
      </div>
    </div>
  )
}

/** An administrator of an installation that has seen nothing yet starts here. */
function Nothing() {
  const isAdmin = useCan('settings')
  const steps = useSteps(isAdmin)
  const first = steps?.find(({ id }) => id === 'prompt')?.done
  if (isAdmin && first === undefined) return <Loading />
  if (steps !== undefined && first === false)
    return (
      <div className="stack">
        <p>{t('dashboard.first')}</p>
        <Steps steps={steps} />
      </div>
    )
  return (
    <div className="stack">
      <SetupCard />
      <Empty title={t('dashboard.empty')}>
        <p>{t(isAdmin ? 'dashboard.longer' : 'dashboard.ask-admin')}</p>
      </Empty>
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: number
  /** In the period of the same length before. */
  readonly before?: number | undefined
  readonly to?: Readonly<Record<string, string>>
}

function Figure({ label, value, before, to }: FigureProps) {
  const content = (
    <>
      <span className="muted small">
        {label}
        {before !== undefined && ` · ${t('figure.before', { before })}`}
      </span>
      <b>{number(value)}</b>
    </>
  )
  if (to !== undefined)
    return (
      <Link className="card figure" to="/interactions" search={to}>
        {content}
      </Link>
    )
  return <div className="card figure">{content}</div>
}

/** What passed without being read, or is not known to be without anything, and proxies that say nothing of either. */
function Unread({ statistics: { not_inspected }, period }: PartProps) {
  const found = (['none', 'partial'] as const).filter((inspection) => (not_inspected?.[inspection] ?? 0) > 0)
  const silent = useSilentProxies()
  if (found.length === 0 && silent === 0) return null
  return (
    <p className="row small">
      {found.map((inspection) => (
        <Link key={inspection} to="/interactions" search={{ period, inspection }}>
          {t(`unread.${inspection}`, { count: not_inspected?.[inspection] ?? 0 })}
        </Link>
      ))}
      {silent > 0 && <Link to="/proxies">{t('dashboard.silent', { count: silent })}</Link>}
    </p>
  )
}

/** How many; viewers are told by the alerts alone. */
function useSilentProxies(): number {
  const { data } = useQuery({ ...proxies, refetchInterval: 60_000, enabled: useCan('tokens') })
  return data?.proxies.filter(({ state }) => state === 'silent').length ?? 0
}

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

interface AttentionProps {
  readonly alerts: readonly Alert[]
  readonly counts: Statistics['open_alerts_by_severity']
}

function Attention({ alerts, counts }: AttentionProps) {
  const nameOf = useServiceNames()
  return (
    <section className="card stack-small">
      <div className="row">
        <h2 className="grow">{t('dashboard.attention')}</h2>
        {SEVERITIES.filter((severity) => (counts?.[severity] ?? 0) > 0).map((severity) => (
          <Link key={severity} to="/alerts" search={{ severity }} className="small">
            {t(`severity.${severity}`)}: {number(counts?.[severity] ?? 0)}
          </Link>
        ))}
        <Link to="/alerts">{t('dashboard.all-alerts')}</Link>
      </div>
      <ul className="stack-small">
        {alerts.map((alert) => (
          <li key={alert.id} className="row">
            <SeverityBadge severity={alert.severity} />
            <Link to="/alerts/$id" params={{ id: alert.id }}>
              <Untrusted text={alertSentence(alert, nameOf)} />
            </Link>
            <span className="muted small">
              {alert.count > 1 && `× ${number(alert.count)} · `}
              <Ago iso={alert.updated_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeline({ statistics: { series, period } }: { readonly statistics: Statistics }) {
  const label = (bucket: string) => (period === '24h' ? hour(bucket) : day(bucket))
  const columns = (parts: (one: Statistics['series'][number]) => number[]) =>
    series.map((one, index) => ({ label: label(one.bucket), parts: parts(one), isOpen: index === series.length - 1 }))
  return (
    <section className="card stack">
      <Columns
        title={t('chart.prompts')}
        expected={cardWidth(1)}
        series={[{ label: t('figure.prompts'), fill: 'all' }]}
        columns={columns(({ interactions }) => [interactions])}
      />
      <Columns
        title={t('chart.stopped')}
        height={110}
        expected={cardWidth(1)}
        series={[
          { label: t('figure.blocked'), fill: 'block' },
          { label: t('figure.coached'), fill: 'coach' },
        ]}
        columns={columns(({ blocked, coached }) => [blocked, coached])}
      />
      {period !== '24h' && <p className="muted small">{t('chart.utc')}</p>}
    </section>
  )
}

interface PartProps {
  readonly statistics: Statistics
  readonly period: Period
}

function Types({ statistics: { by_classification }, period }: PartProps) {
  return (
    <section className="card">
      <h2>{t('dashboard.types')}</h2>
      {by_classification.length === 0 && <p className="muted">{t('dashboard.no-types')}</p>}
      <Bars
        bars={by_classification.slice(0, SHOWN).map(({ type, interactions, blocked, coached }) => ({
          key: type,
          label: (
            <Link to="/interactions" search={{ period, classification_type: type }}>
              {typeLabel(type)}
            </Link>
          ),
          total: interactions,
          parts: { blocked, coached },
        }))}
      />
    </section>
  )
}

function Services({ statistics: { by_platform }, period }: PartProps) {
  const nameOf = useServiceNames()
  const { data } = useQuery(inventory)
  const unread = data?.services.filter(({ interactions, tunnelled }) => interactions === 0 && tunnelled > 0).length ?? 0
  return (
    <section className="card stack-small">
      <h2>{t('dashboard.services')}</h2>
      <Bars
        bars={by_platform.slice(0, SHOWN).map(({ platform_id, interactions, blocked, coached }) => ({
          key: platform_id,
          label: (
            <Link to="/interactions" search={{ period, platform_id }}>
              <Untrusted text={nameOf(platform_id)} max={40} />
            </Link>
          ),
          total: interactions,
          parts: { blocked, coached },
        }))}
      />
      {unread > 0 && (
        <p className="small">
          <Link to="/services">{t('dashboard.unread', { count: unread })}</Link>
        </p>
      )}
    </section>
  )
}

function Risks({ statistics: { risk_histogram, totals } }: { readonly statistics: Statistics }) {
  const lowest = risk_histogram[0]?.interactions ?? 0
  return (
    <section className="card stack-small">
      <h2>{t('dashboard.risk')}</h2>
      {totals.interactions > 0 && (
        <p className="muted">{t('dashboard.low-risk', { share: percent(lowest / totals.interactions) })}</p>
      )}
      <Columns
        title={t('chart.risk')}
        height={110}
        expected={cardWidth(2)}
        series={[{ label: t('figure.prompts'), fill: 'rest' }]}
        columns={risk_histogram.slice(1).map(({ from, interactions }) => ({
          label: number(from, { minimumFractionDigits: 1 }),
          parts: [interactions],
        }))}
      />
    </section>
  )
}

function People({ statistics: { top_users }, period }: PartProps) {
  const isAdmin = useCan('users')
  const people = useQuery(configuration).data?.console_people
  // Not theirs to see (WEIR_CONSOLE_PEOPLE).
  if (people === 'off' && !isAdmin) return null
  const sorted = top_users.toSorted((a, b) => b.high_risk - a.high_risk || b.interactions - a.interactions)
  return (
    <section className="card stack-small">
      <h2>{t('dashboard.people')}</h2>
      {sorted.length === 0 ? (
        <p className="muted">{t('dashboard.no-people')}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th>{t('column.who')}</th>
              <th className="number">{t('figure.prompts')}</th>
              <th className="number">{t('figure.high-risk')}</th>
              <th className="number">{t('figure.blocked')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN).map(({ user_id, user_name, interactions, high_risk, blocked }) => (
              <tr key={user_id}>
                <td>
                  <Person id={user_id} name={user_name} />
                </td>
                <td className="number">
                  <Link to="/interactions" search={{ period, user_id }}>
                    {number(interactions)}
                  </Link>
                </td>
                <td className="number">
                  <Link to="/interactions" search={{ period, user_id, risk_score_min: '0.8' }}>
                    {number(high_risk)}
                  </Link>
                </td>
                <td className="number">
                  <Link to="/interactions" search={{ period, user_id, enforced_action: 'block' }}>
                    {number(blocked)}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
