const USER_NAME =
  'What the user is called now: the display name, or else the e-mail address. Absent if the id is no user’s of the tenant, or no more, and for viewers with WEIR_CONSOLE_PEOPLE=off'

/** The meaning of a model's fields, by model; '' is the model itself. Markdown. */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TenantSettings: {
    own_words: 'Whether proxies leave out what coding agents say of themselves, such as a vendor’s address',
  },
  AiService: {
    '': 'An AI service in use.',
    status: 'The company’s decision on the service; `tolerated` until an administrator decides',
    users: 'Distinct users',
    tunnelled: 'Connections and unencrypted requests that were counted but not inspected',
    not_inspected:
      'Present if clients refused the certificate of the proxy, so that they do not work: they pin another certificate, or do not trust the CA',
    unknown_operations:
      'Present if proxies inspected requests to the service that the catalogue does not know: a format is new, or has changed',
  },
  AlertWithFacts: { user_name: USER_NAME },
  Setup: {
    '': 'How far Weir is set up.',
    ca: 'What devices have to trust; null where no proxy runs beside this API, since each proxy has its own page for that',
    next_ca: 'The CA that a rotation has prepared; null if none has',
    proxies: 'Where clients find the proxy beside this API, by each of its names; empty where none runs there',
    proxies_alive: 'How many proxies report now (`GET /proxies`)',
    last_backup: 'When `npm run admin -- backup` last ended on this data directory; null if it never did',
  },
  SetupCa: {
    '': 'The certificate of a CA, never its key.',
    fingerprint: 'SHA-256, as browsers and openssl show it',
    days_left: 'Whole days until it ends',
  },
  SetupProxy: {
    '': 'Where clients find a proxy.',
    url: 'Its own page: the certificate, PAC files and the commands for each system',
    pac_url: 'A PAC file that sends AI services to the proxy, and everything else direct',
    ca_url: 'The certificate of the CA as PEM',
    local_only: 'Whether only the machine that it runs on reaches it',
  },
  Heartbeat: {
    '': 'What a proxy says of itself.',
    instance_id: 'The same after a restart of the proxy',
    name: 'WEIR_PROXY_NAME, or the name of the machine',
    version: 'Of Weir',
    workers: 'Processes that share the port, which report together',
    policies_version: 'What the policies in force are known by; null if there are none yet',
    detectors_version: 'What the detectors in force are known by; null if there are none yet',
    records_waiting: 'Records that the API has not confirmed yet',
    window_seconds: 'How far back `prompts` and `not_inspected` count',
    not_inspected: 'How many of the prompts could not be inspected completely, by reason; at most 32 reasons',
    last_error: 'The last error that the proxy noticed of itself; null if there was none',
    stopping: 'Whether the proxy ends now',
  },
  ProxyInstance: {
    '': 'A proxy, as it reported last.',
    state: '`silent`: it stopped reporting without a word. `stopped`: it said that it ends',
    reported_by:
      'The name of the service token, or the e-mail address of the admin, that it reported with; empty where the account is deleted',
    policies_in_step: 'Whether it has the policies in force that the API has; null if it is not alive',
    detectors_in_step: 'Whether it has the detectors in force that the API has; null if it is not alive',
  },
  Alert: {
    type: '`policy_block`: a policy blocked an interaction. `high_risk`: an interaction with a risk score of 0.8 or more was not blocked, or a `block` policy matched only after the prompt had been sent. `inspection_failed`: a prompt or a protocol upgrade could not be inspected (one alert a day for upgrades of each service), or the TLS certificate of the service was refused. `webhook_disabled`: every delivery attempt failed. `new_ai_service`: a service was used for the first time. `clock_jump`: the clock of a service that records is wrong, or that of the API jumped by more than a day, which delays deletion by age for 48 hours. `names_flooded`: a user (`user_id`) or a service token named more than 200 new AI services in a day (one alert a day for each); the others stand as `other` in inventory and alerts. The same type says that it caused alerts about more than 500 people in a day: alerts about further people name none. `ca_expiry`: a CA of this installation ends in 90, 30 or 7 days (one alert each). `passed_through`: an administrator lets a service pass all proxies without inspection. `exception_ended`: an exception to policies has ended, and they hold again. `proxy_silent`: a proxy stopped reporting without a word (one alert, which is resolved when it reports again; more than three that report with one token are one alert together). `proxy_behind`: a proxy reports and has gone on with other policies than this server for two minutes (one alert, resolved when it has them; more than three of one token likewise).',
    count: 'How often it happened within ten minutes',
    interaction_id: 'The interaction that first raised the alert; null if there was none',
    resolved_by: 'The e-mail address of the admin who resolved it; null if Weir did, because a proxy reports again',
    resolution:
      'What came of it: `confirmed`, `false_alarm`, or `accepted` for what is to be borne. Absent where nothing was said',
    note: 'What the admin who resolved it wrote for colleagues. Absent where nothing was said; never in events',
  },
  AlertFacts: {
    '': 'What the interaction that raised an alert says now. Where there was none, or it is gone, only `policies` has something.',
    policies:
      'At most 20, with their names as they matched, or as they are now; null where neither the interaction nor the policy is there any more',
    types: 'Kinds of data in the newest message and in what came before it, at most 50',
    reason: 'Why it was not inspected completely; null where it was',
    host: 'The host that it was sent to; null where the sender did not say',
    not_delivered:
      'The proxy’s code of why a prompt that no policy refused was not sent on; null where it was, or nobody knows',
    client_address: 'The address of the client; null where the sender did not say',
    telemetry: 'True if it is about what a program reports of itself. Absent where it is not',
    proxies: 'Of a `proxy_silent` or `proxy_behind` alert: names of at most 50 of its proxies of which it still holds',
  },
  AuditEntry: {
    actor_id: 'The user or service token; null for unauthenticated requests, such as a failed login',
    actor_email: 'The user’s address at that time, or the service token’s name',
    action: '`<resource>.<past verb>`',
    prev_hash: 'The hash of the previous entry; 64 zeros for the first entry',
    hash: 'SHA-256, in lower-case hexadecimal, of the UTF-8 bytes of a JSON array without white space: `prev_hash`, `id`, `timestamp`, `actor_id`, `actor_email`, `action`, `target_type`, `target_id`, `ip`, `details`. The keys of `details` are sorted.',
    key_id: 'The id of the key that `mac` was computed with; null in entries of earlier releases',
    mac: 'HMAC-SHA256 of the tenant, the number of the entry and `hash`, with a key that is not in the database; null in entries of earlier releases',
  },
  Classification: {
    '': 'A finding. `end` is not less than `start`.',
    type: 'An open set of names: EMAIL, PHONE, CREDIT_CARD, IBAN, SSN, NIR, SIRET, IP_ADDRESS, API_KEY, PERSON_NAME and others',
    value:
      'The value that was found, masked unless the sender chose otherwise. Empty for topics, which describe the text as a whole',
    score: 'Confidence, from 0 to 1',
    start: 'Offset of the first character, in UTF-16 code units from the beginning of the content',
    end: 'Offset after the last character, in UTF-16 code units',
  },
  Classifications: { '': 'At most 1,000 findings and 131,072 bytes as JSON.' },
  ClassifyResponse: {
    risk_score: '1 - Π(1 - weight(type) x score) over distinct findings',
    content_hash: 'SHA-256 of the text in UTF-8',
    language: 'ISO 639-1 code; `und` if the language cannot be determined',
  },
  Condition: { '': 'The operators and values allowed depend on the field. Numbers may be sent as strings.' },
  ContentMetadata: {
    '': 'Free-form metadata, such as a URL or the name of a model. At most 10 levels deep and 65,536 characters as JSON.',
  },
  DashboardStatistics: {
    by_classification: 'Interactions with at least one finding of the type',
    series: 'Every hour or day of the period, oldest first, including empty ones; `bucket` is its start',
    previous: 'The whole period of the same length before this one',
    not_inspected:
      'Interactions of which only a part, or nothing, could be inspected. Counted since the release that added this field',
    by_policy:
      'Interactions that the policy matched, whatever was done with them; `name` is null if the policy was deleted. At most 50, counted since the release that added this field',
    top_users: 'The most active; empty for viewers with WEIR_CONSOLE_PEOPLE=off',
    risk_histogram: 'Ten ranges of the risk score: `from` is inclusive, `to` exclusive except in the last range',
  },
  Detector: { '': 'A rule of the company that finds data besides the built-in rules.' },
  DetectorCreate: { '': 'The fields depend on `kind`.' },
  DetectorRule: { '': 'The fields depend on `kind`.' },
  DetectorSummary: { type: 'Null for allow-lists, which find nothing' },
  DetectorTestResult: {
    classifications: 'What the detector finds by itself',
    dropped: 'Findings of the built-in detectors that an allow-list drops',
  },
  DetectorUpdate: { '': 'Only the fields of the detector’s kind are accepted.' },
  Email: { '': 'An e-mail address; case does not matter.' },
  ShownInteraction: {
    '': 'A recorded interaction.',
    reference: 'The last ten digits of the id, which a refusal or a warning shows to the user',
    platform_id: 'The AI service; an open set of lower-case identifiers',
    content_hash: 'SHA-256 of the content in UTF-8, in hexadecimal',
    risk_score: '0 is safe, 1 the highest risk',
    direction: '`outbound`: from the user to the AI service. `inbound`: from the service to the user',
    user_id: 'Any UUID: it need not be a user of the tenant',
    user_name: USER_NAME,
    policy_decisions:
      'The policies that matched, in the order of evaluation: the enforced one and the first 1,000 others. `content_metadata.omitted_decisions` is the number of those left out',
    enforced_action: 'The action that was taken: the strictest one of the policies that matched, or `allow`',
    content_metadata:
      'What the recorder says of the request. Of telemetry, `telemetry.findings` says what was found where (TelemetryFinding)',
    tier: 'The highest tier that has classified the interaction',
    received_at:
      'Present only if the interaction arrived more than a day after its timestamp: when it arrived. It is deleted by age that long after its arrival',
  },
  InteractionCreate: {
    '': 'An interaction sent by a user’s client. `id`, `tenant_id`, `timestamp`, `policy_decisions`, `enforced_action`, `reference`, `received_at` and `user_name` are ignored.',
    content_hash: 'SHA-256 of the content in UTF-8, in hexadecimal',
    risk_score: 'Computed from the classifications if it is not sent',
    user_id: 'Any UUID: it need not be a user of the tenant',
  },
  InteractionListItem: {
    user_name: USER_NAME,
    truncated:
      'Present only if the item is shortened: metadata of more than 4,096 characters, more than 50 findings or decisions, or values of more than 128 characters. `GET /interactions/{id}` returns everything',
  },
  InteractionRecord: {
    '': 'An interaction sent by a proxy, which has already evaluated the policies.',
    id: 'A record with the same id is stored once, so a record can be sent again',
    risk_score: 'Computed from the classifications if it is not sent',
    policy_decisions:
      'If it is not sent, the API evaluates the policies. Of more than 1,001 it keeps the enforced one and the first 1,000 others',
  },
  LaterClassification: {
    risk_score: 'If it is not sent, it is computed from all findings. The recorded score never decreases',
  },
  LoginRequest: { tenant_id: 'Needed only if the address and password are valid in several tenants' },
  LoginResponse: {
    expires_in: 'Seconds',
    second_factor_required:
      'Sent only where WEIR_SECOND_FACTOR=admins asks for a second factor that is still to be set up: until then other operations are a 403',
  },
  ListedSession: {
    method: 'How the user proved to be one; `link` is that of `npm run admin -- user sign-in-link`',
    last_used_at: 'To the minute',
    address: 'Where it was used last',
    user_agent: 'The first 160 characters',
    current: 'Whether it is the session that asks',
  },
  Password: { '': 'At least 12 characters, with lower case, upper case and a digit.' },
  PolicyWarning: {
    '': 'An unknown type of data or AI service in a policy, or a type that is found too late to block or coach. Such a policy is valid, so this is a warning and not an error.',
    path: 'The place in the request, such as `rules.conditions.0.value`',
    did_you_mean: 'The most similar known name, if there is one',
  },
  ChangedPolicy: {
    priority: 'Lower numbers are evaluated first; at the same priority, the older policy',
    created_by: 'The e-mail address of the admin',
    warnings:
      'Unknown types of data and AI services, and types that are found too late to block or coach; absent if there are none',
  },
  ListedServiceToken: {
    last_used_at: 'The time of the last use, noted once a minute at most; null if the token was never used',
  },
  PolicyVersion: {
    '': 'A policy as one change left it.',
    changed_by: 'Who changed it, as the audit log names them; null where it does not know',
    fields: 'The fields that changed; none where the policy was created or deleted',
  },
  PolicyVersions: {
    versions: 'Newest first',
    complete: 'Whether these are all versions since the policy was created',
  },
  PolicyOrder: { ids: 'Every policy of the tenant once, first the one that is evaluated first' },
  Policy: {
    priority: 'Lower numbers are evaluated first; at the same priority, the older policy',
    created_by: 'The e-mail address of the admin',
  },
  PolicyCreate: {
    name: 'Unique within the tenant; no white space at either end',
    enabled: 'Only an enabled policy is evaluated',
    priority: 'Lower numbers are evaluated first; at the same priority, the older policy',
  },
  PolicyDecision: { matched_conditions: 'How many conditions the policy has' },
  ProxyToken: { token: '`wpt_…`; shown only in this response' },
  Rules: {
    action: '`block` stops the interaction, `coach` warns the user, `log` only records it',
    conditions: 'All conditions must match. A policy without conditions matches every interaction',
    require_justification:
      'With `block` only: a person who gives a reason in the banner of a web chat may send the prompt again within ten minutes',
  },
  NotInspected: {
    refusals: 'Handshakes that clients refused',
    clients: 'The most clients that one proxy has seen refuse',
    host: 'Where it happened last',
    reason: 'How the client refused last: its TLS alert, such as `unknown_ca`, or `closed`',
    proposed_bypass: 'What to add to WEIR_BYPASS_HOSTS if these clients are to work without inspection',
  },
  UnknownOperations: {
    count: 'How many interactions, as long as they are kept',
    last_seen: 'When the last one was sent',
  },
  Scope: {
    '': '`record`: record interactions. `classify`: classify texts. `policies`: read policies and detectors, and receive live updates of them. `scim`: provision users and groups.',
  },
  AddressRange: { '': 'A CIDR or an address, such as `10.0.0.0/8` or `2001:db8::1`.' },
  ServiceTokenWithSecret: { token: 'Shown only in this response' },
  Sha256Hex: { '': '64 hexadecimal digits.' },
  Sighting: {
    '': 'The use of an AI service that a proxy noticed without reading a prompt.',
    kind: '`tunnelled`: the connection passed without being decrypted. `handshake_failed`: the proxy refused the TLS certificate or handshake of the service and sent nothing. `client_refused`: a client refused the certificate of the proxy. `client_passed`: a client that always refuses it passes through for a time.',
    count: 'The number of connections from `first_seen` to `last_seen`',
    host: 'The last host that was used: a name or an address, without a port',
    reason:
      'Why the handshake failed: the error code of OpenSSL or Node, such as CERT_HAS_EXPIRED; for `client_refused` the TLS alert of the client, or `closed`',
    clients:
      'How many clients have refused the certificate of the proxy for this service, as far as the proxy remembers',
  },
  SimulationResult: {
    evaluated: 'The number of interactions evaluated: the newest of the period, at most 10,000',
    evaluated_from:
      'The start of the evaluated time: the start of the period, or the time of the oldest evaluated interaction if the period has more than were evaluated',
    complete: 'Whether every interaction of the period was evaluated',
    excepted:
      'How many interactions the rules match that an exception in force would let through; they are not part of `matched`. Exceptions of a single policy count with its `policy_id`',
    by_exception: 'Which exceptions; where several are needed together, each of them counts',
    exceptions_for_values:
      'Exceptions in force for exact values. They count only where the value was recorded in full: the values of proxies are masked',
    by_action: 'The matches by the action that was taken when they were recorded',
    by_day: 'The matches by day (UTC), oldest first; days without matches are left out',
    changes: 'The difference from the current rules of the policy `policy_id`; absent without `policy_id`',
    warnings:
      'Unknown types of data and AI services, and types that are found too late to block or coach; absent if there are none',
    by_platform: 'Most matches first',
    samples: 'The newest matches',
  },
  Tier: {
    '': '1: patterns, found in the client. 2: names, terms and keys, found in the backend. 3: meaning, classified asynchronously.',
  },
  UnitInterval: { '': 'From 0 to 1.' },
  User: {
    email: 'Unique within the tenant, compared without case',
    status: '`pending` until the invitation is accepted',
  },
  UserMeUpdate: {
    password: 'Ends every other session',
    current_password: 'With a new password, unless you signed in less than five minutes ago',
    code: 'With a new password, where there is a second factor',
  },
  Delivery: {
    event_id: 'The same for every delivery of the event',
    timestamp: 'The time of the last attempt; before the first attempt, the time when the delivery was created',
    state: '`pending` until it succeeds, fails for good or is dropped',
    success: 'Whether the receiver answered with 2xx',
    status_code: 'Null before the first attempt, or if the receiver did not respond',
    error: 'A code and a sentence; absent if there was no error',
    attempt: 'The number of attempts so far',
    next_attempt_at: 'Null if no further attempt is planned',
    attempts: 'Oldest first',
  },
  DeliveryAttempt: {
    status_code: 'Null if the receiver did not respond',
    error: 'A code and a sentence; null if the attempt succeeded',
  },
  TelemetryFinding: {
    '': 'What was found at one place of telemetry: of what a program reports of itself.',
    part: '`prompt`: a field that holds a prompt. `telemetry`: any other',
    at: 'Where in the body, as `events[0].name`; empty if that is not known',
    enforced: 'Whether policies looked at it. Otherwise it is recorded and nothing more',
  },
  InteractionEventData: {
    '': 'The interaction as it is sent in events. Values are masked.',
    matched_in_context:
      'Present only if a policy matched what stands before or beside the newest message: the types that it matched',
    telemetry: 'Present only if it is telemetry: what was found in it, where, and whether policies looked at it',
  },
  DeletedEventData: { '': 'The object that was deleted.' },
  Webhook: {
    has_auth_token: 'Whether there is an `auth_token`, which is never shown',
    created_by: 'The e-mail address of the admin, who gets a mail when the webhook is switched off',
    last_delivery: 'The time of the last attempt; null before the first',
    delivery_count: 'The number of deliveries that were attempted; each counts once',
  },
  WebhookCreate: {
    url: 'https://…, reachable from the public internet',
    headers: 'Sent with every delivery',
    auth_token: 'Sent as `Authorization: Bearer`',
  },
  WebhookTestResult: { status_code: 'Null if the receiver did not respond', error: 'Why it was not delivered' },
  WebhookWithSecret: { signing_secret: '`whsec_` and base64; shown only in this response' },
}
