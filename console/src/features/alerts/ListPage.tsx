import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { personName, policies } from '../../api/queries.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { alertSentence } from '../../text/alert-sentence.ts'
import { useServiceNames } from '../../text/names.ts'
import { SeverityBadge } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Empty, Query, remedyOf } from '../../ui/States.tsx'
import { Ago } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { pageOf } from '../../url/search.ts'
import { failureOf } from '../../wire/failure.ts'
import type { Alert } from '../../wire/types.ts'
import { type AlertSearch, alertList, LIMIT, SUBJECTS, setAlertsStatus, type Verdict } from './query.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

/** What must I look at? */
export function AlertsPage() {
  const search = useSearch({ from: '/alerts' })
  const navigate = useNavigate({ from: '/alerts' })
  const list = useQuery({ ...alertList(search), placeholderData: keepPreviousData })
  const isOpen = search.status !== 'resolved'
  const total = list.data?.total
  const subjects = Object.fromEntries(SUBJECTS.map((name) => [name, search[name]]))
  const change = (changes: AlertSearch) => void navigate({ search: { ...search, page: undefined, ...changes } })
  return (
    <>
      <PageHead
        title={t('alerts.title')}
        sentence={total === undefined ? undefined : t(isOpen ? 'alerts.open' : 'alerts.resolved', { count: total })}
      />
      <div className="stack">
        <nav className="tabs" aria-label={t('column.state')}>
          <Link to="/alerts" search={subjects} aria-current={isOpen ? 'page' : undefined}>
            {t('alerts.tab-open')}
          </Link>
          <Link
            to="/alerts"
            search={{ ...subjects, status: 'resolved', sort: '-updated_at' }}
            aria-current={isOpen ? undefined : 'page'}
          >
            {t('alerts.tab-resolved')}
          </Link>
        </nav>
        <div className="row">
          {SEVERITIES.map((severity) => (
            <button
              key={severity}
              type="button"
              className="button"
              aria-pressed={search.severity === severity}
              onClick={() => change({ severity: search.severity === severity ? undefined : severity })}
            >
              {t(`severity.${severity}`)}
            </button>
          ))}
        </div>
        <Subjects search={search} onChange={change} />
        <Query query={list} rows={10}>
          {({ alerts, total: all }) =>
            alerts.length === 0 ? (
              <Empty title={t(isOpen ? 'alerts.none-open' : 'alerts.none-resolved')} />
            ) : (
              <>
                <AlertTable alerts={alerts} isOpen={isOpen} />
                <Pager
                  page={pageOf(search.page)}
                  limit={LIMIT}
                  total={all}
                  onPage={(page) => change({ page: String(page) })}
                />
              </>
            )
          }
        </Query>
      </div>
    </>
  )
}

interface SubjectsProps {
  readonly search: AlertSearch
  readonly onChange: (changes: AlertSearch) => void
}

/** What the list is of, each to be taken away. */
function Subjects({ search, onChange }: SubjectsProps) {
  const nameOf = useServiceNames()
  const known = useQuery({ ...policies, enabled: search.policy_id !== undefined }).data
  const person = useQuery(personName(search.user_id)).data
  const set = SUBJECTS.filter((name) => search[name] !== undefined)
  if (set.length === 0) return null
  const textOf = (name: (typeof SUBJECTS)[number], value: string) => {
    if (name === 'platform_id') return nameOf(value)
    if (name === 'user_id') return person ?? value
    return name === 'policy_id' ? (known?.find(({ id }) => id === value)?.name ?? value) : value
  }
  return (
    <ul className="row" aria-label={t('filter.label')}>
      {set.map((name) => (
        <li key={name} className="chip">
          <span>
            {t(`filter.${name}`)} <Untrusted text={textOf(name, search[name] ?? '')} max={60} />
          </span>
          <button
            type="button"
            aria-label={t('filter.remove', { name: t(`filter.${name}`) })}
            onClick={() => onChange({ [name]: undefined })}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}

function AlertTable({ alerts, isOpen }: { readonly alerts: readonly Alert[]; readonly isOpen: boolean }) {
  const nameOf = useServiceNames()
  const mayResolve = useCan('resolve-alerts')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const shown = alerts.filter(({ id }) => chosen.has(id))
  const toggle = (id: string) =>
    choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  return (
    <>
      {mayResolve && (
        <div className="row">
          <label className="row small">
            <input
              type="checkbox"
              checked={shown.length === alerts.length}
              onChange={({ target }) => choose(new Set(target.checked ? alerts.map(({ id }) => id) : []))}
            />
            {t('alerts.choose-all')}
          </label>
          <BulkButtons alerts={shown} isOpen={isOpen} onDone={() => choose(new Set())} />
        </div>
      )}
      <div className="table-box">
        <table className="table cards">
          <caption className="visually-hidden">{t('alerts.title')}</caption>
          <thead>
            <tr>
              {mayResolve && <th className="visually-hidden">{t('alerts.choose')}</th>}
              <th>{t('column.severity')}</th>
              <th>{t('column.what')}</th>
              <th className="number">{t('alerts.count')}</th>
              <th>{t(isOpen ? 'alerts.age' : 'alerts.when-resolved')}</th>
            </tr>
          </thead>
          <tbody>
            {alerts.map((alert) => (
              <tr key={alert.id} className="link">
                {mayResolve && (
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t('alerts.choose')}
                      checked={chosen.has(alert.id)}
                      onChange={() => toggle(alert.id)}
                    />
                  </td>
                )}
                <td>
                  <SeverityBadge severity={alert.severity} />
                </td>
                <td>
                  <Link to="/alerts/$id" params={{ id: alert.id }}>
                    <Untrusted text={alertSentence(alert, nameOf)} />
                  </Link>
                </td>
                <td className="number">× {number(alert.count)}</td>
                <td className="muted">
                  <Ago iso={alert.resolved_at ?? alert.updated_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface BulkProps {
  readonly alerts: readonly Alert[]
  readonly isOpen: boolean
  readonly onDone: () => void
}

function BulkButtons({ alerts, isOpen, onDone }: BulkProps) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, ask] = useState(false)
  async function setAll(ids: readonly string[], status: 'open' | 'resolved', verdict?: Verdict) {
    setBusy(true)
    try {
      return await setAlertsStatus(ids, status, verdict)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: ['alerts'] })
    }
  }
  const refused = (error: unknown) => toast(remedyOf(failureOf(error)))
  async function run(verdict?: Verdict) {
    const ids = alerts.map(({ id }) => id)
    const [to, back] = isOpen ? (['resolved', 'open'] as const) : (['open', 'resolved'] as const)
    const count = await setAll(ids, to, verdict)
    onDone()
    toast(t(isOpen ? 'alerts.were-resolved' : 'alerts.were-opened', { count }), {
      label: t('alerts.undo'),
      run: () => void setAll(ids, back).catch(refused),
    })
  }
  const isOff = alerts.length === 0 || isBusy
  return (
    <>
      <button type="button" className="button" disabled={isOff} onClick={() => void run().catch(refused)}>
        {t(isOpen ? 'alerts.resolve' : 'alerts.reopen')}
      </button>
      {isOpen && (
        <button type="button" className="button" disabled={isOff} onClick={() => ask(true)}>
          {t('alerts.with-reason')}
        </button>
      )}
      {isAsking && <ReasonDialog count={alerts.length} onClose={() => ask(false)} onResolve={run} />}
    </>
  )
}
