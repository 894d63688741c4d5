import { factsOf } from '../../core/alerting/facts.ts'
import type { Alert, AlertWithFacts } from '../../core/model/alert.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import type { Store } from '../store/store.ts'
import { nextTurn } from '../turns/next-turn.ts'

/** Names of proxies in the facts of one alert. */
const PROXIES_MAX = 50

/**
 * The alerts with what the interactions that raised them say. That is read anew each time: what is erased is in no alert, and a
 * finding of a later tier is in all. Others have their turn between two of them, which may be large.
 */
export async function withFacts(
  store: Pick<Store, 'interactions' | 'policies' | 'proxyInstances'>,
  tenantId: string,
  alerts: readonly Alert[],
): Promise<AlertWithFacts[]> {
  const names = new Map<string, Promise<string | undefined>>()
  const nameToday = (id: string) => {
    const name = names.get(id) ?? store.policies.get(tenantId, id).then((policy) => policy?.name)
    names.set(id, name)
    return name
  }
  const isAboutProxies = alerts.some(({ type }) => type === 'proxy_silent' || type === 'proxy_behind')
  const proxies = isAboutProxies ? await store.proxyInstances.list(tenantId) : []
  const proxiesOf = ({ id, type }: Alert) => {
    if (type !== 'proxy_silent' && type !== 'proxy_behind') return {}
    const note = type === 'proxy_silent' ? 'alert_id' : 'behind_alert_id'
    const names = proxies.filter(({ [note]: alert }) => alert === id).map(({ name }) => name)
    return { proxies: names.slice(0, PROXIES_MAX) }
  }
  const found: AlertWithFacts[] = []
  for (const alert of alerts) {
    const facts = factsOf(alert, await interactionOf(store, tenantId, alert))
    const policies = facts.policies.map(async ({ id, name }) => ({ id, name: name ?? (await nameToday(id)) ?? null }))
    found.push({ ...alert, facts: { ...facts, policies: await Promise.all(policies), ...proxiesOf(alert) } })
    await nextTurn()
  }
  return found
}

async function interactionOf(
  { interactions }: Pick<Store, 'interactions'>,
  tenantId: string,
  { interaction_id }: Alert,
): Promise<Interaction | undefined> {
  return interaction_id === null ? undefined : interactions.get(tenantId, interaction_id)
}
