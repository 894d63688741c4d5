import { useState } from 'react'
import { t } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { RESOLUTIONS, type Resolution, type Verdict } from './query.ts'

const NOTE_MAX = 1000

interface Props {
  readonly count: number
  /** They are resolved already, and only the reason changes. */
  readonly isResolved?: boolean
  readonly onClose: () => void
  readonly onResolve: (verdict: Verdict) => Promise<unknown>
}

/** Why alerts are resolved: what came of them, and a line for colleagues. */
export function ReasonDialog({ count, isResolved = false, onClose, onResolve }: Props) {
  const [resolution, setResolution] = useState<Resolution>('confirmed')
  const [note, setNote] = useState('')
  const run = () => {
    const said = note.trim()
    return onResolve({ resolution, ...(said !== '' && { note: said }) })
  }
  return (
    <Dialog
      title={t('alerts.reason-title', { count })}
      onClose={onClose}
      action={{ label: t(isResolved ? 'alerts.reason-save' : 'alerts.resolve'), run }}
    >
      <Select
        label={t('alerts.resolution')}
        value={resolution}
        options={RESOLUTIONS.map((value) => ({ value, label: t(`resolution.${value}`) }))}
        onChange={setResolution}
      />
      <TextField
        label={t('alerts.note')}
        hint={t('alerts.note-help')}
        value={note}
        rows={3}
        maxLength={NOTE_MAX}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  )
}
