import { z } from 'zod'
import { Delivery, WebhookTest, WebhookTestResult } from '../../core/model/webhook.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { conflict } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { integerParameter, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../http/query.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { prefixedId } from '../ids.ts'
import type { DeliveryRecord } from '../store/delivery-store.ts'
import { presentDelivery } from './presenter.ts'
import { sampleEvent } from './sample-event.ts'
import { DELIVERY_PARAMS, findDelivery, findWebhook, WEBHOOK_PARAMS } from './webhook-lookup.ts'

const DeliveryList = z.strictObject({ deliveries: z.array(Delivery), total: z.int() })
const DeliveryListQuery = z.strictObject({ limit: integerParameter(1, PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT) })

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now' | 'sending' | 'webhookService'>

/** What was sent to a webhook, and what an administrator can have sent. */
export function deliveryRoutes({ store, audit, now, sending, webhookService }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/webhooks/:id/test',
        operation: 'testWebhook',
        summary: 'Send a sample event to the receiver, once',
        access: ADMIN,
        params: WEBHOOK_PARAMS,
        body: WebhookTest,
        responses: { 200: { description: 'The result of the attempt', schema: WebhookTestResult } },
      },
      async ({ caller, params, body: { event_type }, clientAddress }) => {
        const webhook = await findWebhook(store, caller, params)
        const event = sampleEvent(event_type, prefixedId('evt'), webhook.tenant_id, now())
        const delivery = { id: prefixedId('dlv'), event_id: event.id, body: JSON.stringify(event) }
        // Its time is bounded by the sender itself.
        const { attempt, outcome } = await sending.sender.attempt(webhook, delivery, new AbortController().signal)
        const { timestamp, status_code, response_time_ms, error } = attempt
        const delivered = outcome === 'delivered'
        await audit.record(
          webhook.tenant_id,
          { caller, clientAddress },
          {
            action: 'webhook.tested',
            target_type: 'webhook',
            target_id: webhook.id,
            details: { event_type, delivered, status_code },
          },
        )
        return {
          status: 200,
          body: { delivered, status_code, response_time_ms, timestamp, ...(error !== null && { error }) },
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/webhooks/:id/deliveries',
        operation: 'listDeliveries',
        summary: 'List the deliveries to a webhook',
        access: ADMIN,
        params: WEBHOOK_PARAMS,
        query: DeliveryListQuery,
        responses: { 200: { description: 'The newest deliveries, newest first', schema: DeliveryList } },
      },
      async ({ caller, params, query }) => {
        const { tenant_id, id } = await findWebhook(store, caller, params)
        const { items, total } = await store.deliveries.list(tenant_id, id, query.limit)
        return { status: 200, body: { deliveries: items.map(presentDelivery), total } }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/webhooks/:id/deliveries/:delivery_id/redeliver',
        operation: 'redeliver',
        summary: 'Send the event of a delivery again',
        access: ADMIN,
        params: DELIVERY_PARAMS,
        responses: { 202: { description: 'The new delivery, which waits for its first attempt', schema: Delivery } },
        errors: [409],
      },
      async ({ caller, params, clientAddress }) => {
        // This ends: an event is erased in two steps at most, its user and then the rest.
        for (;;) {
          const delivery = await redelivered({ caller, clientAddress }, params)
          if (delivery === undefined) continue
          const { id, tenant_id, webhook_id } = delivery
          webhookService.enqueue([{ id, tenant_id, webhook_id }])
          return { status: 202, body: presentDelivery(delivery) }
        }
      },
    ),
  ]

  /** @returns undefined if something of the event was erased meanwhile, or the webhook or the delivery was deleted */
  async function redelivered(
    actor: Actor & { readonly caller: Caller },
    params: Readonly<Record<string, string>>,
  ): Promise<DeliveryRecord | undefined> {
    const webhook = await findWebhook(store, actor.caller, params)
    const original = await findDelivery(store, webhook, params)
    if (!webhook.active) throw conflict('The webhook is switched off: switch it on first')
    if (original.body === '') throw conflict('The interaction in this event was deleted, so there is nothing to send')
    const time = now().toISOString()
    const delivery: DeliveryRecord = {
      ...original,
      id: prefixedId('dlv'),
      created_at: time,
      state: 'pending',
      attempts: [],
      next_attempt_at: time,
    }
    const details = { event_id: delivery.event_id, delivery_id: delivery.id, of: original.id }
    const effects = audit.with<DeliveryRecord>(actor, () => {
      return { action: 'webhook.redelivered', target_type: 'webhook', target_id: webhook.id, details }
    })
    return (await store.deliveries.insert(delivery, effects, original.id)) ? delivery : undefined
  }
}
