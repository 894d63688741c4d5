import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AI_SERVICES } from '../../../../core/catalogue/ai-services.ts'
import { api, take } from '../../api/client.ts'
import { allUsers, inventory, policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { typeLabel } from '../../text/names.ts'
import { TYPES } from '../../text/types.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Select, TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { EMPTY, type ExceptionDraft, isComplete, toException } from './draft.ts'

/** The API allows 90 days, to the second. */
const DAYS = ['1', '7', '30', '89'] as const

/** Asks what a policy is not to hold for, why, who answers for it and until when. */
export function NewException({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const known = useQuery(policies).data ?? []
  const users = useQuery(allUsers).data ?? []
  const services = useServices()
  const types = useTypes()
  const [draft, setDraft] = useState<ExceptionDraft>(EMPTY)
  const change = (changes: Partial<ExceptionDraft>) => setDraft({ ...draft, ...changes })
  async function run() {
    await take(api.POST('/exceptions', { body: toException(draft, Date.now()) }))
    void queries.invalidateQueries({ queryKey: ['exceptions'] })
    toast(t('exceptions.saved'))
  }
  return (
    <Dialog
      title={t('exceptions.new')}
      onClose={onClose}
      action={{ label: t('exceptions.save'), disabled: !isComplete(draft), run }}
    >
      <p className="muted small">{t('exceptions.new-help')}</p>
      <Select
        label={t('exceptions.policy')}
        value={draft.policyId}
        options={[
          { value: '', label: t('exceptions.all-policies') },
          ...known.map(({ id, name }) => ({ value: id, label: name.slice(0, 80) })),
        ]}
        onChange={(policyId) => change({ policyId })}
      />
      <Choices
        legend={t('column.types')}
        options={types}
        chosen={draft.types}
        onChange={(types) => change({ types })}
      />
      <TextField
        label={t('exceptions.exact-values')}
        hint={t('exceptions.exact-values-help')}
        rows={3}
        value={draft.values}
        onChange={({ target }) => change({ values: target.value })}
      />
      <Choices
        legend={t('nav.services')}
        options={services}
        chosen={draft.platformIds}
        onChange={(platformIds) => change({ platformIds })}
      />
      <Choices
        legend={t('nav.users')}
        hint={t('switches.users-help')}
        options={users.map(({ id, email }) => ({ value: id, label: email }))}
        chosen={draft.userIds}
        onChange={(userIds) => change({ userIds })}
      />
      <Field
        label={t('exceptions.reason')}
        hint={t('switches.reason-help')}
        required
        maxLength={500}
        value={draft.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <Field
        label={t('exceptions.owner')}
        hint={t('exceptions.owner-help')}
        required
        maxLength={254}
        value={draft.owner}
        onChange={({ target }) => change({ owner: target.value })}
      />
      <Select
        label={t('switches.how-long')}
        value={String(draft.days)}
        options={DAYS.map((value) => ({ value, label: t('exceptions.days', { count: Number(value) }) }))}
        onChange={(value) => change({ days: Number(value) })}
      />
    </Dialog>
  )
}

/** Of the built-in detectors and of the company's own. */
function useTypes(): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useQuery({
    queryKey: ['detectors', 'types'],
    queryFn: () => take(api.GET('/detectors', { params: { query: { limit: 500 } } })),
  })
  const own = (data?.detectors ?? []).flatMap((one) =>
    'type' in one && typeof one.type === 'string' ? [one.type] : [],
  )
  return [...new Set([...TYPES, ...own])].map((type) => ({ value: type, label: typeLabel(type) }))
}

/** Those of the catalogue, and what else was in use. */
function useServices(): readonly { readonly value: string; readonly label: string }[] {
  const used = useQuery(inventory).data?.services ?? []
  const listed = new Set<string>(AI_SERVICES.map(({ id }) => id))
  return [
    ...AI_SERVICES.map(({ id, name }) => ({ value: id, label: name })),
    ...used
      .filter(({ platform_id }) => !listed.has(platform_id))
      .map(({ platform_id, name }) => ({ value: platform_id, label: name })),
  ].sort((a, b) => a.label.localeCompare(b.label))
}

interface ChoicesProps {
  readonly legend: string
  readonly hint?: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Closed at first: most exceptions are about one or two of these. */
function Choices({ legend, hint, options, chosen, onChange }: ChoicesProps) {
  return (
    <details>
      <summary>{t('exceptions.choices', { what: legend, count: chosen.length })}</summary>
      <fieldset className="stack-small choices">
        <legend className="visually-hidden">{legend}</legend>
        {hint !== undefined && <span className="muted small">{hint}</span>}
        {options.map(({ value, label }) => (
          <label key={value} className="row small">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            <Untrusted text={label} max={60} />
          </label>
        ))}
      </fieldset>
    </details>
  )
}
