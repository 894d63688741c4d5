import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openAlerts } from '../api/queries.ts'
import { type MessageId, number, t } from '../i18n/language.ts'
import { useSession } from '../session/session.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { titleCount } from '../ui/title.ts'

type Page =
  | '/'
  | '/alerts'
  | '/interactions'
  | '/find'
  | '/policies'
  | '/exceptions'
  | '/detectors'
  | '/playground'
  | '/services'
  | '/proxies'
  | '/webhooks'
  | '/users'
  | '/audit-log'
  | '/settings'
  | '/setup'

interface Entry {
  readonly to: Page
  readonly icon: IconName
  readonly label: MessageId
  readonly isForAdmins?: true
}

const GROUPS: readonly { readonly label: MessageId; readonly entries: readonly Entry[] }[] = [
  {
    label: 'nav.watch',
    entries: [
      { to: '/', icon: 'dashboard', label: 'nav.dashboard' },
      { to: '/alerts', icon: 'alerts', label: 'nav.alerts' },
      { to: '/interactions', icon: 'interactions', label: 'nav.interactions' },
      { to: '/find', icon: 'find', label: 'nav.find' },
    ],
  },
  {
    label: 'nav.rules',
    entries: [
      { to: '/policies', icon: 'policies', label: 'nav.policies' },
      { to: '/exceptions', icon: 'exceptions', label: 'nav.exceptions', isForAdmins: true },
      { to: '/detectors', icon: 'detectors', label: 'nav.detectors', isForAdmins: true },
      { to: '/playground', icon: 'playground', label: 'nav.playground', isForAdmins: true },
    ],
  },
  {
    label: 'nav.estate',
    entries: [
      { to: '/services', icon: 'services', label: 'nav.services' },
      { to: '/proxies', icon: 'proxies', label: 'nav.proxies', isForAdmins: true },
      { to: '/webhooks', icon: 'webhooks', label: 'nav.webhooks', isForAdmins: true },
    ],
  },
  {
    label: 'nav.govern',
    entries: [
      { to: '/users', icon: 'users', label: 'nav.users', isForAdmins: true },
      { to: '/audit-log', icon: 'audit', label: 'nav.audit-log', isForAdmins: true },
      { to: '/settings', icon: 'settings', label: 'nav.settings', isForAdmins: true },
      { to: '/setup', icon: 'setup', label: 'nav.setup', isForAdmins: true },
    ],
  },
]

/** What a role may not open is absent, not greyed. */
export function Navigation() {
  const session = useSession()
  const isAdmin = session.state === 'in' && session.user.role === 'admin'
  const open = useQuery(openAlerts).data?.total ?? 0
  useEffect(() => titleCount(open), [open])
  return (
    <nav aria-label={t('nav.label')}>
      {GROUPS.map(({ label, entries }) => {
        const shown = entries.filter(({ isForAdmins }) => isAdmin || isForAdmins !== true)
        if (shown.length === 0) return null
        return (
          <div key={label}>
            <p className="group" id={label}>
              {t(label)}
            </p>
            <ul aria-labelledby={label}>
              {shown.map(({ to, icon, label: name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    activeProps={{ 'aria-current': 'page' }}
                  >
                    <Icon name={icon} />
                    {t(name)}
                    {to === '/alerts' && open > 0 && (
                      <span className="count">
                        {number(open)}
                        <span className="visually-hidden"> {t('nav.open')}</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
