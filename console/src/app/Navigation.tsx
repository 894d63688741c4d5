import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openAlerts } from '../api/queries.ts'
import { number, t } from '../i18n/language.ts'
import { useSession } from '../session/use-session.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { titleCount } from '../ui/title.ts'
import { groupsFor } from './pages.ts'

/** What a role may not open is absent, not greyed. */
export function Navigation() {
  const session = useSession()
  const isAdmin = session.state === 'in' && session.user.role === 'admin'
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const open = useQuery(openAlerts).data?.total ?? 0
  useEffect(() => titleCount(open), [open])
  return (
    <nav aria-label={t('nav.label')}>
      {groupsFor(isAdmin).map(({ label, entries }) => {
        return (
          <div key={label}>
            <p className="group" id={label}>
              {t(label)}
            </p>
            <ul aria-labelledby={label}>
              {entries.map(({ to, icon, label: name }) => (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={path === to || (to !== '/' && path.startsWith(`${to}/`)) ? 'page' : undefined}
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
