import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { problemIn, problemOf } from '../../text/problem.ts'
import { Field } from '../../ui/Field.tsx'
import { remedyOf } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type ApiFailure, failureOf } from '../../wire/failure.ts'

/** Where one is about to be proved: the API says what it needs besides. */
const REFUSED = [400, 403, 409]

/** A new password, with the one before it, and a code where there is a second factor. */
export function Password() {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const [failure, setFailure] = useState<ApiFailure>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    const proof = {
      ...(current !== '' && { current_password: current }),
      ...(code !== undefined && code !== '' && { code }),
    }
    try {
      await take(api.PUT('/users/me', { body: { password, ...proof } }))
      setCurrent('')
      setPassword('')
      setCode(undefined)
      toast(t('me.password-saved'))
    } catch (error) {
      const refused = failureOf(error)
      if (refused.details.some(({ path }) => path === 'code')) setCode((known) => known ?? '')
      setFailure(refused)
    }
  }
  const problemAt = (name: string) => problemIn(failure?.details.find(({ path }) => path === name))
  const general = () => {
    if (failure === undefined || failure.details.length > 0) return undefined
    return REFUSED.includes(failure.status) ? problemOf(failure) : remedyOf(failure)
  }
  return (
    <form className="card stack" onSubmit={submit}>
      <h2>{t('sign-in.password')}</h2>
      <Field
        label={t('me.password-now')}
        hint={t('me.change-password-hint')}
        type="password"
        autoComplete="current-password"
        value={current}
        problem={problemAt('current_password') ?? general()}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <Field
        label={t('me.new-password')}
        hint={`${t('me.password-rules')} ${t('me.password-ends')}`}
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        value={password}
        problem={problemAt('password')}
        onChange={({ target }) => setPassword(target.value)}
      />
      {code !== undefined && (
        <Field
          label={t('sign-in.code')}
          hint={t('sign-in.code-hint')}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          problem={problemAt('code')}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <div>
        <button type="submit" className="button primary">
          {t('me.change-password')}
        </button>
      </div>
    </form>
  )
}
