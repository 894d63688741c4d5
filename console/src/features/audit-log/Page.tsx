import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { currentLanguage, t, tMaybe } from '../../i18n/language.ts'
import { clock } from '../../i18n/time.ts'
import { useCan } from '../../session/can.ts'
import { shortId } from '../../text/short-id.ts'
import { ExportButton } from '../../ui/ExportButton.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Empty, Failure, Query } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { pageOf } from '../../url/search.ts'
import type { AuditEntry, AuditQuery } from '../../wire/types.ts'
import { ACTIONS } from './actions.ts'
import { dayOf, endOf, startOf } from './days.ts'

const LIMIT = 50
/** The actions by what the reader calls them; one of the address that is not known here keeps its name. */
function inWords(chosen: string | undefined): (readonly [action: string, words: string])[] {
  const actions: readonly string[] = chosen === undefined ? ACTIONS : [...new Set([...ACTIONS, chosen])]
  return actions
    .map((action) => [action, tMaybe(`audited.${action}`) ?? action] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, currentLanguage()))
}

/** Who did what, and is the log whole? */
export function AuditLogPage() {
  return useCan('audit') ? <AuditLog /> : <Forbidden title={t('nav.audit-log')} />
}

function AuditLog() {
  const search = useSearch({ from: '/audit-log' })
  const navigate = useNavigate({ from: '/audit-log' })
  const { page, ...filters } = search
  const list = useQuery({
    queryKey: ['audit-log', search],
    queryFn: () => take(api.GET('/audit-log', { params: { query: queryOf(filters, pageOf(page), LIMIT) } })),
    placeholderData: keepPreviousData,
  })
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: { ...search, page: undefined, ...changes } })
  return (
    <>
      <PageHead
        title={t('nav.audit-log')}
        sentence={list.data === undefined ? undefined : t('audit.sentence', { count: list.data.total })}
      >
        <Export filters={filters} />
      </PageHead>
      <div className="stack">
        <Verify />
        <div className="row end">
          <select
            className="input"
            // As wide as the longest action it would be wider than a narrow window.
            style={{ width: '16rem' }}
            aria-label={t('audit.action')}
            value={search.action ?? ''}
            onChange={({ target }) => change({ action: target.value === '' ? undefined : target.value })}
          >
            <option value="">{t('audit.every')}</option>
            {inWords(search.action).map(([action, words]) => (
              <option key={action} value={action}>
                {words}
              </option>
            ))}
          </select>
          <DayField
            label={t('audit.from')}
            day={dayOf(search.start_date)}
            onDay={(day) => change({ start_date: startOf(day) })}
          />
          <DayField
            label={t('audit.to')}
            day={dayOf(search.end_date)}
            onDay={(day) => change({ end_date: endOf(day) })}
          />
          {Object.keys(filters).length > 0 && (
            <button type="button" className="button quiet" onClick={() => void navigate({ search: {} })}>
              {t('filter.clear')}
            </button>
          )}
        </div>
        <Query query={list} rows={10}>
          {({ entries, total }) =>
            entries.length === 0 ? (
              <Empty title={t('audit.none')} />
            ) : (
              <>
                <EntryTable entries={entries} onChange={change} />
                <Pager
                  page={pageOf(page)}
                  limit={LIMIT}
                  total={total}
                  onPage={(next) => change({ page: String(next) })}
                />
              </>
            )
          }
        </Query>
      </div>
    </>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly day: string
  readonly onDay: (day: string) => void
}

function DayField({ label, day, onDay }: DayFieldProps) {
  return (
    <label className="row small">
      {label}
      <input type="date" className="input" value={day} onChange={({ target }) => onDay(target.value)} />
    </label>
  )
}

function queryOf(filters: Readonly<Record<string, string | undefined>>, page: number, limit: number): AuditQuery {
  // The API says which value it does not take, and the page shows it.
  return { ...filters, page, limit } as AuditQuery
}

function Verify() {
  const check = useMutation({ mutationFn: () => take(api.GET('/audit-log/verify')) })
  const { data, error } = check
  return (
    <section className="row" aria-live="polite">
      <button type="button" className="button" disabled={check.isPending} onClick={() => check.mutate()}>
        {t('audit.verify')}
      </button>
      {data !== undefined && (
        <p className={data.valid ? 'banner good' : 'banner bad'}>
          {data.valid
            ? t('audit.whole', { count: data.entries, time: clock(Date.now()) })
            : t('audit.broken', { id: data.first_invalid ?? '' })}
        </p>
      )}
      {error !== null && <Failure error={error} />}
    </section>
  )
}

interface TableProps {
  readonly entries: readonly AuditEntry[]
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

function EntryTable({ entries, onChange }: TableProps) {
  return (
    <div className="table-box">
      <table className="table">
        <caption className="visually-hidden">{t('nav.audit-log')}</caption>
        <thead>
          <tr>
            <th>{t('column.time')}</th>
            <th>{t('column.who')}</th>
            <th>{t('audit.action')}</th>
            <th>{t('audit.target')}</th>
            <th>{t('audit.details')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Time iso={entry.timestamp} />
              </td>
              <td>
                {entry.actor_id === null ? (
                  <span className="muted">{t(entry.ip === null ? 'audit.server' : 'audit.nobody')}</span>
                ) : (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => onChange({ actor_id: entry.actor_id ?? '' })}
                  >
                    <Untrusted text={entry.actor_email ?? entry.actor_id} max={60} />
                  </button>
                )}
                <br />
                <span className="muted small">
                  <Untrusted text={entry.ip ?? ''} max={60} />
                </span>
              </td>
              <td>
                {tMaybe(`audited.${entry.action}`) ?? ''}
                <br />
                <code className="muted">{entry.action}</code>
              </td>
              <td>
                {entry.target_id !== null && (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => onChange({ target_type: entry.target_type, target_id: entry.target_id ?? '' })}
                  >
                    <Untrusted text={`${entry.target_type} ${shortId(entry.target_id)}`} max={60} />
                  </button>
                )}
                {entry.target_id !== null && entry.target_type === 'policy' && (
                  <>
                    <br />
                    <Link
                      to="/policies/$id"
                      params={{ id: entry.target_id }}
                      search={{ tab: 'history' }}
                      className="small"
                    >
                      {t('history.title')}
                    </Link>
                  </>
                )}
              </td>
              <td>
                <details className="small">
                  <summary>{t('audit.show')}</summary>
                  <code>
                    <Untrusted text={JSON.stringify(entry.details)} max={2000} />
                  </code>
                  <p className="muted">
                    {t('audit.hash')} <code>{entry.hash}</code>
                  </p>
                  <p className="muted">
                    {t('audit.prev-hash')} <code>{entry.prev_hash}</code>
                  </p>
                </details>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What an auditor takes along: the verdict, the filter, and the entries with their hashes. */
function Export({ filters }: { readonly filters: Readonly<Record<string, string | undefined>> }) {
  async function begin() {
    const verdict = await take(api.GET('/audit-log/verify'))
    const facts = [verdict.valid ? 'valid' : `broken at ${verdict.first_invalid ?? ''}`, JSON.stringify(filters)]
    return {
      facts,
      read: async (page: number, limit: number) => {
        const { entries, total } = await take(
          api.GET('/audit-log', { params: { query: queryOf(filters, page, limit) } }),
        )
        return { rows: entries.map(rowOf), total }
      },
    }
  }
  return <ExportButton file="audit-log.csv" columns={COLUMNS} begin={begin} />
}

const COLUMNS = ['id', 'timestamp', 'actor', 'action', 'target_type', 'target_id', 'ip', 'details', 'prev_hash', 'hash']

function rowOf(entry: AuditEntry): string[] {
  const { id, timestamp, actor_email, action, target_type, target_id, ip, details, prev_hash, hash } = entry
  return [
    id,
    timestamp,
    actor_email ?? '',
    action,
    target_type,
    target_id ?? '',
    ip ?? '',
    JSON.stringify(details),
    prev_hash,
    hash,
  ]
}
