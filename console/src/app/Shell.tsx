import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/language.ts'
import { pauseOrResume, useLiveState } from '../live/connection.ts'
import { signOut } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { LanguageChoice } from '../ui/LanguageChoice.tsx'
import { Link } from '../ui/Link.tsx'
import { Mark } from '../ui/Mark.tsx'
import { remedyOf } from '../ui/States.tsx'
import { ThemeChoice } from '../ui/ThemeChoice.tsx'
import { toast } from '../ui/toasts.tsx'
import { Untrusted } from '../ui/Untrusted.tsx'
import { failureOf } from '../wire/failure.ts'
import { Navigation } from './Navigation.tsx'
import { useIdle } from './use-idle.ts'
import { useKeys } from './use-keys.ts'

const loadPalette = () => import('./palette/Palette.tsx')
const Palette = lazy(() => loadPalette().then(({ Palette: component }) => ({ default: component })))

export function Shell() {
  const main = useRef<HTMLElement>(null)
  // Of the page that is shown: the address changes before its page has come, and the old one would be made anew.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' })
  const before = useRef(path)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  // What could not be loaded may not replace the page.
  const openPalette = useCallback(
    () =>
      void loadPalette().then(
        () => setPaletteOpen(true),
        (error: unknown) => toast(remedyOf(failureOf(error))),
      ),
    [],
  )
  const [isMenuOpen, setMenuOpen] = useState(false)
  useKeys(useNavigate())
  useIdle()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      // A question that is open is answered first.
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [openPalette])
  useEffect(() => {
    // The page that was opened first keeps the focus where the browser puts it.
    if (before.current !== path) {
      main.current?.focus()
      setMenuOpen(false)
    }
    before.current = path
  }, [path])
  return (
    <div className="shell">
      <a className="button skip" href="#main">
        {t('shell.skip')}
      </a>
      <header className={isMenuOpen ? 'side open' : 'side'}>
        <Link to="/" className="brand">
          <Mark />
          Weir
        </Link>
        <button
          type="button"
          className="button menu-button"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {t('nav.menu')}
        </button>
        <Navigation />
      </header>
      <div className="topbar">
        <button
          type="button"
          className="button quiet search"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
        >
          {t('palette.open')} <kbd>Ctrl K</kbd>
        </button>
        <span style={{ flex: 1 }} />
        <LiveSign />
        <Account />
      </div>
      <main className="page" id="main" ref={main} tabIndex={-1} key={path}>
        <Outlet />
      </main>
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function LiveSign() {
  const state = useLiveState()
  return (
    <>
      <span className={state === 'on' ? 'live on' : 'live'} role="status">
        {t(`live.${state}`)}
      </span>
      {state !== 'off' && (
        <button type="button" className="button quiet" aria-keyshortcuts="p" onClick={pauseOrResume}>
          {t(state === 'paused' ? 'live.resume' : 'live.pause')}
        </button>
      )}
    </>
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
