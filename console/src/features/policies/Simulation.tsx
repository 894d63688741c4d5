import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { Bars } from '../../charts/Bars.tsx'
import { Columns } from '../../charts/Columns.tsx'
import { InteractionTable } from '../../explain/InteractionTable.tsx'
import { number, percent, t } from '../../i18n/language.ts'
import { dateTime, day } from '../../i18n/time.ts'
import { useServiceNames } from '../../text/names.ts'
import { Select } from '../../ui/Field.tsx'
import { Failure, Loading } from '../../ui/States.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Period, Simulation as Result, Rules } from '../../wire/types.ts'
import { unknownNames } from './typed-names.ts'

const PERIODS: readonly Period[] = ['24h', '7d', '30d', '90d']
const MANY = 0.05

interface Props {
  readonly rules: Rules
  /** The policy whose rules these would replace. */
  readonly policyId?: string | undefined
}

/** What the rules would have done to what was recorded; it says which window it could look at. */
export function Simulation({ rules, policyId }: Props) {
  const [period, setPeriod] = useState<Period>('7d')
  const run = useMutation({
    mutationFn: () =>
      take(
        api.POST('/policies/simulate', {
          body: { rules, period, ...(policyId !== undefined && { policy_id: policyId }) },
        }),
      ),
  })
  return (
    <section className="card stack" aria-labelledby="simulation">
      <h2 id="simulation">{t('simulation.title')}</h2>
      <div className="row end">
        <Select
          label={t('period.label')}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={setPeriod}
        />
        <button type="button" className="button" disabled={run.isPending} onClick={() => run.mutate()}>
          {t('simulation.run')}
        </button>
      </div>
      <div aria-live="polite" className="stack">
        {run.isPending && <Loading rows={3} />}
        {run.error !== null && <Failure error={run.error} again={() => run.mutate()} />}
        {run.data !== undefined && !run.isPending && <Slips result={run.data} rules={rules} />}
        {run.data !== undefined && !run.isPending && <Outcome result={run.data} />}
      </div>
    </section>
  )
}

/** Names that neither a detector nor the record knows: most likely they are misspelt, and the rule matches nothing. */
function Slips({ result: { warnings = [] }, rules }: { readonly result: Result; readonly rules: Rules }) {
  const unknown = unknownNames(rules, warnings)
  return unknown.map(({ name, meant }) => (
    <p key={name} className="banner">
      <Untrusted
        text={t('simulation.unknown', { name, meant: meant ?? '', has: meant === undefined ? 'no' : 'yes' })}
      />
    </p>
  ))
}

function Outcome({ result }: { readonly result: Result }) {
  const nameOf = useServiceNames()
  const {
    evaluated,
    matched,
    evaluated_from,
    complete,
    by_action,
    by_day,
    by_platform,
    changes,
    samples,
    excepted,
    exceptions_for_values,
  } = result
  const passed = by_action.allow + by_action.log
  const share = evaluated === 0 ? 0 : matched / evaluated
  return (
    <>
      <p className="lead">
        {evaluated === 0
          ? t('simulation.nothing')
          : t('simulation.sentence', {
              ...{ matched, evaluated, passed, time: dateTime(evaluated_from) },
              complete: complete ? 'yes' : 'no',
            })}
      </p>
      {share > MANY && <p className="banner">{t('simulation.many', { share: percent(share) })}</p>}
      {changes !== undefined && (
        <p>
          {t('simulation.changes', { more: number(changes.newly_matched), fewer: number(changes.no_longer_matched) })}
        </p>
      )}
      {excepted > 0 && <p>{t('simulation.excepted', { count: excepted })}</p>}
      {exceptions_for_values.length > 0 && (
        <p className="muted">{t('simulation.for-values', { count: exceptions_for_values.length })}</p>
      )}
      {by_day.length > 1 && (
        <Columns
          title={t('simulation.by-day')}
          height={110}
          series={[{ label: t('simulation.matches'), fill: 'all' }]}
          columns={by_day.map(({ day: date, matched: count }) => ({ label: day(date), parts: [count] }))}
        />
      )}
      {by_platform.length > 0 && (
        <Bars
          bars={by_platform.slice(0, 8).map(({ platform_id, matched: total }) => ({
            key: platform_id,
            label: <Untrusted text={nameOf(platform_id)} max={40} />,
            total,
          }))}
        />
      )}
      {samples.length > 0 && (
        <details>
          <summary>{t('simulation.samples', { count: samples.length })}</summary>
          <InteractionTable items={samples} />
        </details>
      )}
    </>
  )
}
