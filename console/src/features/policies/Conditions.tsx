import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { inventory } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { typeLabel } from '../../text/names.ts'
import { valuesOf } from '../../text/policy-sentence.ts'
import { TYPES } from '../../text/types.ts'
import { Field, Select } from '../../ui/Field.tsx'
import type { Condition } from '../../wire/types.ts'
import { beforeLast, servicesTyped, typeTyped } from './typed-names.ts'

const FIELDS = [
  'classifications',
  'platform_id',
  'risk_score',
  'classification_count',
  'source',
  'direction',
  'user_id',
] as const
const COMPARISONS = ['gte', 'gt', 'lte', 'lt', 'eq'] as const
const SOURCES = ['proxy', 'browser_extension', 'endpoint_agent', 'api'] as const

/** What a new condition of a field begins as. */
const FIRST: Readonly<Record<Condition['field'], Condition>> = {
  classifications: { field: 'classifications', operator: 'contains', value: 'IBAN' },
  platform_id: { field: 'platform_id', operator: 'in', value: ['chatgpt-web'] },
  risk_score: { field: 'risk_score', operator: 'gte', value: 0.8 },
  classification_count: { field: 'classification_count', operator: 'gte', value: 5 },
  source: { field: 'source', operator: 'eq', value: 'proxy' },
  direction: { field: 'direction', operator: 'eq', value: 'outbound' },
  user_id: { field: 'user_id', operator: 'eq', value: '' },
}

interface Props {
  readonly conditions: readonly Condition[]
  readonly problemAt: (path: string) => string | undefined
  readonly onChange: (conditions: Condition[]) => void
}

export function Conditions({ conditions, problemAt, onChange }: Props) {
  const change = (index: number, condition: Condition) =>
    onChange(conditions.map((one, place) => (place === index ? condition : one)))
  return (
    <div className="stack">
      {conditions.length === 0 && <p className="muted">{t('why.every')}</p>}
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
        <fieldset key={index} className="condition">
          <legend className="visually-hidden">{t('condition.number', { number: index + 1 })}</legend>
          <Select
            label={t('condition.field')}
            value={condition.field}
            options={FIELDS.map((value) => ({ value, label: t(`field.${value}`) }))}
            onChange={(field) => change(index, FIRST[field])}
          />
          <Value
            condition={condition}
            problem={problemAt(`rules.conditions.${index}`)}
            onChange={(next) => change(index, next)}
          />
          <button
            type="button"
            className="button"
            aria-label={t('condition.remove-number', { number: index + 1 })}
            onClick={() => onChange(conditions.filter((_, place) => place !== index))}
          >
            {t('condition.remove')}
          </button>
        </fieldset>
      ))}
      <div>
        <button type="button" className="button" onClick={() => onChange([...conditions, FIRST.classifications])}>
          {t('condition.add')}
        </button>
      </div>
    </div>
  )
}

interface ValueProps {
  readonly condition: Condition
  readonly problem: string | undefined
  readonly onChange: (condition: Condition) => void
}

/** The operators and the kind of value that the field has. */
function Value({ condition, problem, onChange }: ValueProps) {
  const services = (useQuery(inventory).data?.services ?? []).map(({ platform_id, name }) => ({
    id: platform_id,
    name,
  }))
  const types = TYPES.map((id) => ({ id, name: typeLabel(id) }))
  const list = useId()
  // While a name is being typed, what is shown is what was typed: a comma at its end, or half a name, means nothing yet.
  const [typed, setTyped] = useState<string>()
  // The browser suggests what fits what stands in the field: beside what a new condition begins with that would be nothing else.
  const isUntouched = typed === undefined && condition === FIRST[condition.field]
  const suggestAll = () => setTyped('')
  switch (condition.field) {
    case 'classifications':
      return (
        <>
          <Operator
            value={condition.operator}
            options={['contains', 'not_contains']}
            onChange={(operator) => onChange({ ...condition, operator })}
          />
          <div>
            <Field
              label={t('condition.type')}
              list={list}
              value={typed ?? condition.value}
              problem={problem}
              placeholder={typed === '' ? valuesOf(condition.value).join(', ') : undefined}
              onFocus={({ target }) => (isUntouched ? suggestAll() : target.select())}
              onBlur={() => setTyped(undefined)}
              onChange={({ target }) => {
                setTyped(target.value)
                onChange({ ...condition, value: typeTyped(target.value, types) })
              }}
            />
            <datalist id={list}>
              {types.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </datalist>
          </div>
        </>
      )
    case 'platform_id':
      return (
        <>
          <Operator
            value={condition.operator === 'ne' ? 'ne' : 'in'}
            options={['in', 'ne']}
            onChange={(operator) =>
              onChange(
                operator === 'in'
                  ? { ...condition, operator, value: [...valuesOf(condition.value)] }
                  : { ...condition, operator, value: valuesOf(condition.value)[0] ?? '' },
              )
            }
          />
          <div>
            <Field
              label={t('condition.services')}
              hint={condition.operator === 'ne' ? undefined : t('condition.commas')}
              list={list}
              value={typed ?? valuesOf(condition.value).join(', ')}
              problem={problem}
              placeholder={typed === '' ? valuesOf(condition.value).join(', ') : undefined}
              onFocus={({ target }) => (isUntouched ? suggestAll() : target.select())}
              onBlur={() => setTyped(undefined)}
              onChange={({ target }) => {
                setTyped(target.value)
                const values = servicesTyped(target.value, services)
                onChange(
                  condition.operator === 'ne'
                    ? { ...condition, value: values[0] ?? '' }
                    : { ...condition, operator: 'in', value: values },
                )
              }}
            />
            <datalist id={list}>
              {services.map(({ id, name }) => (
                <option key={id} value={`${beforeLast(typed ?? '')}${id}`}>
                  {name}
                </option>
              ))}
            </datalist>
          </div>
        </>
      )
    case 'risk_score':
    case 'classification_count': {
      const isRisk = condition.field === 'risk_score'
      return (
        <>
          <Operator
            value={condition.operator}
            options={COMPARISONS}
            onChange={(operator) => onChange({ ...condition, operator })}
          />
          <Field
            label={t(isRisk ? 'condition.risk' : 'condition.count')}
            type="number"
            min={0}
            max={isRisk ? 1 : 1_000_000}
            step={isRisk ? 0.05 : 1}
            value={condition.value}
            problem={problem}
            onChange={({ target }) => onChange({ ...condition, value: Number(target.value) })}
          />
        </>
      )
    }
    case 'source':
      return (
        <>
          <Operator
            value={condition.operator === 'ne' ? 'ne' : 'eq'}
            options={['eq', 'ne']}
            onChange={(operator) => onChange({ ...condition, operator })}
          />
          <Select
            label={t('field.source')}
            value={valuesOf(condition.value)[0] ?? 'proxy'}
            options={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
            onChange={(value) => onChange({ ...condition, value })}
          />
        </>
      )
    case 'direction':
      return (
        <>
          <Operator value="eq" options={['eq']} onChange={() => undefined} />
          <Select
            label={t('field.direction')}
            value={condition.value}
            options={(['outbound', 'inbound'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
            onChange={(value) => onChange({ ...condition, value })}
          />
        </>
      )
    case 'user_id':
      return (
        <>
          <Operator
            value={condition.operator}
            options={['eq', 'ne']}
            onChange={(operator) => onChange({ ...condition, operator })}
          />
          <Field
            label={t('condition.user')}
            value={condition.value}
            problem={problem}
            onChange={({ target }) => onChange({ ...condition, value: target.value.trim() })}
          />
        </>
      )
  }
}

type Operators = 'contains' | 'not_contains' | 'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte'

interface OperatorProps<O extends Operators> {
  readonly value: O
  readonly options: readonly O[]
  readonly onChange: (operator: O) => void
}

function Operator<O extends Operators>({ value, options, onChange }: OperatorProps<O>) {
  return (
    <Select
      label={t('condition.operator')}
      value={value}
      options={options.map((one) => ({ value: one, label: t(`operator.${one}`) }))}
      onChange={onChange}
    />
  )
}
