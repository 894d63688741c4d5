import { z } from 'zod'
import { text } from './common.ts'
import { EventType } from './event.ts'

export const WebhookId = z
  .string()
  .regex(/^whk_[0-9a-f]{32}$/, 'must be a webhook id, such as whk_ and 32 hexadecimal digits')

export const DeliveryId = z
  .string()
  .regex(/^dlv_[0-9a-f]{32}$/, 'must be a delivery id, such as dlv_ and 32 hexadecimal digits')

/** How long the secret before the current one still signs after a rotation (docs/reference/api-rules.md, Webhooks). */
export const ROTATION_MS = 24 * 60 * 60 * 1000

export const HEADERS_MAX = 20

/**
 * RFC 9110, 7.6.1 and 15.6: headers of the connection, or that say how the body is to be read; and those that this service
 * sets itself. `authorization` is set through `auth_token`.
 */
export const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
  'x-service-signature',
  'x-service-signature-previous',
])

/** RFC 9110, 5.6.2: a token; 5.5: visible characters, blanks and tabs, none at the ends. */
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of an HTTP header')
const HeaderValue = z
  .string()
  .max(2000)
  .regex(/^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/, 'must be printable ASCII without blanks at its ends')

/** Custom headers of deliveries. */
export const DeliveryHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, `must have at most ${HEADERS_MAX} headers`)
  .refine(
    (headers) => !Object.keys(headers).some((name) => RESERVED_HEADERS.has(name.toLowerCase())),
    `must not set any of ${[...RESERVED_HEADERS].join(', ')}`,
  )

/** RFC 6750, 2.1. */
const AuthToken = z
  .string()
  .max(4096)
  .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without blanks')

const Url = text(2048, 1)
const Events = z
  .array(EventType)
  .min(1)
  .max(EventType.options.length)
  .transform((events) => [...new Set(events)])
const Description = text(1000)

/** Whether the address is allowed is decided where it is known (api/webhooks/receiver/). */
export const WebhookCreate = z.strictObject({
  url: Url,
  events: Events,
  description: Description.default(''),
  active: z.boolean().default(true),
  headers: DeliveryHeaders.default({}),
  auth_token: AuthToken.default(''),
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

export const WebhookUpdate = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  description: Description.optional(),
  active: z.boolean().optional(),
  headers: DeliveryHeaders.optional(),
  auth_token: AuthToken.optional(),
})
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

/** As it is returned: the signing secret only by create and by rotation, the auth token never. */
export const Webhook = z.strictObject({
  id: WebhookId,
  url: z.string(),
  events: z.array(EventType),
  description: z.string(),
  active: z.boolean(),
  headers: z.record(z.string(), z.string()),
  has_auth_token: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  /** E-mail address of the user it was made by: whom a mail tells when it is switched off. */
  created_by: z.string(),
  /** Time of the last attempt; null before the first. */
  last_delivery: z.string().nullable(),
  /** Deliveries that were attempted, each counted once. */
  delivery_count: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookWithSecret = Webhook.extend({ signing_secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/** As lists have it (specification, GET /webhooks). */
export const WebhookSummary = Webhook.pick({
  id: true,
  url: true,
  events: true,
  active: true,
  created_at: true,
  last_delivery: true,
  delivery_count: true,
})
export type WebhookSummary = z.infer<typeof WebhookSummary>

/** One attempt to deliver one event to one webhook. */
export const DeliveryAttempt = z.strictObject({
  timestamp: z.string(),
  /** Null if no answer came. */
  status_code: z.int().nullable(),
  response_time_ms: z.int(),
  /** A stable code and a sentence, such as `timeout: no answer within 5 s`; null if it went well. */
  error: z.string().nullable(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const DeliveryState = z.enum(['pending', 'succeeded', 'failed', 'dropped'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** One event on its way to one webhook (specification, Delivery record; docs/reference/api-rules.md, Webhooks). */
export const Delivery = z.strictObject({
  id: DeliveryId,
  event_id: z.string(),
  event_type: EventType,
  /** Of the last attempt; when it was written if there was none yet. */
  timestamp: z.string(),
  state: DeliveryState,
  success: z.boolean(),
  /** Of the last attempt: null if there was none, or no answer came. */
  status_code: z.int().nullable(),
  /** Null before the first attempt. */
  response_time_ms: z.int().nullable(),
  /** Why it was not delivered, so far. */
  error: z.string().optional(),
  /** How many attempts there were. */
  attempt: z.int(),
  /** Null if there is none to come. */
  next_attempt_at: z.string().nullable(),
  /** Oldest first. */
  attempts: z.array(DeliveryAttempt),
})
export type Delivery = z.infer<typeof Delivery>

export const WebhookTest = z.strictObject({ event_type: EventType })
export type WebhookTest = z.infer<typeof WebhookTest>

/** What became of a sample that was sent once (specification, POST /webhooks/:id/test). */
export const WebhookTestResult = z.strictObject({
  delivered: z.boolean(),
  /** Null if no answer came. */
  status_code: z.int().nullable(),
  response_time_ms: z.int(),
  timestamp: z.string(),
  /** Why it was not delivered. */
  error: z.string().optional(),
})
export type WebhookTestResult = z.infer<typeof WebhookTestResult>
