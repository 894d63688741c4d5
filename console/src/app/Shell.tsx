import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../i18n/language.ts'
import { useLive } from '../live/connection.ts'
import { signOut, useSession } from '../session/session.ts'
import { LanguageChoice } from '../ui/LanguageChoice.tsx'
import { Mark } from '../ui/Mark.tsx'
import { ThemeChoice } from '../ui/ThemeChoice.tsx'
import { Untrusted } from '../ui/Untrusted.tsx'
import { Navigation } from './Navigation.tsx'
import { useKeys } from './use-keys.ts'

export function Shell() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const before = useRef(path)
  useKeys(useNavigate())
  useEffect(() => {
    // The page that was opened first keeps the focus where the browser puts it.
    if (before.current !== path) main.current?.focus()
    before.current = path
  }, [path])
  return (
    <div className="shell">
      <a className="button skip" href="#main">
        {t('shell.skip')}
      </a>
      <header className="side">
        <Link to="/" className="brand">
          <Mark />
          Weir
        </Link>
        <Navigation />
      </header>
      <div className="topbar">
        <span style={{ flex: 1 }} />
        <LiveSign />
        <Account />
      </div>
      <main className="page" id="main" ref={main} tabIndex={-1} key={path}>
        <Outlet />
      </main>
    </div>
  )
}

function LiveSign() {
  const isOn = useLive()
  return (
    <span className={isOn ? 'live on' : 'live'} role="status">
      {isOn ? t('live.on') : t('live.off')}
    </span>
  )
}

function Account() {
  const session = useSession()
  if (session.state !== 'in') return null
  const { display_name, email, role } = session.user
  return (
    <details className="menu">
      <summary>
        <Untrusted text={display_name === '' ? email : display_name} max={40} />
      </summary>
      <div>
        <p className="small muted">
          <Untrusted text={email} /> · {t(`role.${role}`)}
        </p>
        <Link to="/me">{t('nav.me')}</Link>
        <a href="/docs">{t('shell.docs')}</a>
        <ThemeChoice />
        <LanguageChoice />
        <button type="button" className="button" onClick={() => void signOut()}>
          {t('shell.sign-out')}
        </button>
      </div>
    </details>
  )
}
