import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AI_SERVICES } from '../../../../core/catalogue/ai-services.ts'
import { api, take } from '../../api/client.ts'
import { allUsers, inventory } from '../../api/queries.ts'
import { type MessageId, t } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Select, TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { isComplete, type SwitchDraft, type SwitchKind, toSwitch } from './switch-draft.ts'

const HOURS: Readonly<Record<SwitchKind, readonly (readonly [hours: string, label: MessageId])[]>> = {
  // The API allows a day at most.
  pass_through: [
    ['1', 'switches.hour'],
    ['4', 'switches.hours-4'],
    ['12', 'switches.hours-12'],
    ['23.9', 'switches.day'],
  ],
  intercept_only_for: [
    ['0', 'switches.no-end'],
    ['24', 'switches.day'],
    ['168', 'switches.week'],
    ['720', 'switches.month'],
  ],
}

interface Props {
  readonly kind: SwitchKind
  /** Chosen beforehand. */
  readonly platformId: string | undefined
  readonly onClose: () => void
}

/** Asks for service, reason and end, says what it will mean, and decides it for all proxies. */
export function NewSwitch({ kind, platformId, onClose }: Props) {
  const queries = useQueryClient()
  const services = useServices()
  const [draft, setDraft] = useState<SwitchDraft>({
    ...{ kind, platformId: platformId ?? '', reason: '', userIds: [], addresses: '' },
    hours: Number(HOURS[kind][0]?.[0]),
  })
  const [isSure, setSure] = useState(false)
  const change = (changes: Partial<SwitchDraft>) => setDraft({ ...draft, ...changes })
  async function run() {
    await take(api.POST('/service-switches', { body: toSwitch(draft, Date.now()) }))
    void queries.invalidateQueries({ queryKey: ['service-switches'] })
    void queries.invalidateQueries({ queryKey: ['alerts'] })
    toast(t('switches.saved'))
  }
  const name = services.find(({ value }) => value === draft.platformId)?.label ?? draft.platformId
  return (
    <Dialog
      title={t(kind === 'pass_through' ? 'switches.new-pass' : 'switches.new-only')}
      onClose={onClose}
      action={{
        label: t(kind === 'pass_through' ? 'switches.pass' : 'switches.only'),
        danger: kind === 'pass_through',
        disabled: !isSure || !isComplete(draft),
        run,
      }}
    >
      {platformId === undefined && (
        <Select
          label={t('column.service')}
          value={draft.platformId}
          options={[{ value: '', label: t('switches.choose') }, ...services]}
          onChange={(value) => change({ platformId: value })}
        />
      )}
      {kind === 'intercept_only_for' && <Clients draft={draft} change={change} />}
      <Field
        label={t('switches.reason')}
        hint={t(kind === 'pass_through' ? 'switches.reason-alert' : 'switches.reason-help')}
        required
        maxLength={500}
        value={draft.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <Select
        label={t('switches.how-long')}
        value={String(draft.hours)}
        options={HOURS[kind].map(([value, label]) => ({ value, label: t(label) }))}
        onChange={(value) => change({ hours: Number(value) })}
      />
      <label className="row">
        <input type="checkbox" checked={isSure} onChange={({ target }) => setSure(target.checked)} />
        <span className="grow">
          <Untrusted
            text={t(kind === 'pass_through' ? 'switches.sure-pass' : 'switches.sure-only', {
              service: name,
              has: name === '' ? 'no' : 'yes',
            })}
          />
        </span>
      </label>
    </Dialog>
  )
}

/** Those of the catalogue, and hosts of one's own that were in use. */
function useServices(): readonly { readonly value: string; readonly label: string }[] {
  const used = useQuery(inventory).data?.services ?? []
  const own = used.filter(({ platform_id }) => platform_id.startsWith('host:'))
  return [
    ...AI_SERVICES.map(({ id, name }) => ({ value: id, label: name })),
    ...own.map(({ platform_id, name }) => ({ value: platform_id, label: name })),
  ].sort((a, b) => a.label.localeCompare(b.label))
}

interface ClientsProps {
  readonly draft: SwitchDraft
  readonly change: (changes: Partial<SwitchDraft>) => void
}

function Clients({ draft, change }: ClientsProps) {
  const users = useQuery(allUsers).data ?? []
  return (
    <>
      <TextField
        label={t('switches.addresses')}
        hint={t('switches.addresses-help')}
        rows={3}
        value={draft.addresses}
        onChange={({ target }) => change({ addresses: target.value })}
      />
      <fieldset className="stack-small choices">
        <legend className="small">{t('switches.users')}</legend>
        <span className="muted small">{t('switches.users-help')}</span>
        {users.map(({ id, email }) => (
          <label key={id} className="row small">
            <input
              type="checkbox"
              checked={draft.userIds.includes(id)}
              onChange={({ target }) =>
                change({
                  userIds: target.checked ? [...draft.userIds, id] : draft.userIds.filter((one) => one !== id),
                })
              }
            />
            <Untrusted text={email} max={60} />
          </label>
        ))}
      </fieldset>
    </>
  )
}
