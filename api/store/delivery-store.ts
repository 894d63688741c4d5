import type { EventType } from '../../core/model/event.ts'
import type { DeliveryAttempt } from '../../core/model/webhook.ts'
import type { Effects } from './outbox.ts'
import type { Listed } from './paging.ts'

/** `dropped`: given up without an answer, because its webhook was switched off or its interaction was deleted. */
export type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'dropped'

/** One event on its way to one webhook. */
export interface DeliveryRecord {
  /** Prefix `dlv_`. */
  readonly id: string
  readonly tenant_id: string
  readonly webhook_id: string
  /** Prefix `evt_`; the same for every delivery of the event. */
  readonly event_id: string
  readonly event_type: EventType
  /** The interaction whose data the body holds, or those of an alert it raised, which are erased with it; null if it holds none. */
  readonly interaction_id: string | null
  /** The very characters that are signed and sent: the event as JSON. Empty if it was erased: it cannot be sent again. */
  readonly body: string
  readonly created_at: string
  readonly state: DeliveryState
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** Null if there is none to come. */
  readonly next_attempt_at: string | null
}

/** A delivery that one process may attempt until its lease ends; then another may. */
export interface ClaimedDelivery extends DeliveryRecord {
  /** Says at settle() that it is still this claim. */
  readonly claim: string
}

export type Settlement =
  | { readonly state: 'succeeded' | 'failed'; readonly attempt: DeliveryAttempt }
  | { readonly state: 'pending'; readonly attempt: DeliveryAttempt; readonly next_attempt_at: string }
  /** Released without an attempt: at shutdown, or if the webhook takes nothing now. */
  | { readonly state: 'pending'; readonly attempt: null; readonly next_attempt_at: string }
  | { readonly state: 'dropped'; readonly attempt: null }

export interface DeliveryTotals {
  readonly pending: number
  /**
   * Not even written, since the backlog of their webhook was full (WEIR_WEBHOOK_BACKLOG): the oldest are kept. Only
   * grows.
   */
  readonly overflowed: number
}

export interface DueWebhook {
  readonly tenant_id: string
  readonly webhook_id: string
}

export interface DeliveryStore {
  /**
   * The webhooks that are active and have a pending, unclaimed (or claimed too long ago) delivery whose time has come,
   * over all tenants: one that waits for long first. A webhook with 10,000 of them is one.
   */
  dueWebhooks(now: string, limit: number): Promise<DueWebhook[]>
  /**
   * The first time later than `now` at which a pending delivery of an active webhook is due, claimed ones at the end of
   * their lease. What is due already is not looked at: it may have to wait, and nothing else is to wait with it.
   */
  nextDue(now: string): Promise<string | undefined>
  /**
   * Claims up to `limit` due deliveries of one webhook, those due longest first: of several processes each gets others.
   * @param lease until when; later another process may claim them again
   */
  claimDue(webhookId: string, now: string, lease: string, limit: number): Promise<ClaimedDelivery[]>
  /** Claims this one if it is pending, due and not claimed: what a queue asks for that has its own clock. */
  claim(id: string, now: string, lease: string): Promise<ClaimedDelivery | undefined>
  /**
   * Ends a claim; counts the attempt in the webhook's figures (`last_delivery`, and `delivery_count` at the first one).
   * @returns false if the claim was lost meanwhile: nothing is changed then
   */
  settle(id: string, claim: string, settlement: Settlement): Promise<boolean>
  /**
   * Ends all that wait for a webhook, as when it is switched off for good: they become `dropped`.
   * @returns how many
   */
  dropPending(tenantId: string, webhookId: string): Promise<number>
  /** How many wait for the webhook. */
  countPending(webhookId: string): Promise<number>
  /** The totals of all tenants, for metrics. */
  totals(): Promise<DeliveryTotals>
  get(tenantId: string, webhookId: string, id: string): Promise<DeliveryRecord | undefined>
  /** Newest first. */
  list(tenantId: string, webhookId: string, limit: number): Promise<Listed<DeliveryRecord>>
  /**
   * A new delivery outside the outbox: a redelivery, whose event and body are those of another. No backlog is too full
   * for it.
   * @param originalId of the delivery that it repeats: what was erased since that was read is not written again
   * @returns false if its webhook is gone, or the original, or that has another body by now
   */
  insert(delivery: DeliveryRecord, effects?: Effects<DeliveryRecord>, originalId?: string): Promise<boolean>
  /**
   * Takes what the bodies of deliveries tell of these interactions: bodies become empty, and what waits is `dropped`.
   * @returns of how many
   */
  erase(tenantId: string, interactionIds: readonly string[]): Promise<number>
  /**
   * Deletes what was created before this time, up to `limit` of them. What is pending goes too: after a day it only waits
   * for a webhook that is switched off.
   * @returns how many
   */
  deleteOld(tenantId: string, before: string, limit: number): Promise<number>
  /**
   * Deletes deliveries whose webhook is gone, up to `limit`: what a process left that died while it deleted the webhook.
   * @returns how many
   */
  deleteOrphans(limit: number): Promise<number>
}
