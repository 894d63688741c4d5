import { list, number, percent, t, tMaybe } from '../../i18n/language.ts'
import { Table } from '../../ui/Table.tsx'
import { Ago, Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { ProxyInstance } from '../../wire/types.ts'

/** One row for each proxy: how it did when it reported last. */
export function ProxyTable({ proxies }: { readonly proxies: readonly ProxyInstance[] }) {
  return (
    <Table
      caption="nav.proxies"
      columns={[
        'column.name',
        'column.state',
        'proxies.in-force',
        { label: 'proxies.waiting', isNumber: true },
        { label: 'proxies.a-minute', isNumber: true },
        'proxies.not-inspected',
        'proxies.error',
      ]}
    >
      {proxies.map((proxy) => (
        <Row key={proxy.instance_id} proxy={proxy} />
      ))}
    </Table>
  )
}

function Row({ proxy }: { readonly proxy: ProxyInstance }) {
  return (
    <tr>
      <td>
        <Untrusted text={proxy.name} max={40} />
        <div className="muted small">
          <Untrusted text={proxy.version} max={24} /> · {t('proxies.workers', { count: proxy.workers })} ·{' '}
          {t('proxies.since')} <Time iso={proxy.started_at} />
        </div>
      </td>
      <td>
        <span className={BADGES[proxy.state]}>{t(`proxy-state.${proxy.state}`)}</span>
        <div className="muted small">
          <Ago iso={proxy.last_seen} />
        </div>
      </td>
      <td>
        <InForce proxy={proxy} />
      </td>
      <td className="number">{number(proxy.records_waiting)}</td>
      <td className="number">{number(proxy.prompts_per_minute)}</td>
      <td>
        <NotInspected proxy={proxy} />
      </td>
      <td>
        <LastError error={proxy.last_error} />
      </td>
    </tr>
  )
}

const BADGES: Readonly<Record<ProxyInstance['state'], string>> = {
  alive: 'badge ok',
  silent: 'badge high',
  stopped: 'badge',
}

/** Of one that is not alive nobody knows. */
function InForce({ proxy }: { readonly proxy: ProxyInstance }) {
  const { alive, policies_version, detectors_version, policies_in_step, detectors_in_step } = proxy
  if (!alive) return <span className="muted">{t('proxies.unknown')}</span>
  if (policies_in_step === true && detectors_in_step === true) return t('proxies.same')
  return (
    <>
      <Supply inStep={policies_in_step === true} isThere={policies_version !== null} what="policies" />
      <Supply inStep={detectors_in_step === true} isThere={detectors_version !== null} what="detectors" />
    </>
  )
}

interface SupplyProps {
  readonly inStep: boolean
  readonly isThere: boolean
  readonly what: 'policies' | 'detectors'
}

function Supply({ inStep, isThere, what }: SupplyProps) {
  if (!isThere) return <div>{t(`proxies.${what}-none`)}</div>
  return <div>{t(inStep ? `proxies.${what}-same` : `proxies.${what}-behind`)}</div>
}

/** The share of the last minutes, and why. */
function NotInspected({ proxy: { prompts, not_inspected } }: { readonly proxy: ProxyInstance }) {
  const reasons = Object.entries(not_inspected).sort(([, a], [, b]) => b - a)
  const sum = reasons.reduce((total, [, count]) => total + count, 0)
  if (sum === 0) return <span className="muted">{t('proxies.all-inspected')}</span>
  const words = reasons.map(([reason, count]) => `${tMaybe(`reason.${reason}`) ?? reason} (${number(count)})`)
  return (
    <>
      {percent(Math.min(1, sum / Math.max(prompts, 1)))}
      <div className="muted small">
        <Untrusted text={list(words)} />
      </div>
    </>
  )
}

function LastError({ error }: { readonly error: ProxyInstance['last_error'] }) {
  if (error === null) return <span className="muted">{t('proxies.no-error')}</span>
  const words = tMaybe(`proxy-error.${error.code}`)
  return (
    <>
      {words === undefined ? <code>{error.code}</code> : words}
      <div className="muted small">
        <Ago iso={error.at} />
      </div>
    </>
  )
}
