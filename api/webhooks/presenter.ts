import type { Delivery, Webhook, WebhookSummary } from '../../core/model/webhook.ts'
import type { DeliveryRecord } from '../store/delivery-store.ts'
import type { WebhookRecord } from '../store/webhook-store.ts'

/** Why a delivery has ended without an answer: see DeliveryState. */
const DROPPED = 'dropped: the webhook was switched off, or the interaction that the event tells of was deleted'

/** A webhook as clients see it: none of its secrets, sealed or not. */
export function presentWebhook(webhook: WebhookRecord): Webhook {
  const { id, url, description, active, created_at, updated_at, created_by, last_delivery, delivery_count } = webhook
  return {
    id,
    url,
    events: [...webhook.events],
    description,
    active,
    headers: { ...webhook.headers },
    has_auth_token: webhook.auth_token !== null,
    created_at,
    updated_at,
    created_by,
    last_delivery,
    delivery_count,
  }
}

export function presentWebhookSummary(webhook: WebhookRecord): WebhookSummary {
  const { id, url, events, active, created_at, last_delivery, delivery_count } = webhook
  return { id, url, events: [...events], active, created_at, last_delivery, delivery_count }
}

/** A delivery as clients see it: without the body, which holds the event. */
export function presentDelivery(delivery: DeliveryRecord): Delivery {
  const { id, event_id, event_type, created_at, state, attempts, next_attempt_at } = delivery
  const last = attempts.at(-1)
  const error = state === 'dropped' ? DROPPED : (last?.error ?? undefined)
  return {
    id,
    event_id,
    event_type,
    timestamp: last?.timestamp ?? created_at,
    state,
    success: state === 'succeeded',
    status_code: last?.status_code ?? null,
    response_time_ms: last?.response_time_ms ?? null,
    ...(error !== undefined && { error }),
    attempt: attempts.length,
    next_attempt_at,
    attempts: [...attempts],
  }
}
