import type { EventType } from '../../../core/model/event.ts'

/** When an event happens (specification, Event types). */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  'interaction.created': 'An interaction was recorded',
  'interaction.policy_violated': 'An interaction matched a policy',
  'interaction.high_risk': 'An interaction has a risk score of at least 0.8',
  'interaction.classified':
    'A tier 2 or 3 classification of an interaction is complete, either when the interaction was recorded or when the classification was added later',
  'alert.created': 'An alert was created',
  'alert.severity_critical': 'An alert is critical',
  'alert.severity_high': 'An alert is of high severity',
  'alert.resolved': 'An alert was resolved',
  'policy.created': 'A policy was created',
  'policy.updated': 'A policy was changed',
  'policy.deleted': 'A policy was deleted',
  'policy.enabled': 'A policy was enabled',
  'policy.disabled': 'A policy was disabled',
  'user.invited': 'A user was invited',
  'user.activated': 'A user accepted the invitation',
  'user.role_changed': 'The role of a user was changed',
  'user.deleted': 'A user was deleted',
}

export const WEBHOOK_DESCRIPTION =
  'Sent to every active webhook that is subscribed to this type, at least once: the same `id` may arrive again. Verify a signature over the raw body before you parse it, and respond with 2xx within 5 seconds. A failed attempt is repeated after 5 s, 30 s, 5 min and 30 min. If all five attempts fail, the webhook is switched off and the admin who created it gets a mail. Redirects are not followed. An operator can change these times.'

export const SIGNATURE_HEADERS = {
  'X-Service-Signature': {
    description:
      '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole `signing_secret` as it is shown',
    required: true,
  },
  'X-Service-Signature-Previous': {
    description: 'The same with the previous secret, for 24 hours after a rotation',
    required: false,
  },
  'webhook-id': { description: 'The `id` of the event (Standard Webhooks)', required: true },
  'webhook-timestamp': {
    description: 'When this attempt was made, in seconds since 1970 (Standard Webhooks)',
    required: true,
  },
  'webhook-signature': {
    description:
      '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64, keyed with the base64-decoded part of `signing_secret` after `whsec_`; after a rotation, a second value after a space is computed with the previous secret (Standard Webhooks)',
    required: true,
  },
} as const
