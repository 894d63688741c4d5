import type { MessageId } from '../i18n/language.ts'
import type { IconName } from '../ui/Icon.tsx'

export type Page =
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

export interface Entry {
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

/** The pages that a role may open, in the groups of the menu. */
export function groupsFor(isAdmin: boolean): { readonly label: MessageId; readonly entries: readonly Entry[] }[] {
  return GROUPS.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ isForAdmins }) => isAdmin || isForAdmins !== true),
  })).filter(({ entries }) => entries.length > 0)
}
