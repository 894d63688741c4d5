import { signBody, signMessage } from '../signatures.ts'

export interface SignedMessage {
  readonly eventId: string
  readonly body: Uint8Array
  /** When the attempt begins. */
  readonly at: Date
  /** The current one first; the one before it during the day of a rotation. */
  readonly secrets: readonly string[]
}

export interface ReceiverHeaders {
  readonly custom: Readonly<Record<string, string>>
  readonly authToken: string | undefined
  readonly userAgent: string
}

/** The headers of one delivery, without those of its framing. Ours win over custom ones of the same name. */
export function deliveryHeaders(message: SignedMessage, receiver: ReceiverHeaders): Record<string, string> {
  const { eventId, body, at, secrets } = message
  const [current = '', previous] = secrets
  const timestamp = Math.floor(at.getTime() / 1000)
  const custom = Object.entries(receiver.custom).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    ...Object.fromEntries(custom),
    'content-type': 'application/json',
    'user-agent': receiver.userAgent,
    ...(receiver.authToken !== undefined && { authorization: `Bearer ${receiver.authToken}` }),
    'x-service-signature': signBody(current, body),
    ...(previous !== undefined && { 'x-service-signature-previous': signBody(previous, body) }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signMessage(secret, eventId, timestamp, body)).join(' '),
  }
}
