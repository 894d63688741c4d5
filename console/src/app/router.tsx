import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { DashboardPage } from '../features/dashboard/Page.tsx'
import { INTERACTION_FILTERS } from '../url/interaction-filters.ts'
import { parseSearch, searchOf, stringifySearch } from '../url/search.ts'
import { ErrorPage, GonePage } from './ErrorPage.tsx'
import { part } from './part.ts'
import { Shell } from './Shell.tsx'

const PERIODS = ['24h', '7d', '30d', '90d'] as const
const root = createRootRoute({ component: Shell, notFoundComponent: GonePage })
const under = { getParentRoute: () => root }

const dashboard = createRoute({
  ...under,
  path: '/',
  validateSearch: searchOf(['period'], { period: PERIODS }),
  component: DashboardPage,
})
const interactions = createRoute({
  ...under,
  path: '/interactions',
  validateSearch: searchOf(['period', 'page', ...INTERACTION_FILTERS], {
    period: PERIODS,
    enforced_action: ['block', 'coach', 'log', 'allow'],
    inspection: ['full', 'partial', 'none'],
  }),
  component: part(() => import('../features/interactions/ListPage.tsx'), 'InteractionsPage'),
})
const interaction = createRoute({
  ...under,
  path: '/interactions/$id',
  component: part(() => import('../features/interactions/DetailPage.tsx'), 'InteractionPage'),
})
const find = createRoute({
  ...under,
  path: '/find',
  validateSearch: searchOf(['hash', 'reference']),
  component: part(() => import('../features/find/Page.tsx'), 'FindPage'),
})
const alerts = createRoute({
  ...under,
  path: '/alerts',
  validateSearch: searchOf(['status', 'severity', 'type', 'platform_id', 'policy_id', 'user_id', 'sort', 'page'], {
    status: ['open', 'resolved'],
    severity: ['low', 'medium', 'high', 'critical'],
  }),
  component: part(() => import('../features/alerts/ListPage.tsx'), 'AlertsPage'),
})
const alert = createRoute({
  ...under,
  path: '/alerts/$id',
  component: part(() => import('../features/alerts/DetailPage.tsx'), 'AlertPage'),
})
const policies = createRoute({
  ...under,
  path: '/policies',
  component: part(() => import('../features/policies/ListPage.tsx'), 'PoliciesPage'),
})
const newPolicy = createRoute({
  ...under,
  path: '/policies/new',
  validateSearch: searchOf(['template', 'platform_id', 'type']),
  component: part(() => import('../features/policies/NewPage.tsx'), 'NewPolicyPage'),
})
const policy = createRoute({
  ...under,
  path: '/policies/$id',
  validateSearch: searchOf(['tab'], { tab: ['history'] }),
  component: part(() => import('../features/policies/EditPage.tsx'), 'PolicyPage'),
})
const exceptions = createRoute({
  ...under,
  path: '/exceptions',
  component: part(() => import('../features/exceptions/ListPage.tsx'), 'ExceptionsPage'),
})
const detectors = createRoute({
  ...under,
  path: '/detectors',
  component: part(() => import('../features/detectors/ListPage.tsx'), 'DetectorsPage'),
})
const newDetector = createRoute({
  ...under,
  path: '/detectors/new',
  component: part(() => import('../features/detectors/EditPage.tsx'), 'NewDetectorPage'),
})
const detector = createRoute({
  ...under,
  path: '/detectors/$id',
  component: part(() => import('../features/detectors/EditPage.tsx'), 'DetectorPage'),
})
const playground = createRoute({
  ...under,
  path: '/playground',
  component: part(() => import('../features/playground/Page.tsx'), 'PlaygroundPage'),
})
const services = createRoute({
  ...under,
  path: '/services',
  component: part(() => import('../features/services/Page.tsx'), 'ServicesPage'),
})
const service = createRoute({
  ...under,
  path: '/services/$id',
  component: part(() => import('../features/services/DetailPage.tsx'), 'ServicePage'),
})
const proxies = createRoute({
  ...under,
  path: '/proxies',
  component: part(() => import('../features/proxies/Page.tsx'), 'ProxiesPage'),
})
const webhooks = createRoute({
  ...under,
  path: '/webhooks',
  component: part(() => import('../features/webhooks/ListPage.tsx'), 'WebhooksPage'),
})
const newWebhook = createRoute({
  ...under,
  path: '/webhooks/new',
  component: part(() => import('../features/webhooks/DetailPage.tsx'), 'NewWebhookPage'),
})
const webhook = createRoute({
  ...under,
  path: '/webhooks/$id',
  component: part(() => import('../features/webhooks/DetailPage.tsx'), 'WebhookPage'),
})
const users = createRoute({
  ...under,
  path: '/users',
  component: part(() => import('../features/users/Page.tsx'), 'UsersPage'),
})
const user = createRoute({
  ...under,
  path: '/users/$id',
  component: part(() => import('../features/users/DetailPage.tsx'), 'UserPage'),
})
const auditLog = createRoute({
  ...under,
  path: '/audit-log',
  validateSearch: searchOf(['action', 'actor_id', 'target_type', 'target_id', 'start_date', 'end_date', 'page']),
  component: part(() => import('../features/audit-log/Page.tsx'), 'AuditLogPage'),
})
const settings = createRoute({
  ...under,
  path: '/settings',
  component: part(() => import('../features/settings/Page.tsx'), 'SettingsPage'),
})
const setup = createRoute({
  ...under,
  path: '/setup',
  component: part(() => import('../features/setup/Page.tsx'), 'SetupPage'),
})
const me = createRoute({
  ...under,
  path: '/me',
  component: part(() => import('../features/me/Page.tsx'), 'MePage'),
})
// Links to it are in bookmarks: whoever is signed in already is at the dashboard.
const signIn = createRoute({
  ...under,
  path: '/sign-in',
  component: DashboardPage,
})

const PAGES = [
  ...[dashboard, interactions, interaction, find, alerts, alert],
  ...[policies, newPolicy, policy, exceptions, detectors, newDetector, detector, playground],
  ...[services, service, proxies, webhooks, newWebhook, webhook, users, user, auditLog, settings, setup, me, signIn],
] as const

export const router = createRouter({
  routeTree: root.addChildren(PAGES),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
