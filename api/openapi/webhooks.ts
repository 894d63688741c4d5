import { z } from 'zod'
import { Uuid } from '../../core/model/common.ts'
import { EventType } from '../../core/model/event.ts'
import { EVENT_DATA } from '../../core/model/event-data.ts'
import { sampleEvent } from '../webhooks/sample-event.ts'
import type { SchemaSet } from './schema-set.ts'
import { EVENT_DESCRIPTIONS, SIGNATURE_HEADERS, WEBHOOK_DESCRIPTION } from './text/webhooks.ts'
import type { Parameter, WebhookItem } from './types.ts'

const EXAMPLE_EVENT = 'evt_0123456789abcdef0123456789abcdef'
const EXAMPLE_TENANT = '6f1d2a3c-0000-4000-8000-000000000001'
const EXAMPLE_TIME = new Date('2026-11-21T09:30:00.000Z')

/** What the service sends to webhooks, a request for each type of event (OpenAPI 3.1, Webhooks). */
export function describeWebhooks(schemas: SchemaSet): Record<string, WebhookItem> {
  return Object.fromEntries(EventType.options.map((type) => [type, describeEvent(type, schemas)]))
}

/** The headers of every delivery, by their name. */
export const DELIVERY_PARAMETERS: Readonly<Record<string, Parameter>> = Object.fromEntries(
  Object.entries(SIGNATURE_HEADERS).map(([name, { description, required }]) => [
    name,
    { name, in: 'header', description, ...(required && { required }), schema: { type: 'string' } },
  ]),
)

function describeEvent(type: EventType, schemas: SchemaSet): WebhookItem {
  const body = z.strictObject({
    id: z.string().regex(/^evt_[0-9a-f]{32}$/),
    timestamp: z.string(),
    event_type: z.literal(type),
    tenant_id: Uuid,
    data: EVENT_DATA[type],
  })
  const example = sampleEvent(type, EXAMPLE_EVENT, EXAMPLE_TENANT, EXAMPLE_TIME)
  return {
    post: {
      summary: EVENT_DESCRIPTIONS[type],
      description: WEBHOOK_DESCRIPTION,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.keys(DELIVERY_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema: schemas.output(body), example } } },
      responses: {
        '2XX': { description: 'Accepted: the event is not sent again' },
        410: { description: 'The receiver no longer wants events: the webhook is switched off at once' },
        default: { description: 'Not accepted: the event is sent again, also if there is no response in time' },
      },
    },
  }
}
