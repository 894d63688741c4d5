/** The meaning of a model's fields, by model; '' is the model itself. Markdown. */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AiService: {
    '': 'An AI service in use.',
    status: 'What the company thinks of it; `tolerated` until somebody decides',
    users: 'Distinct users',
    tunnelled: 'Connections that were seen and not decrypted',
  },
  Alert: {
    type: '`policy_block`: a policy blocked. `high_risk`: a risk of 0.8 or more was not blocked. `inspection_failed`: a prompt could not be inspected. `webhook_disabled`: every attempt to deliver failed. `new_ai_service`: a service was used for the first time.',
    count: 'How often it happened within ten minutes',
    interaction_id: 'The interaction that raised it first',
    resolved_by: 'The e-mail address of the admin who resolved it',
  },
  AuditEntry: {
    actor_id: 'A user or service token; null where nobody had proved to be anybody, as at a failed login',
    actor_email: 'The user’s address at that time, or the service token’s name',
    action: '`<resource>.<past verb>`',
    prev_hash: 'The hash of the entry before; 64 zeros for the first',
    hash: 'SHA-256 over this entry and `prev_hash`',
  },
  Classification: {
    '': 'A finding. `end` is not less than `start`.',
    type: 'An open set of names: EMAIL, PHONE, CREDIT_CARD, IBAN, SSN, NIR, SIRET, IP_ADDRESS, API_KEY, PERSON_NAME and others',
    value: 'What was found, masked unless the sender chose otherwise',
    score: 'Confidence',
    start: 'UTF-16 code units from the beginning of the content',
    end: 'UTF-16 code units, exclusive',
  },
  ClassifyResponse: {
    risk_score: '1 - Π(1 - weight(type) x score) over distinct findings',
    content_hash: 'SHA-256 of the text in UTF-8',
    language: 'ISO 639-1; `und` where the text does not show it',
  },
  Condition: { '': 'Which operators and values there are depends on the field. Numbers may be sent as strings.' },
  ContentMetadata: {
    '': 'Free-form: a URL, a model’s name. At most 10 levels deep and 16,384 characters as JSON.',
  },
  DashboardStatistics: {
    by_classification: 'Interactions with at least one finding of the type',
    series: 'Every hour or day of the period, oldest first, empty ones too; `bucket` is when it begins',
    risk_histogram: 'Ten steps of risk: `from` inclusive, `to` exclusive but for the last',
  },
  Interaction: {
    platform_id: 'The AI service; an open set of lower-case identifiers',
    content_hash: 'SHA-256 of the content in UTF-8, in hexadecimal',
    risk_score: '0 is safe, 1 the highest risk',
    direction: '`outbound` from the user to the AI service, `inbound` back',
    user_id: 'Any UUID: it need not be a user of the tenant',
    policy_decisions: 'Every policy that matched, in the order of evaluation',
    enforced_action: 'What happened: the strictest action that matched, or `allow`',
    tier: 'The highest tier that has classified it',
  },
  InteractionCreate: {
    '': 'What a user’s client sends. `id`, `tenant_id`, `timestamp`, `policy_decisions` and `enforced_action` are ignored.',
    content_hash: 'SHA-256 of the content in UTF-8, in hexadecimal',
    risk_score: 'Worked out from the classifications where it is not sent',
    user_id: 'Any UUID: it need not be a user of the tenant',
  },
  InteractionRecord: {
    '': 'What a proxy sends, which has decided already.',
    id: 'The same id again is stored once, so that a record can be sent again',
    risk_score: 'Worked out from the classifications where it is not sent',
    policy_decisions: 'Where it is not sent, policies are evaluated here',
  },
  LoginRequest: { tenant_id: 'Needed only where the address and password fit several tenants' },
  LoginResponse: { expires_in: 'Seconds' },
  Password: { '': 'At least 12 characters, with lower case, upper case and a digit.' },
  Policy: {
    priority: 'Lower is evaluated first; then the older policy',
    created_by: 'The e-mail address of the admin',
  },
  PolicyCreate: {
    name: 'Unique within the tenant; no white space at either end',
    enabled: 'Only an enabled policy is evaluated',
    priority: 'Lower is evaluated first; then the older policy',
  },
  PolicyDecision: { matched_conditions: 'How many conditions the policy has' },
  Rules: {
    action: '`block` stops the interaction, `coach` warns the user, `log` says nothing',
    conditions: 'All must match; none match everything',
  },
  Scope: {
    '': '`record` records interactions, `classify` asks for classifications, `policies` reads policies and hears of changes.',
  },
  ServiceTokenWithSecret: { token: 'Shown this once' },
  Tier: { '': '1: patterns, in the client. 2: names, terms and keys, in the backend. 3: deep and asynchronous.' },
  UnitInterval: { '': 'From 0 to 1.' },
  User: {
    email: 'Unique within the tenant, compared without case',
    status: '`pending` until the invitation is accepted',
  },
  UserMeUpdate: { password: 'Ends every other session' },
}
