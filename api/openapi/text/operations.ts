/** What the summary of an operation leaves open, by operationId; Markdown. */
export const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  getReadiness: 'Answers 503 while the server starts or stops, and where its database does not answer.',
  getMetrics:
    'Who may read it is set by WEIR_METRICS_ALLOW_CIDRS: loopback and private addresses unless said otherwise.',
  login:
    'Unknown addresses, wrong passwords, invitations that were not accepted and inactive users get the same 401, after the same time. `tenant_id` is needed only where the same address and password fit several tenants: a 400 says so.',
  acceptInvitation:
    'The token comes by mail and is good for seven days, once. Afterwards the user is active and logged in.',
  updateMe: 'A new password ends every other session of the user; the one that asked for it goes on.',
  createProxyToken:
    'A personal token, with which a proxy that asks for names and passwords knows who uses it. It is in this answer and nowhere else; the one before holds no longer.',
  deleteProxyToken: 'Whoever uses it is refused from now on. There need not be one.',
  verifyProxyToken:
    'For proxies. 404 for an unknown address, a wrong token and an inactive user alike, after the same time. After ten wrong ones within a minute an address is a 429.',
  inviteUser:
    'Sends a mail with a link that is good for seven days. An address whose invitation has expired can be invited again; one that is in use, or has a live invitation, is a 409: `POST /users/{id}/resend-invitation` sends its mail again.',
  updateUser:
    'The address cannot be changed. A new role holds at once, for open sessions too. Changing the own role is a 409, as is taking it from the last active admin.',
  setUserStatus:
    'An inactive user is logged out at once and cannot log in. Users who have not accepted their invitation have no status to change, nobody can deactivate themselves, and the last active admin stays: 409.',
  resetPassword: 'The user is logged out at once.',
  deleteUser:
    'The user is logged out at once. What the user did stays in the audit log. Nobody can delete themselves, and the last active admin stays: 409.',
  createPolicy:
    'A policy matches an interaction when all its conditions do; without conditions it matches every interaction. Names are unique within the tenant: 409. Types of data and AI services that nothing is known by are accepted, with `warnings` in the answer, here as in updates.',
  listPolicies: 'Items are summaries; with `include=rules` they are full policies, which is what a proxy asks for.',
  simulatePolicy:
    'Nothing is stored and nobody is told: look here before you enable. At most the newest 10,000 interactions of the period are evaluated; `evaluated_from` says how far back they reach, and `complete` whether they are all. What was found in system prompts and earlier turns counts, as it does in the proxy. `samples` are up to 20 of those that match. With `policy_id`, `changes` compares with the rules of that policy.',
  updatePolicy: 'Only the fields that are sent change.',
  createDetector:
    'What a company looks for besides the built-in rules: a `pattern`, a `dictionary` of words, `known_values` of which only hashes are kept, or an `allow_list` of values that are no finding. Every proxy has it within a second. A pattern is RE2, and is tried before it is saved: 400 where it is no RE2, matches the empty string or nearly everything, or is slow; 503 where the trial does not end in time. Names are unique within the tenant, and all bounds are in docs/custom-detectors.md: 409 where there are too many.',
  testDetector:
    'Nothing is stored: look here before you save. `classifications` are what the detector finds by itself, `dropped` what an allow-list takes away from the built-in ones.',
  listDetectors:
    'Items are summaries; with `include=rules` they are full detectors. A proxy gets known values as an index of keyed hashes in which texts can be looked up.',
  updateDetector:
    'Only the fields that are sent change; `kind` stays. `values` replaces all values; of known values they must be sent again where `ignore_case` changes, since only hashes are kept.',
  resendInvitation:
    'For a user who has not accepted yet, whether or not the invitation has expired. The mail has a new link, good for seven days, and the link before ends. Three times a minute for each user at most: 429.',
  createInteraction:
    'Policies are evaluated, and their decisions are part of the answer. A service token may send `id`, `timestamp`, `policy_decisions` and `enforced_action`, since a proxy has decided already; the same `id` again is answered with what is stored, and stored once. A `timestamp` before 2000 or more than a day ahead shows a wrong clock: the time of arrival takes its place, `content_metadata.reported_timestamp` keeps it, and a `clock_jump` alert tells of it. From a user these four fields are ignored, so that a fetched interaction can be sent back.',
  createInteractions:
    'Items have the shape that `POST /interactions` takes. Invalid items are skipped without an error: compare `stored` with `received`.',
  searchInteractions:
    'Needs `content_hash`, or `start_date` and `end_date`: 400 with neither. `platform_id` narrows either. Newest first. A search by `content_hash` is in the audit log, without the hash.',
  reclassifyInteraction:
    'The findings are united, and the higher risk stays: nothing that is recorded gets less. The policies’ decisions follow; what was enforced stays as it was. The same result again changes nothing. 409 for an earlier tier than the recorded one.',
  listInteractions:
    'Filters combine: an interaction must fit all of them. `inspection`, `model` and `host` are those of `content_metadata`, as the proxy records it: `inspection.status`, `model`, and `host` in any case. An interaction that was refused or warned of is found by the `reference` that the person was shown.',
  eraseInteractions:
    'For requests of erasure: with `user_id` and `content_hash` together, what is both. 400 with neither, or with another filter. It is deleted in batches, so that others are served meanwhile, and is gone from statistics and the inventory too; the answer comes when all is deleted. The audit log keeps one entry with the count, and nothing of what it was.',
  getPersonalData:
    'For the request of a person to see what is held: the account, interactions whole, alerts, what the person did (`actions`) and what was done to the account (`changes`), a page of each; `totals` says how many there are. Also for an id that interactions name and that is, or was, no user here. Asking is in the audit log.',
  getInteraction: 'That it was read is in the audit log.',
  deleteInteraction: 'For requests of erasure. The audit log keeps that it was deleted, and nothing of what it was.',
  createServiceToken:
    'The token is in this answer and nowhere else. Scopes: `record` records interactions, `classify` asks for classifications, `policies` reads policies and detectors and listens to their changes.',
  deleteServiceToken: 'Whoever uses it is refused from now on, and an open WebSocket is closed.',
  listAuditLog: 'Entries are never changed or deleted. `action` is `<resource>.<past verb>`, such as `policy.created`.',
  verifyAuditLog:
    'Every entry’s hash covers the entry before it. Where the chain is broken, `first_invalid` is the first entry that does not fit.',
  createWebhook:
    'The URL is https, without credentials, and leads to public addresses, or to those of WEIR_WEBHOOK_ALLOW_CIDRS; it is checked again at every connection. `signing_secret` is in this answer and nowhere else. Custom `headers` must not be those that the service sets itself; `auth_token` is sent as `Authorization: Bearer` and never shown again. A tenant has as many webhooks as WEIR_WEBHOOKS_MAX allows: 409.',
  updateWebhook:
    'Only the fields that are sent change; an empty `auth_token` removes it. `active: true` switches a webhook on again that its failures have switched off: what waits for it is sent then.',
  rotateWebhookSecret:
    'For 24 hours deliveries are signed with the secret before as well: in `X-Service-Signature-Previous`, and as the second value of `webhook-signature`.',
  testWebhook:
    'A sample of this type is signed and sent at once, whether or not the webhook is active or has asked for it. It is sent once, and neither an event nor a delivery: nothing of it is kept. The things it tells of do not exist: their ids begin with `00000000-0000-4000-8000-`. Where no answer came, `status_code` is null and `error` says why.',
  listDeliveries:
    'A delivery is one event on its way to one webhook. `status_code`, `response_time_ms` and `error` are those of its last attempt, `attempts` has them all. A delivery that is `dropped` was given up: its webhook was switched off for good, or the interaction it told of was deleted.',
  redeliver:
    'Makes a new delivery of the same event, with the same id and the same body, whatever became of the first; it is attempted as any other. 409 where the webhook is switched off, or where the interaction that the event tells of was deleted.',
  listAlerts:
    'The same type of alert for the same user, service and policies within ten minutes is one alert that counts.',
  reportSightings:
    'For proxies: connections to AI services that passed without being decrypted (`tunnelled`), and services whose TLS they would not go on with (`handshake_failed`). The inventory counts the former; a service that was never seen before is a `new_ai_service` alert, a handshake that failed an `inspection_failed` alert. Invalid items are skipped without an error: compare `stored` with `received`. The same `batch_id` again within a day is answered alike and counted once.',
  updateSettings:
    '`own_words`: whether proxies leave out what coding agents say of themselves, such as a vendor’s address in their instructions; on unless it is switched off. Proxies have a change within a second. The audit log tells who made it.',
  setSanctionStatus: 'Only services that have been seen can be judged.',
  getDashboard: '24 hours are counted by the hour, longer periods by the day in UTC, the running one included.',
  classifyText:
    'The tenant’s own detectors are looked for in every tier. Tier 1 looks for patterns, tier 2 also for names, medical and legal terms, addresses and keys; tier 3 what the text means as well: names and organisations in running text, and topics (`TOPIC_SOURCE_CODE`, `TOPIC_CREDENTIALS`, `TOPIC_HR`, `TOPIC_HEALTH`, `TOPIC_LEGAL`, `TOPIC_FINANCIAL_RESULTS`, `TOPIC_CUSTOMER_DATA`), by the provider of WEIR_TIER3: 400 where that is off, 503 where it does not answer within WEIR_TIER3_TIMEOUT_MS. Nothing is left out silently: with a 503 ask again, or for tier 2. The text is neither stored nor logged.',
  openLiveUpdates: `Authenticate the upgrade with the Authorization header, or, in browsers, with the subprotocols \`weir.v1\` and \`bearer.<token>\`; never with a query parameter. A request without an upgrade is answered with 426.

Messages are JSON. From the server: \`{"type": "hello", "connection_id"}\`, \`{"type": "event", "id", "timestamp", "event_type", "tenant_id", "data"}\`, \`{"type": "subscribed", "events"}\`, \`{"type": "gap"}\` (events may have been missed), \`{"type": "error", "error"}\`, \`{"type": "pong"}\`. From the client: \`{"type": "subscribe", "events": ["interaction.*"]}\`, where a second subscription replaces the first and none means everything, and \`{"type": "ping"}\`. Who was cut off sends the id of the last event as \`last_event_id\` in the first subscription, within a second, and gets what it missed in the last five minutes, or a \`gap\`.

Viewers get no \`user.*\` events, service tokens only \`policy.*\`, and \`{"type": "detectors_changed"}\` when they are to read the detectors again. The server pings every 30 seconds and cuts off readers that do not keep up. A token that is revoked closes the connection with code 4401.`,
}
