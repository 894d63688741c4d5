import { useState } from 'react'
import { t } from '../i18n/language.ts'
import { Dialog } from './Dialog.tsx'
import { toast } from './toasts.tsx'

interface Props {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
}

/** A secret that is seen this once, of something that has been made already: leaving it cancels nothing. */
export function Secret({ title, secret, onClose }: Props) {
  const [isStored, setStored] = useState(false)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      leave={t('secret.leave')}
      action={{ label: t('secret.done'), disabled: !isStored, run: async () => undefined }}
    >
      <p>{t('secret.once')}</p>
      <p>
        <code>{secret}</code>
      </p>
      <button
        type="button"
        className="button"
        onClick={() => void navigator.clipboard.writeText(secret).then(() => toast(t('secret.copied')))}
      >
        {t('secret.copy')}
      </button>
      <label className="row">
        <input type="checkbox" checked={isStored} onChange={({ target }) => setStored(target.checked)} />
        {t('secret.stored')}
      </label>
    </Dialog>
  )
}
