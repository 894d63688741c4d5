import { type FormEvent, useState } from 'react'
import { t } from '../i18n/language.ts'
import { invitationIn } from '../text/invitation.ts'
import { Field } from '../ui/Field.tsx'

/** For those who were invited and came here without the link of their mail. */
export function Invited() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('sign-in.invited')}</summary>
      {isOpen && <Invitation />}
    </details>
  )
}

function Invitation() {
  const [link, setLink] = useState('')
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    const token = invitationIn(link)
    if (token === undefined) setWrong(true)
    else location.assign(`/accept-invitation#token=${token}`)
  }
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label={t('sign-in.invitation')}
        hint={t('sign-in.invitation-help')}
        required
        autoComplete="off"
        value={link}
        problem={isWrong ? t('sign-in.no-invitation') : undefined}
        onChange={({ target }) => {
          setLink(target.value)
          setWrong(false)
        }}
      />
      <div>
        <button type="submit" className="button">
          {t('sign-in.accept')}
        </button>
      </div>
    </form>
  )
}
