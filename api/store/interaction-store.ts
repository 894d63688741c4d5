import type { Direction, Interaction, Source } from '../../core/model/interaction.ts'
import type { FacetFilter } from './facets.ts'
import type { Sender } from './new-names.ts'
import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page, Sort } from './paging.ts'
import type { ListedInteraction } from './short-form.ts'

export interface InteractionFilter extends FacetFilter {
  readonly platform_id?: string | undefined
  /** Inclusive. */
  readonly risk_score_min?: number | undefined
  /** Inclusive. */
  readonly risk_score_max?: number | undefined
  readonly classification_type?: string | undefined
  readonly source?: Source | undefined
  /** Inclusive. */
  readonly start_date?: string | undefined
  /** Inclusive. */
  readonly end_date?: string | undefined
  readonly user_id?: string | undefined
  readonly direction?: Direction | undefined
  /** Of several any. */
  readonly content_hash?: string | readonly string[] | undefined
  /** The last ten hexadecimal digits of the id. */
  readonly reference?: string | undefined
}

/** What is erased: all of a user, all of a text, or, with both, the texts of the user that are this one. */
export type ErasureFilter = Pick<InteractionFilter, 'user_id' | 'content_hash'>

/** Whether large interactions come whole or shortened (api/store/short-form.ts); whole, unless it is said. */
export type ListForm = 'whole' | 'short'

/** Ties are broken by timestamp and then by id, both in the direction of the sort: pages never overlap. */
export type InteractionSort = Sort<'timestamp' | 'risk_score' | 'platform_id'>

export interface Recorded {
  /** The ids that were new, in the order given. */
  readonly stored: readonly string[]
  /** Platforms that the tenant's inventory did not know before. */
  readonly newPlatforms: readonly string[]
}

/**
 * Whatever comes, changes or goes is counted, for statistics and inventory, in the same step; the alerts that follow from
 * it (core/alerting/derive.ts) are raised in it, too.
 */
export interface InteractionStore {
  /**
   * Stores all of one tenant's interactions or none; one whose id is there already is left as it is.
   * @param sender whose new AI services are bounded (api/store/new-names.ts); without one they are not
   */
  record(
    tenantId: string,
    interactions: readonly Interaction[],
    effects?: Effects<Interaction>,
    sender?: Sender,
  ): Promise<Recorded>
  get(tenantId: string, id: string): Promise<Interaction | undefined>
  /** @param form `short`: large ones in a short form, which says so, and without reading what was left out */
  list(
    tenantId: string,
    filter: InteractionFilter,
    sort: InteractionSort,
    page: Page,
    form?: ListForm,
  ): Promise<Listed<ListedInteraction>>
  /**
   * Stores what `revise` makes of the interaction, whose id, tenant and timestamp stay. Of revisions at the same time
   * each sees the other's: an engine may call `revise` again.
   */
  revise(
    tenantId: string,
    id: string,
    revise: (current: Interaction) => Interaction,
    effects?: Effects<Changed<Interaction>>,
  ): Promise<Changed<Interaction> | undefined>
  /** Its data in deliveries is erased with it. What is returned, and its effects get, may be the short form. */
  delete(tenantId: string, id: string, effects?: Effects<Interaction>): Promise<Interaction | undefined>
  /** Deletes some hundreds at a time. @returns how many of them were there */
  deleteMany(tenantId: string, ids: readonly string[]): Promise<number>
  /** Deletes some of those that the filter lets through, at most `limit`. @returns how many; 0 when none is left */
  erase(tenantId: string, filter: ErasureFilter, limit: number): Promise<number>
  /** Forgets the ids that were erased before this time, up to `limit` of them. @returns how many */
  forgetErased(tenantId: string, before: string, limit: number): Promise<number>
  /**
   * Gives every interaction whose content hash is a plain SHA-256 the text that `rewrite` makes of it, which is no SHA-256
   * (api/interactions/content-hashes.ts). Nothing else changes, and nobody is told.
   */
  rewriteHashes(rewrite: (tenantId: string, hash: string) => string): Promise<void>
}
