import { type Effects, mapEffects } from '../store/outbox.ts'
import type { Changed, Listed, Page } from '../store/paging.ts'
import type { Store } from '../store/store.ts'
import type { WebhookChanges, WebhookRecord, WebhookStore } from '../store/webhook-store.ts'
import { type Sealer, SealingError } from './sealing.ts'

/** No header has this name: its value is all headers, sealed. */
const SEALED = ''
/** What a webhook is shown with whose address cannot be read with this key: it can be set anew, and leads nowhere. */
const UNREADABLE_URL = 'https://unreadable.invalid/'
const AT_ONCE = 500

type Owner = Pick<WebhookRecord, 'tenant_id' | 'id'>

/**
 * The webhooks of a store whose addresses and headers are sealed at rest, as their secrets are: the path of an address, and
 * a header, is what many receivers know their senders by.
 */
export class SealedWebhooks implements WebhookStore {
  readonly #webhooks: WebhookStore
  readonly #sealer: Sealer

  constructor(webhooks: WebhookStore, sealer: Sealer) {
    this.#webhooks = webhooks
    this.#sealer = sealer
  }

  async insert(webhook: WebhookRecord, effects?: Effects<WebhookRecord>): Promise<void> {
    const opened = mapEffects(effects, (sealed: WebhookRecord) => this.#open(sealed))
    await this.#webhooks.insert({ ...webhook, ...this.#seal(webhook, webhook) }, opened)
  }

  async get(tenantId: string, id: string): Promise<WebhookRecord | undefined> {
    const found = await this.#webhooks.get(tenantId, id)
    return found && this.#open(found)
  }

  async list(
    tenantId: string,
    filter: { readonly active?: boolean | undefined },
    page: Page,
  ): Promise<Listed<WebhookRecord>> {
    const { items, total } = await this.#webhooks.list(tenantId, filter, page)
    return { items: items.map((item) => this.#open(item)), total }
  }

  async update(tenantId: string, id: string, changes: WebhookChanges, effects?: Effects<Changed<WebhookRecord>>) {
    const sealed = this.#seal({ tenant_id: tenantId, id }, changes)
    const open = ({ before, after }: Changed<WebhookRecord>) => {
      return { before: this.#open(before), after: this.#open(after) }
    }
    const updated = await this.#webhooks.update(tenantId, id, { ...changes, ...sealed }, mapEffects(effects, open))
    return updated && open(updated)
  }

  async delete(tenantId: string, id: string, effects?: Effects<WebhookRecord>): Promise<WebhookRecord | undefined> {
    const opened = mapEffects(effects, (sealed: WebhookRecord) => this.#open(sealed))
    const deleted = await this.#webhooks.delete(tenantId, id, opened)
    return deleted && this.#open(deleted)
  }

  /** Seals what earlier releases have stored as it was. */
  async sealAll(tenantId: string): Promise<void> {
    for (let offset = 0; ; offset += AT_ONCE) {
      const { items } = await this.#webhooks.list(tenantId, {}, { offset, limit: AT_ONCE })
      for (const { id, url, headers, updated_at } of items) {
        const isPlain = !isSealed(url) || (headers[SEALED] === undefined && Object.keys(headers).length > 0)
        if (isPlain) await this.update(tenantId, id, { ...(isSealed(url) ? {} : { url }), headers, updated_at })
      }
      if (items.length < AT_ONCE) return
    }
  }

  #seal(
    { tenant_id, id }: Owner,
    { url, headers }: Pick<WebhookChanges, 'url' | 'headers'>,
  ): Pick<WebhookChanges, 'url' | 'headers'> {
    const owner = { tenantId: tenant_id, webhookId: id }
    return {
      ...(url !== undefined && { url: this.#sealer.seal(url, { ...owner, field: 'url' }) }),
      ...(headers !== undefined && {
        headers:
          Object.keys(headers).length === 0
            ? {}
            : { [SEALED]: this.#sealer.seal(JSON.stringify(headers), { ...owner, field: 'headers' }) },
      }),
    }
  }

  #open(webhook: WebhookRecord): WebhookRecord {
    const { [SEALED]: headers } = webhook.headers
    return {
      ...webhook,
      ...(isSealed(webhook.url) && { url: this.#read(webhook, 'url', webhook.url) ?? UNREADABLE_URL }),
      ...(headers !== undefined && {
        headers: JSON.parse(this.#read(webhook, 'headers', headers) ?? '{}') as WebhookRecord['headers'],
      }),
    }
  }

  /** @returns undefined if it was sealed with another key */
  #read({ tenant_id, id }: Owner, field: 'url' | 'headers', sealed: string): string | undefined {
    try {
      return this.#sealer.open(sealed, { tenantId: tenant_id, webhookId: id, field })
    } catch (error) {
      if (error instanceof SealingError) return undefined
      throw error
    }
  }
}

/** A store whose webhooks are sealed. Those of earlier releases are sealed first. */
export async function withSealedWebhooks(store: Store, sealer: Sealer): Promise<Store> {
  const webhooks = new SealedWebhooks(store.webhooks, sealer)
  for (const { id } of await store.tenants.list()) await webhooks.sealAll(id)
  return { ...store, webhooks }
}

function isSealed(url: string): boolean {
  return !url.startsWith('https://')
}
