import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inventory, personName, policies } from '../../api/queries.ts'
import { number, t, tMaybe } from '../../i18n/language.ts'
import { dateTime } from '../../i18n/time.ts'
import { typeLabel, useServiceNames } from '../../text/names.ts'
import { TYPES } from '../../text/types.ts'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { FilterName, Search } from './query.ts'

/** What a chip stands for. */
type Choosable = Exclude<FilterName, 'sort' | 'start_date' | 'end_date'>

const PERIODS = ['24h', '7d', '30d', '90d'] as const
const NAMES: readonly Choosable[] = [
  'enforced_action',
  'platform_id',
  'classification_type',
  'risk_score_min',
  'policy_id',
  'inspection',
  'source',
  'direction',
  'interaction_type',
  'user_id',
  'model',
  'host',
  'reference',
]
const CHOICES: Readonly<Partial<Record<FilterName, readonly string[]>>> = {
  enforced_action: ['block', 'coach', 'log', 'allow'],
  inspection: ['full', 'partial', 'none'],
  source: ['proxy', 'browser_extension', 'endpoint_agent', 'api'],
  direction: ['outbound', 'inbound'],
  interaction_type: ['prompt', 'completion', 'tool_call', 'embedding'],
  risk_score_min: ['0.2', '0.5', '0.8', '0.95'],
  classification_type: TYPES,
}

interface Props {
  readonly search: Search
  readonly onChange: (changes: Search) => void
}

/** What the list is narrowed to, each part to be taken away; the address says the same. */
export function Filters({ search, onChange }: Props) {
  const valueText = useValueText(search.user_id)
  const set = NAMES.filter((name) => search[name] !== undefined)
  const chips: readonly (Choosable | 'start_date' | 'end_date')[] = [
    ...set,
    ...(['start_date', 'end_date'] as const).filter((name) => search[name] !== undefined),
  ]
  return (
    <section className="stack-small" aria-label={t('filter.label')}>
      <div className="row">
        <select
          className="input"
          style={{ width: 'auto' }}
          aria-label={t('period.label')}
          value={search.period ?? ''}
          onChange={({ target }) => onChange({ period: target.value === '' ? undefined : target.value })}
        >
          <option value="">{t('period.all')}</option>
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {t(`period.${period}`)}
            </option>
          ))}
        </select>
        <AddFilter onAdd={(name, value) => onChange({ [name]: value })} valueText={valueText} />
        {chips.length > 0 && (
          <button
            type="button"
            className="button quiet"
            onClick={() => onChange(Object.fromEntries([...chips, 'period'].map((name) => [name, undefined])))}
          >
            {t('filter.clear')}
          </button>
        )}
      </div>
      {chips.length > 0 && (
        <ul className="row">
          {chips.map((name) => (
            <li key={name} className="chip">
              <span>
                {t(`filter.${name}`)} <Untrusted text={valueText(name, search[name] ?? '')} max={60} />
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
      )}
    </section>
  )
}

/** @param userId who the list is narrowed to */
function useValueText(userId: string | undefined): (name: string, value: string) => string {
  const person = useQuery(personName(userId)).data
  const nameOf = useServiceNames()
  const known = useQuery(policies).data
  return (name, value) => {
    if (name === 'platform_id') return nameOf(value)
    if (name === 'classification_type') return typeLabel(value)
    if (name === 'policy_id') return known?.find(({ id }) => id === value)?.name ?? value
    if (name === 'user_id') return person ?? value
    if (name === 'risk_score_min') return `≥ ${number(Number(value))}`
    if (name === 'start_date' || name === 'end_date') return dateTime(value)
    if (name === 'enforced_action') return tMaybe(`action.${value}`) ?? value
    return tMaybe(`${name}.${value}`) ?? value
  }
}

interface AddProps {
  readonly onAdd: (name: FilterName, value: string) => void
  readonly valueText: (name: string, value: string) => string
}

function AddFilter({ onAdd, valueText }: AddProps) {
  const [name, setName] = useState<Choosable>()
  const [value, setValue] = useState('')
  const services = useQuery(inventory).data?.services ?? []
  const known = useQuery(policies).data ?? []
  const choices =
    name === 'platform_id'
      ? services.map(({ platform_id }) => platform_id)
      : name === 'policy_id'
        ? known.map(({ id }) => id)
        : name === undefined
          ? undefined
          : CHOICES[name]
  const add = (chosen: string) => {
    if (name === undefined || chosen.trim() === '') return
    onAdd(name, chosen.trim())
    setName(undefined)
    setValue('')
  }
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        add(value)
      }}
    >
      <select
        className="input"
        style={{ width: 'auto' }}
        aria-label={t('filter.add')}
        value={name ?? ''}
        onChange={({ target }) => setName(NAMES.find((one) => one === target.value))}
      >
        <option value="">{t('filter.add')}</option>
        {NAMES.map((one) => (
          <option key={one} value={one}>
            {t(`filter.${one}`)}
          </option>
        ))}
      </select>
      {name !== undefined && choices !== undefined && (
        <select
          className="input"
          style={{ width: 'auto' }}
          aria-label={t(`filter.${name}`)}
          value=""
          onChange={({ target }) => add(target.value)}
        >
          <option value="">{t('filter.choose')}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {valueText(name, choice)}
            </option>
          ))}
        </select>
      )}
      {name !== undefined && choices === undefined && (
        <>
          <input
            className="input"
            style={{ width: '14rem' }}
            aria-label={t(`filter.${name}`)}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
          <button type="submit" className="button">
            {t('filter.apply')}
          </button>
        </>
      )}
    </form>
  )
}
