import type { Interaction } from '../../core/model/interaction.ts'
import type {
  ErasureFilter,
  InteractionFilter,
  InteractionSort,
  InteractionStore,
  ListForm,
  Recorded,
} from '../store/interaction-store.ts'
import type { Sender } from '../store/new-names.ts'
import { type Effects, mapEffects } from '../store/outbox.ts'
import type { Changed, Listed, Page } from '../store/paging.ts'
import type { ListedInteraction } from '../store/short-form.ts'
import type { Store } from '../store/store.ts'
import type { ContentHashes } from './content-hashes.ts'

/** The interactions of a store that keeps the hashes of their contents sealed. */
export class SealedInteractions implements InteractionStore {
  readonly #interactions: InteractionStore
  readonly #hashes: ContentHashes

  constructor(interactions: InteractionStore, hashes: ContentHashes) {
    this.#interactions = interactions
    this.#hashes = hashes
  }

  record(
    tenantId: string,
    interactions: readonly Interaction[],
    effects?: Effects<Interaction>,
    sender?: Sender,
  ): Promise<Recorded> {
    const hashes = this.#hashes.sealAll(
      tenantId,
      interactions.map(({ content_hash }) => content_hash),
    )
    const sealed = interactions.map((interaction, index) => ({ ...interaction, content_hash: hashes[index] ?? '' }))
    // Most stores give back what they got, and then nothing needs to be decrypted.
    let plain: Map<Interaction, Interaction | undefined> | undefined
    const opened = (stored: Interaction) => {
      plain ??= new Map(sealed.map((interaction, index) => [interaction, interactions[index]]))
      return plain.get(stored) ?? this.#open(stored)
    }
    return this.#interactions.record(tenantId, sealed, mapEffects(effects, opened), sender)
  }

  async get(tenantId: string, id: string): Promise<Interaction | undefined> {
    const found = await this.#interactions.get(tenantId, id)
    return found && this.#open(found)
  }

  async list(
    tenantId: string,
    filter: InteractionFilter,
    sort: InteractionSort,
    page: Page,
    form?: ListForm,
  ): Promise<Listed<ListedInteraction>> {
    const { items, ...total } = await this.#interactions.list(
      tenantId,
      this.#filter(tenantId, filter),
      sort,
      page,
      form,
    )
    return { items: items.map((item) => this.#open(item)), ...total }
  }

  async revise(
    tenantId: string,
    id: string,
    revise: (current: Interaction) => Interaction,
    effects?: Effects<Changed<Interaction>>,
  ): Promise<Changed<Interaction> | undefined> {
    const revised = await this.#interactions.revise(
      tenantId,
      id,
      (current) => this.#seal(revise(this.#open(current))),
      mapEffects(effects, (changed: Changed<Interaction>) => this.#openBoth(changed)),
    )
    return revised && this.#openBoth(revised)
  }

  async delete(tenantId: string, id: string, effects?: Effects<Interaction>): Promise<Interaction | undefined> {
    const opened = mapEffects(effects, (deleted: Interaction) => this.#open(deleted))
    const deleted = await this.#interactions.delete(tenantId, id, opened)
    return deleted && this.#open(deleted)
  }

  deleteMany(tenantId: string, ids: readonly string[]): Promise<number> {
    return this.#interactions.deleteMany(tenantId, ids)
  }

  erase(tenantId: string, filter: ErasureFilter, limit: number): Promise<number> {
    return this.#interactions.erase(tenantId, this.#filter(tenantId, filter), limit)
  }

  forgetErased(tenantId: string, before: string, limit: number): Promise<number> {
    return this.#interactions.forgetErased(tenantId, before, limit)
  }

  rewriteHashes(rewrite: (tenantId: string, hash: string) => string): Promise<void> {
    return this.#interactions.rewriteHashes(rewrite)
  }

  #seal(interaction: Interaction): Interaction {
    return { ...interaction, content_hash: this.#hashes.seal(interaction.tenant_id, interaction.content_hash) }
  }

  #open<T extends Interaction>(interaction: T): T {
    return { ...interaction, content_hash: this.#hashes.open(interaction.tenant_id, interaction.content_hash) }
  }

  #openBoth({ before, after }: Changed<Interaction>): Changed<Interaction> {
    return { before: this.#open(before), after: this.#open(after) }
  }

  #filter<Filter extends Pick<InteractionFilter, 'content_hash'>>(tenantId: string, filter: Filter): Filter {
    if (filter.content_hash === undefined) return filter
    return {
      ...filter,
      content_hash: [filter.content_hash].flat().flatMap((hash) => this.#hashes.formsOf(tenantId, hash)),
    }
  }
}

/** A store whose content hashes are sealed. Those of earlier releases are sealed first. */
export async function withSealedHashes(store: Store, hashes: ContentHashes): Promise<Store> {
  await store.interactions.rewriteHashes((tenantId, hash) => hashes.seal(tenantId, hash))
  return { ...store, interactions: new SealedInteractions(store.interactions, hashes) }
}
