import { type FormEvent, useEffect, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { linkAddress, signInMethods, signInOutcome } from '../../session/session.ts'
import { problemOf } from '../../text/problem.ts'
import { Field } from '../../ui/Field.tsx'
import { remedyOf } from '../../ui/States.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'

/** Links the account with the OpenID provider, where there is one, and says what it is linked with. */
export function SingleSignOn() {
  const [isThere, setThere] = useState(false)
  const [issuer, setIssuer] = useState<string | null>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    void signInMethods().then(({ single_sign_on }) => setThere(single_sign_on))
    take(api.GET('/users/me/identity')).then(
      (answer) => setIssuer(answer.issuer),
      () => undefined,
    )
  }, [])
  if (!isThere || issuer === undefined) return null

  async function link(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    try {
      const proof = { ...(password !== '' && { password }), ...(code !== undefined && code !== '' && { code }) }
      window.location.assign(await linkAddress(proof))
    } catch (error) {
      const failure = failureOf(error)
      if (failure.details.some(({ path }) => path === 'code')) setCode((known) => known ?? '')
      setProblem([400, 403].includes(failure.status) ? problemOf(failure) : remedyOf(failure))
    }
  }
  const outcome = signInOutcome()
  return (
    <form className="card stack" onSubmit={link}>
      <h2>{t('me.single-sign-on')}</h2>
      {outcome !== undefined && outcome !== 'linked' && (
        <p className="banner bad" role="alert">
          {t(`sign-in.refused.${outcome}`)}
        </p>
      )}
      {issuer === null ? (
        <>
          <p className="muted">{t('me.single-sign-on-help')}</p>
          <Field
            label={t('me.current-password')}
            hint={t('me.current-password-hint')}
            type="password"
            autoComplete="current-password"
            value={password}
            problem={problem}
            onChange={({ target }) => setPassword(target.value)}
          />
          {code !== undefined && (
            <Field
              label={t('sign-in.code')}
              hint={t('sign-in.code-hint')}
              autoComplete="one-time-code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
          <div>
            <button type="submit" className="button">
              {t('me.single-sign-on-link')}
            </button>
          </div>
        </>
      ) : (
        <p className="muted">
          {t('me.single-sign-on-linked')} <Untrusted text={issuer} />
        </p>
      )}
    </form>
  )
}
