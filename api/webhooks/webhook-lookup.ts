import type { z } from 'zod'
import { DeliveryId, WebhookId } from '../../core/model/webhook.ts'
import { notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import type { DeliveryRecord } from '../store/delivery-store.ts'
import type { Store } from '../store/store.ts'
import type { WebhookRecord } from '../store/webhook-store.ts'

export const WEBHOOK_PARAMS = { id: WebhookId } as const
export const DELIVERY_PARAMS = { id: WebhookId, delivery_id: DeliveryId } as const

type Params = Readonly<Record<string, string>>

/** The webhook of the path, of the caller's own tenant. @throws ApiError 404 */
export async function findWebhook(
  store: Pick<Store, 'webhooks'>,
  { tenantId }: Caller,
  { id }: Params,
): Promise<WebhookRecord> {
  const webhook = await store.webhooks.get(tenantId, requireId(id, WebhookId, 'Webhook'))
  if (webhook === undefined) throw notFound('Webhook')
  return webhook
}

/** @throws ApiError 404 */
export async function findDelivery(
  store: Pick<Store, 'deliveries'>,
  { tenant_id, id }: WebhookRecord,
  { delivery_id }: Params,
): Promise<DeliveryRecord> {
  const delivery = await store.deliveries.get(tenant_id, id, requireId(delivery_id, DeliveryId, 'Delivery'))
  if (delivery === undefined) throw notFound('Delivery')
  return delivery
}

/** A malformed id is no different from an unknown one (docs/reference/api-rules.md, Errors). */
function requireId(id: string | undefined, schema: z.ZodType<string>, what: string): string {
  const parsed = schema.safeParse(id)
  if (!parsed.success) throw notFound(what)
  return parsed.data
}
