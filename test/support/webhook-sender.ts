import { randomBytes } from 'node:crypto'
import type { WebhookRecord } from '../../api/store/webhook-store.ts'
import { ReceiverGuard } from '../../api/webhooks/receiver/receiver-guard.ts'
import type { Resolve } from '../../api/webhooks/receiver/resolve.ts'
import { Sealer } from '../../api/webhooks/sealing.ts'
import { HttpsAttemptSender } from '../../api/webhooks/send/attempt-sender.ts'
import { createSigningSecret } from '../../api/webhooks/signatures.ts'
import { fixedKeys } from './fixed-keys.ts'
import type { Scope } from './scope.ts'
import type { ReceiverCa } from './webhook-receiver.ts'

export const TENANT = '6f1f8a52-3d0e-4a63-9a2c-5b7f0f9f4c11'
export const WEBHOOK = `whk_${'0a'.repeat(16)}`

interface Options {
  readonly ca: Pick<ReceiverCa, 'certificate'>
  readonly allowCidrs?: readonly string[]
  readonly ports?: readonly number[]
  readonly resolve?: Resolve
  readonly timeoutMs?: number
  readonly now?: () => Date
  readonly sealer?: Sealer
}

/** A sender that trusts one CA and finds every name on loopback. */
export function startSender(scope: Scope, options: Options): HttpsAttemptSender {
  const sender = new HttpsAttemptSender({
    guard: new ReceiverGuard({
      allowCidrs: options.allowCidrs ?? ['127.0.0.1/32'],
      ports: options.ports ?? [443],
      isOwn: () => false,
    }),
    resolve: options.resolve ?? (async () => ['127.0.0.1']),
    sealer: options.sealer ?? SEALER,
    roots: () => [options.ca.certificate.toString()],
    // Of a machine that has other things to do as well; tests of the time itself give less.
    timeoutMs: options.timeoutMs ?? 20_000,
    version: '1.2.3',
    now: options.now ?? (() => new Date()),
  })
  scope.teardown(() => sender.close())
  return sender
}

const SEALER = new Sealer(fixedKeys(randomBytes(32)))

interface Secrets {
  readonly secret?: string
  readonly authToken?: string
  readonly previous?: { readonly secret: string; readonly expiresAt: Date }
}

/** A webhook as the store keeps it, its secrets sealed. */
export function webhookRecord(
  changes: Partial<Omit<WebhookRecord, 'signing_secret' | 'auth_token' | 'previous_secret'>> & Secrets = {},
  sealer: Sealer = SEALER,
): WebhookRecord {
  const { secret, authToken, previous, ...rest } = changes
  const seal = (text: string, field: 'signing_secret' | 'auth_token') =>
    sealer.seal(text, { tenantId: TENANT, webhookId: WEBHOOK, field })
  return {
    id: WEBHOOK,
    tenant_id: TENANT,
    url: 'https://receiver.test/hook',
    events: ['policy.created'],
    description: '',
    active: true,
    headers: {},
    auth_token: authToken === undefined ? null : seal(authToken, 'auth_token'),
    signing_secret: seal(secret ?? createSigningSecret(), 'signing_secret'),
    previous_secret:
      previous === undefined
        ? null
        : { signing_secret: seal(previous.secret, 'signing_secret'), expires_at: previous.expiresAt.toISOString() },
    created_at: '2026-11-21T10:00:00.000Z',
    updated_at: '2026-11-21T10:00:00.000Z',
    created_by: 'admin@weir.local',
    last_delivery: null,
    delivery_count: 0,
    ...rest,
  }
}

export const DELIVERY = {
  id: `dlv_${'0b'.repeat(16)}`,
  event_id: `evt_${'0c'.repeat(16)}`,
  body: '{"id":"evt_0c","data":{"name":"Zoë “☃”"}}',
}
