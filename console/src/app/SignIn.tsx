import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/language.ts'
import {
  endedIdle,
  signIn,
  signInByLink,
  signInMethods,
  signInOutcome,
  singleSignOnAddress,
} from '../session/session.ts'
import { problemOf } from '../text/problem.ts'
import { Field } from '../ui/Field.tsx'
import { LanguageChoice } from '../ui/LanguageChoice.tsx'
import { Mark } from '../ui/Mark.tsx'
import { remedyOf } from '../ui/States.tsx'
import { titleCount, titlePage } from '../ui/title.ts'
import { failureOf } from '../wire/failure.ts'
import type { SignInMethods } from '../wire/types.ts'
import { Invited } from './Invited.tsx'

const SECOND_MS = 1000

/** Shown in place of whichever page was asked for, which is there once somebody has signed in. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tenant, setTenant] = useState<string>()
  const [code, setCode] = useState<string>()
  const [isShown, show] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(refusal)
  const [methods, setMethods] = useState<SignInMethods>()
  const [wait, setWait] = useState(0)
  const [idle] = useState(endedIdle)
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    titleCount(0)
    titlePage(t('sign-in.title'))
    void signInMethods().then(setMethods)
    const secret = takeLink()
    if (secret !== undefined)
      signInByLink(secret).catch((error: unknown) => {
        const failure = failureOf(error)
        setProblem(failure.status === 401 ? t('sign-in.link-used') : remedyOf(failure))
      })
  }, [])
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), SECOND_MS)
    return () => clearTimeout(timer)
  }, [wait])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await signIn({
        email,
        password,
        ...(tenant !== undefined && tenant !== '' && { tenant_id: tenant.trim() }),
        ...(code !== undefined && code !== '' && { code }),
      })
    } catch (error) {
      const failure = failureOf(error)
      if (failure.details.some(({ path }) => path === 'tenant_id')) setTenant((known) => known ?? '')
      // What was typed unseen is typed again.
      if (failure.status === 401) (code === undefined ? passwordField : codeField).current?.select()
      const isCodeAsked = failure.details.some(({ path }) => path === 'code')
      if (isCodeAsked) setCode((known) => known ?? '')
      if (failure.status === 429) setWait(failure.retryAfter ?? 1)
      setProblem(
        isCodeAsked
          ? t('sign-in.code-asked')
          : failure.status === 401
            ? t(code === undefined ? 'sign-in.wrong' : 'sign-in.wrong-code')
            : failure.status === 400
              ? problemOf(failure)
              : remedyOf(failure),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="door">
      <div className="stack">
        <div className="brand">
          <Mark />
          Weir
        </div>
        <form className="card stack" onSubmit={submit}>
          <h1>{t('sign-in.title')}</h1>
          {idle !== undefined && problem === undefined && (
            <p className="banner" role="status">
              {t('sign-in.idle', { minutes: idle })}
            </p>
          )}
          {problem !== undefined && (
            <p className="banner bad" role="alert">
              {wait > 0 ? t('sign-in.wait', { seconds: wait }) : problem}
            </p>
          )}
          {methods?.single_sign_on === true && (
            <a
              ref={methods.password ? undefined : focusOn}
              className={methods.password ? 'button' : 'button primary'}
              href={singleSignOnAddress()}
            >
              {t('sign-in.company')}
            </a>
          )}
          {methods?.password !== false && (
            <>
              {methods?.single_sign_on === true && <p className="small muted">{t('sign-in.or')}</p>}
              <Field
                label={t('sign-in.email')}
                type="email"
                // Whoever is asked to sign in came for nothing else.
                autoFocus
                name="email"
                autoComplete="username"
                required
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
              <Field
                label={t('sign-in.password')}
                ref={passwordField}
                type={isShown ? 'text' : 'password'}
                name="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
              <label className="row small">
                <input type="checkbox" checked={isShown} onChange={({ target }) => show(target.checked)} />
                {t('sign-in.show')}
              </label>
              {tenant !== undefined && (
                <Field
                  label={t('sign-in.tenant')}
                  hint={t('sign-in.tenant-hint')}
                  autoFocus
                  value={tenant}
                  onChange={({ target }) => setTenant(target.value)}
                />
              )}
              {code !== undefined && (
                <Field
                  label={t('sign-in.code')}
                  hint={t('sign-in.code-hint')}
                  name="code"
                  ref={codeField}
                  autoComplete="one-time-code"
                  required
                  // It came because the password was right: nothing else is left to type.
                  autoFocus
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                />
              )}
              <button type="submit" className="button primary" disabled={isBusy || wait > 0}>
                {t('sign-in.submit')}
              </button>
              <details className="small muted">
                <summary>{t('sign-in.forgot')}</summary>
                <p>
                  {t('sign-in.forgot-help')} <code>npm run admin -- user reset-password</code>
                </p>
              </details>
            </>
          )}
        </form>
        {methods?.password !== false && <Invited />}
        <LanguageChoice />
      </div>
    </main>
  )
}

/** Links have no `autoFocus`. */
function focusOn(element: HTMLElement | null): void {
  element?.focus()
}

function refusal(): string | undefined {
  const outcome = signInOutcome()
  return outcome === undefined || outcome === 'linked' ? undefined : t(`sign-in.refused.${outcome}`)
}

/** The token of a sign-in link, out of the address before anything else can keep it. */
function takeLink(): string | undefined {
  const secret = /^#sign-in=(.+)$/.exec(window.location.hash)?.[1]
  if (secret !== undefined) window.history.replaceState(null, '', window.location.pathname)
  return secret
}
