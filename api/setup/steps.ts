import type { Setup, SetupCa, SetupStepId } from '../../core/model/setup.ts'
import type { Store } from '../store/store.ts'

/** The User-Agent of `npm run admin -- demo`, whose prompt shows nothing about devices. */
export const DEMO_USER_AGENT = 'weir-demo'
/** How many of the newest prompts are searched for one of a device. Where there are more, not all are demonstrations: those are shown a few times. */
const LOOKED_AT = 50
/** A CA that ends sooner is not worth installing on devices. */
const SOON_DAYS = 30

interface Known {
  readonly ca: SetupCa | null
  readonly isBesideProxy: boolean
  readonly last_backup: string | null
}

/** The first steps, each with whether the data shows that it is done. */
export async function stepsOf(store: Store, tenantId: string, known: Known): Promise<Setup['steps']> {
  const prompts = await promptsOf(store, tenantId)
  const isSeen = prompts.isOfDevice || (await store.inventory.list(tenantId)).some(({ tunnelled }) => tunnelled > 0)
  const one = { offset: 0, limit: 1 }
  const policies = await store.policies.list(tenantId, { enabled: true }, { field: 'priority', descending: false }, one)
  const done: Record<SetupStepId, boolean> = {
    // The CA of a proxy elsewhere is not seen here. Devices trust it if prompts of theirs arrive.
    ca: known.isBesideProxy ? known.ca !== null && known.ca.days_left >= SOON_DAYS : prompts.isOfDevice,
    device: isSeen,
    prompt: prompts.total > 0,
    policy: policies.total > 0,
    colleague: (await store.users.list(tenantId, {}, { field: 'created_at', descending: false }, one)).total > 1,
    receiver: (await store.webhooks.list(tenantId, {}, one)).total > 0,
    backup: known.last_backup !== null,
  }
  return Object.entries(done).map(([id, isDone]) => ({ id: id as SetupStepId, done: isDone }))
}

async function promptsOf({ interactions }: Store, tenantId: string) {
  const newest = { field: 'timestamp', descending: true } as const
  const { items, total } = await interactions.list(tenantId, {}, newest, { offset: 0, limit: LOOKED_AT }, 'short')
  const isOfDevice = items.some(({ content_metadata }) => content_metadata.user_agent !== DEMO_USER_AGENT)
  return { total, isOfDevice: isOfDevice || total > LOOKED_AT }
}
