import { z } from 'zod'
import {
  ROTATION_MS,
  Webhook,
  WebhookCreate,
  WebhookSummary,
  WebhookUpdate,
  WebhookWithSecret,
} from '../../core/model/webhook.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, conflict, notFound } from '../http/api-error.ts'
import { BooleanParameter, pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { callerName, definedFields } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { prefixedId } from '../ids.ts'
import type { Effects } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { WebhookChanges, WebhookRecord } from '../store/webhook-store.ts'
import { presentWebhook, presentWebhookSummary } from './presenter.ts'
import { ReceiverError } from './receiver/errors.ts'
import { createSigningSecret } from './signatures.ts'
import { findWebhook, WEBHOOK_PARAMS } from './webhook-lookup.ts'

const WebhookList = z.strictObject({ webhooks: z.array(WebhookSummary), total: z.int() })
const WebhookListQuery = z.strictObject({ ...pageParameters, active: BooleanParameter.optional() })

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'audit' | 'now' | 'sending' | 'webhookService'>

/** What administrators do with webhooks; api/webhooks/delivery-routes.ts has what was sent to them. */
export function webhookRoutes({ settings, store, audit, now, sending, webhookService }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/webhooks',
        operation: 'createWebhook',
        summary: 'Create a webhook; only this response shows its signing secret',
        access: ADMIN,
        body: WebhookCreate,
        responses: { 201: { description: 'The webhook', schema: WebhookWithSecret } },
        errors: [409],
      },
      async ({ caller, body, clientAddress, renew }) => {
        await checkUrl(body.url)
        // The name server of the URL decides how long that takes.
        await renew()
        await refuseTooMany(caller.tenantId)
        const { auth_token, ...shown } = body
        const secret = createSigningSecret()
        const created_at = now().toISOString()
        const owner = { tenantId: caller.tenantId, webhookId: prefixedId('whk') }
        const webhook: WebhookRecord = {
          ...shown,
          id: owner.webhookId,
          tenant_id: owner.tenantId,
          auth_token: sealAuthToken(auth_token, owner),
          signing_secret: sending.sealer.seal(secret, { ...owner, field: 'signing_secret' }),
          previous_secret: null,
          created_at,
          updated_at: created_at,
          created_by: callerName(caller),
          last_delivery: null,
          delivery_count: 0,
        }
        await store.webhooks.insert(
          webhook,
          audit.with({ caller, clientAddress }, (made) => audited('webhook.created', made, { events: made.events })),
        )
        return { status: 201, body: { ...presentWebhook(webhook), signing_secret: secret } }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/webhooks',
        operation: 'listWebhooks',
        summary: 'List webhooks',
        access: ADMIN,
        query: WebhookListQuery,
        responses: { 200: { description: 'A page of webhooks, newest first', schema: WebhookList } },
      },
      async ({ caller, query }) => {
        const { items, total } = await store.webhooks.list(caller.tenantId, query, toPage(query))
        return {
          status: 200,
          body: { webhooks: items.map(presentWebhookSummary), total },
          headers: pageHeaders(query, total),
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/webhooks/:id',
        operation: 'getWebhook',
        summary: 'Get a webhook',
        access: ADMIN,
        params: WEBHOOK_PARAMS,
        responses: { 200: { description: 'The webhook', schema: Webhook } },
      },
      async ({ caller, params }) => ({ status: 200, body: presentWebhook(await findWebhook(store, caller, params)) }),
    ),
    route(
      {
        method: 'PUT',
        path: '/webhooks/:id',
        operation: 'updateWebhook',
        summary: 'Change some fields of a webhook, or switch it off and on',
        access: ADMIN,
        params: WEBHOOK_PARAMS,
        body: WebhookUpdate,
        responses: { 200: { description: 'The updated webhook', schema: Webhook } },
      },
      async ({ caller, params, body, clientAddress, renew }) => {
        const { tenant_id, id } = await findWebhook(store, caller, params)
        if (body.url !== undefined) {
          await checkUrl(body.url)
          await renew()
        }
        const { auth_token, ...shown } = definedFields(body)
        const changes = {
          ...shown,
          ...(auth_token !== undefined && {
            auth_token: sealAuthToken(auth_token, { tenantId: tenant_id, webhookId: id }),
          }),
        }
        const fields = Object.keys(definedFields(body))
        const effects = audit.with<Changed<WebhookRecord>>({ caller, clientAddress }, ({ before, after }) =>
          audited('webhook.updated', after, {
            fields,
            ...(before.active !== after.active && { active: after.active }),
          }),
        )
        const { after } = await update(tenant_id, id, changes, effects)
        return { status: 200, body: presentWebhook(after) }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/webhooks/:id',
        operation: 'deleteWebhook',
        summary: 'Delete a webhook and its deliveries for good',
        access: ADMIN,
        params: WEBHOOK_PARAMS,
        responses: { 204: { description: 'Deleted' } },
      },
      async ({ caller, params, clientAddress }) => {
        const { tenant_id, id } = await findWebhook(store, caller, params)
        const effects = audit.with<WebhookRecord>({ caller, clientAddress }, (gone) => audited('webhook.deleted', gone))
        const deleted = await store.webhooks.delete(tenant_id, id, effects)
        if (deleted === undefined) throw notFound('Webhook')
        return { status: 204 }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/webhooks/:id/rotate-secret',
        operation: 'rotateWebhookSecret',
        summary: 'Replace the signing secret; only this response shows the new one',
        access: ADMIN,
        params: WEBHOOK_PARAMS,
        responses: { 200: { description: 'The webhook with its new secret', schema: WebhookWithSecret } },
      },
      async ({ caller, params, clientAddress }) => {
        const { tenant_id, id, signing_secret } = await findWebhook(store, caller, params)
        const secret = createSigningSecret()
        const expires_at = new Date(now().getTime() + ROTATION_MS).toISOString()
        const changes = {
          signing_secret: sending.sealer.seal(secret, { tenantId: tenant_id, webhookId: id, field: 'signing_secret' }),
          previous_secret: { signing_secret, expires_at },
        }
        const effects = audit.with<Changed<WebhookRecord>>({ caller, clientAddress }, ({ after }) =>
          audited('webhook.secret_rotated', after),
        )
        const { before, after } = await update(tenant_id, id, changes, effects)
        if (before.signing_secret !== signing_secret) {
          // Another caller got a new secret in between: that is the previous one.
          await update(tenant_id, id, { previous_secret: { signing_secret: before.signing_secret, expires_at } })
        }
        return { status: 200, body: { ...presentWebhook(after), signing_secret: secret } }
      },
    ),
  ]

  async function checkUrl(url: string): Promise<void> {
    try {
      await sending.checkUrl(url)
    } catch (error) {
      if (!(error instanceof ReceiverError)) throw error
      throw badRequest('The URL cannot be used for a webhook', [{ path: 'url', message: error.message }])
    }
  }

  /** Two at the same moment may pass it by one, which does no harm: it bounds what every event has to be matched with. */
  async function refuseTooMany(tenantId: string): Promise<void> {
    const { total } = await store.webhooks.list(tenantId, {}, { offset: 0, limit: 1 })
    if (total < settings.webhooksMax) return
    throw conflict(`There are ${total} webhooks, as many as WEIR_WEBHOOKS_MAX allows: delete one first`)
  }

  /** An empty token is none. */
  function sealAuthToken(token: string, owner: { readonly tenantId: string; readonly webhookId: string }) {
    return token === '' ? null : sending.sealer.seal(token, { ...owner, field: 'auth_token' })
  }

  async function update(
    tenantId: string,
    id: string,
    changes: Omit<WebhookChanges, 'updated_at'>,
    effects?: Effects<Changed<WebhookRecord>>,
  ) {
    const updated = await store.webhooks.update(tenantId, id, { ...changes, updated_at: now().toISOString() }, effects)
    if (updated === undefined) throw notFound('Webhook')
    webhookService.changed({ tenant_id: tenantId, webhook_id: id })
    return updated
  }
}

/** Of the URL only the host: the paths of some receivers are secrets. */
function audited(action: string, { id, url }: WebhookRecord, details: Readonly<Record<string, unknown>> = {}) {
  return { action, target_type: 'webhook', target_id: id, details: { host: new URL(url).host, ...details } }
}
