import type { TestApi } from '../support/api.ts'

/** Elements that only data could have made. */
export const FOREIGN_ELEMENTS = `[...document.querySelectorAll('main img, main script, main iframe, main [onerror]')].map(({ outerHTML }) => outerHTML)`
/** What makes the page wider than its window; tables scroll by themselves. */
export const WIDER = `(document.documentElement.scrollWidth > innerWidth
  ? [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && one.closest('.table-box, nav') === null)
      .map((one) => one.outerHTML.slice(0, 120)).slice(-3).concat('too wide')
  : [])`

/** Every page, with a record of each kind. */
export async function allPaths({
  api,
}: {
  readonly api: TestApi
}): Promise<readonly (readonly [name: string, path: string])[]> {
  const first = async (path: string, list: string) => {
    const { json } = await api.request<Record<string, { id: string }[]>>('GET', path, { token: api.admin })
    return json[list]?.[0]?.id ?? ''
  }
  return [
    ['dashboard', '/?period=7d'],
    ['interactions', '/interactions'],
    ['interaction', `/interactions/${await first('/interactions?limit=1', 'data')}`],
    ['find', '/find'],
    ['alerts', '/alerts'],
    ['alert', `/alerts/${await first('/alerts?type=policy_block', 'alerts')}`],
    ['policies', '/policies'],
    ['policy', `/policies/${await first('/policies', 'policies')}`],
    ['policy-history', `/policies/${await first('/policies', 'policies')}?tab=history`],
    ['policy-new', '/policies/new?template=names'],
    ['exceptions', '/exceptions'],
    ['detectors', '/detectors'],
    ['detector', `/detectors/${await first('/detectors', 'detectors')}`],
    ['detector-new', '/detectors/new'],
    ['playground', '/playground'],
    ['services', '/services'],
    ['service', '/services/chatgpt-web'],
    ['proxies', '/proxies'],
    ['webhooks', '/webhooks'],
    ['webhook', `/webhooks/${await first('/webhooks', 'webhooks')}`],
    ['webhook-new', '/webhooks/new'],
    ['users', '/users'],
    ['user', `/users/${await first('/users?sort=-created_at', 'users')}`],
    ['audit-log', '/audit-log'],
    ['settings', '/settings'],
    ['setup', '/setup'],
    ['me', '/me'],
    ['nothing', '/interactions/00000000-0000-4000-8000-000000000000'],
  ]
}
