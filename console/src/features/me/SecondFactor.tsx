import { type FormEvent, useEffect, useState } from 'react'
import { encode } from 'uqr'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { problemOf } from '../../text/problem.ts'
import { Field } from '../../ui/Field.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { remedyOf } from '../../ui/States.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { NewSecondFactor, SecondFactorState } from '../../wire/types.ts'

/** Turns an authenticator app on and off. Nothing of it is kept here longer than the page is open. */
export function SecondFactor({ onTurnedOn }: { readonly onTurnedOn?: () => void }) {
  const [state, setState] = useState<SecondFactorState>()
  const [app, setApp] = useState<NewSecondFactor>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    void current().then(setState)
  }, [])

  async function run(event: FormEvent, work: () => Promise<void>) {
    event.preventDefault()
    setProblem(undefined)
    try {
      await work()
      setTyped('')
      setState(await current())
    } catch (error) {
      const failure = failureOf(error)
      const isTold = failure.status === 400 || failure.status === 403 || failure.status === 409
      setProblem(failure.status === 401 ? t('sign-in.wrong-code') : isTold ? problemOf(failure) : remedyOf(failure))
    }
  }
  const begin = async () => setApp(await take(api.POST('/users/me/second-factor', { body: { password: typed } })))
  const confirm = async () => {
    const { recovery_codes } = await take(api.POST('/users/me/second-factor/confirm', { body: { code: typed } }))
    setApp(undefined)
    setRecovery(recovery_codes)
    onTurnedOn?.()
  }
  const remove = async () => {
    await take(api.POST('/users/me/second-factor/remove', { body: { code: typed } }))
    setRecovery(undefined)
  }
  if (state === undefined) return null
  const isOn = state.enabled
  const work = isOn ? remove : app === undefined ? begin : confirm
  return (
    <form className="card stack" onSubmit={(event) => run(event, work)}>
      <h2>{t('me.second-factor')}</h2>
      <p className="muted">
        {isOn ? t('me.second-factor-on', { count: state.recovery_codes_left }) : t('me.second-factor-help')}
      </p>
      {recovery !== undefined && (
        <Secret title={t('me.recovery')} secret={recovery.join(' ')} onClose={() => setRecovery(undefined)} />
      )}
      {app !== undefined && (
        <>
          <p>{t('me.second-factor-scan')}</p>
          <Code text={app.uri} />
          <p>
            {t('me.second-factor-secret')} <code>{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </>
      )}
      {isOn || app !== undefined ? (
        <Field
          label={t('sign-in.code')}
          hint={isOn ? t('sign-in.code-hint') : undefined}
          autoComplete="one-time-code"
          required
          // The next step after the password; where an app is set up already, nobody came only for this.
          autoFocus={!isOn}
          value={typed}
          problem={problem}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : (
        <Field
          label={t('sign-in.password')}
          type="password"
          autoComplete="current-password"
          required
          autoFocus={onTurnedOn !== undefined}
          value={typed}
          problem={problem}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div>
        <button type="submit" className="button">
          {isOn
            ? t('me.second-factor-remove')
            : app === undefined
              ? t('me.second-factor-begin')
              : t('me.second-factor-confirm')}
        </button>
      </div>
    </form>
  )
}

/** Undefined where the server does not say: then nothing is offered. */
function current(): Promise<SecondFactorState | undefined> {
  return take(api.GET('/users/me/second-factor')).catch(() => undefined)
}

/** A QR code that an app photographs; the text beside it says the same. */
function Code({ text }: { readonly text: string }) {
  const { data, size } = encode(text)
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('me.second-factor-picture')}>
      <rect width={size} height={size} fill="white" />
      <path d={dark} fill="black" />
    </svg>
  )
}
