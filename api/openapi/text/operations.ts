/** The description of each operation, by operationId, for what its summary does not say; Markdown. */
export const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  getReadiness: '503 while the server starts or stops, and while its database cannot be used.',
  getMetrics:
    'WEIR_METRICS_ALLOW_CIDRS lists the addresses that may read it; by default loopback and private addresses.',
  login:
    'An unknown address, a wrong password, an invitation that was not accepted and an inactive user all get the same 401, after the same time. `code` is needed by users with a second factor: a 400 with the path `code` says so, once the password was right. `tenant_id` is needed only if the same address and password are valid in several tenants; a 400 says so.',
  createSession:
    'For the console in a browser. Besides a token of ten minutes the response sets the cookie `__Host-weir-session`, which no script can read and which only `POST /auth/session/refresh` and `DELETE /auth/session` accept. Needs the header `X-Weir-Console: 1` and comes from a page of this server: 403 otherwise. Attempts are counted together with those of `POST /auth/login`.',
  refreshSession:
    'Reads the cookie that `POST /auth/session` has set, and nothing else. The session lasts eight hours, unless it is ended before. Needs the header `X-Weir-Console: 1`.',
  deleteSession:
    'Ends the session of the cookie, and every token it has obtained, at once. Needs the header `X-Weir-Console: 1`.',
  createSessionByLink:
    'The token is that of the link which `npm run admin -- user sign-in-link` prints, good for one session within ten minutes. Sets the cookie of `POST /auth/session`, and needs the same header.',
  getSignInMethods: 'What a page for signing in offers.',
  startSingleSignOn:
    'For browsers. Leads to the OpenID provider of `WEIR_OIDC_ISSUER`, which leads back to `GET /auth/oidc/callback`. 404 where none is set.',
  finishSingleSignOn:
    'For browsers that come back from the OpenID provider: sets the cookie of `POST /auth/session` and leads to the page that was asked for, or to `/?sign-in=REASON` where the person is refused.',
  linkSingleSignOn:
    'For administrators, whom a verified e-mail address alone does not link, and for everyone else who wants it. Needs the header `X-Weir-Console: 1`, the password where the user has one, and the code where there is a second factor. The answer of the provider that follows binds the account to the person there.',
  beginSecondFactor:
    'Needs the password again. The answer is for an authenticator app (TOTP, RFC 6238): as a text to type, and as the address of a QR code. Nothing changes until a code is confirmed. 409 if there is a second factor, and for users without a password.',
  confirmSecondFactor:
    'From now on a login needs `code` besides the password: of the app, or one of the recovery codes, each of which is good for one login. Every other session of the user ends.',
  removeSecondFactor: 'Takes a code of the app, or a recovery code.',
  deleteUserSecondFactor:
    'For people who have lost both the app and the recovery codes. Their sessions end. Of yourself: 409; another admin can, and `npm run admin -- user remove-second-factor`.',
  listOwnSessions:
    'The session used last comes first; `current` marks the one that asks. `last_used_at` and `address` are those of the last use, to the minute; `user_agent` is the beginning of what the client said of itself. A user has at most 100: the next sign-in ends the one that was not used for the longest time.',
  endOtherSessions: 'Their tokens are refused from now on, and their WebSockets closed.',
  endOwnSession: 'It may be the one that asks. Its tokens are refused from now on, and its WebSockets closed.',
  listSessions: 'Empty for users who are not active.',
  endSessions: 'The user has to log in again. Of yourself, the session that asks goes on.',
  endSession: 'Its tokens are refused from now on, and its WebSockets closed. The user can log in again.',
  deleteUserIdentity:
    'For people whose account at the provider has changed, or was linked by mistake. The next single sign-on finds the user by the verified e-mail address, or not at all. The sessions of the user end, but for your own.',
  acceptInvitation:
    'The token comes in the mail. It is valid for seven days and can be used once. Afterwards the user is active and logged in.',
  updateMe:
    'A new password ends every other session of the user; the session that sent the request continues. It needs ' +
    '`current_password`, unless the session began with a sign-in of the last five minutes, and `code` where there is a second ' +
    'factor. Accounts without a password of their own are refused (409).',
  createProxyToken:
    'A personal token for a proxy with `WEIR_PROXY_AUTH=basic`: programs send the e-mail address as the name and the token as the password. The token is shown only in this response. A previous token becomes invalid.',
  deleteProxyToken:
    'Requests with the token are refused from now on. Deleting a token that does not exist succeeds too.',
  createUserProxyToken:
    'For people who do not log in themselves. The token is shown only in this response, and a previous token becomes invalid. 409 for users who have not accepted their invitation.',
  deleteUserProxyToken:
    'Proxies refuse requests with the token within a second. Deleting a token that does not exist succeeds too.',
  lookUpProxyUser:
    'For proxies with `WEIR_PROXY_AUTH=header`. A user is found by e-mail address, whatever the status; any other name gives null.',
  verifyProxyToken:
    'For proxies. An unknown address, a wrong token and an inactive user all get the same 404, after the same time. Its requests are counted apart from the other requests of the service token.',
  inviteUser:
    'Sends a mail with a link that is valid for seven days: through the server of WEIR_SMTP_URL or, without one, into a file of `outbox/` in the data directory, which the log of the API names. An address whose invitation has expired can be invited again. An address that is in use or has a valid invitation is a 409; `POST /users/{id}/resend-invitation` sends the mail again.',
  updateUser:
    'The address cannot be changed. A new role applies at once, also to open sessions. Changing your own role, or the role of the last active admin, is a 409.',
  setUserStatus:
    'An inactive user is logged out at once and cannot log in. 409 for users who have not accepted their invitation, for your own account, for the last active admin, and for activating a user whom the provisioning client keeps out.',
  resetPassword: 'The user is logged out at once.',
  deleteUser:
    'The user is logged out at once. What the user did stays in the audit log. 409 for your own account and for the last active admin.',
  createPolicy:
    'A policy matches an interaction if all its conditions match; a policy without conditions matches every interaction. Names are unique within the tenant: 409. Unknown types of data and AI services are accepted, with `warnings` in the response; the same holds for updates. A `block` or `coach` policy on a type that only tier 3 finds (`ORGANIZATION`, `TOPIC_…`) gets a warning too: such types are found after the prompt was sent.',
  listPolicies: 'Items are summaries. With `include=rules` they are full policies, which is what a proxy requests.',
  simulatePolicy:
    'Shows what rules would match before you enable them. Nothing is stored, and no event is sent. At most the newest 10,000 interactions of the period are evaluated: `evaluated_from` says how far back they go, and `complete` whether they are all interactions of the period. Findings in system prompts and earlier turns count, as they do in the proxy. `samples` are up to 20 of the matches. With `policy_id`, `changes` compares the rules with those of that policy.',
  orderPolicies:
    'Takes the id of every policy of the tenant, first the one that is evaluated first, and changes as few priorities as it can. 409 if a policy is missing, or is not there any more. With the strictest resolution the order decides nothing (`policy_resolution` of `GET /configuration`).',
  listPolicyVersions:
    'Read from the audit log, which says what each change replaced, for policies that were deleted too. `complete` is false if there are more versions than `limit`, or if the log does not tell of older ones: changes by earlier releases, and of rules with thousands of values.',
  updatePolicy: 'Only the fields that are sent change.',
  createDetector:
    'A detector finds data besides the built-in rules: a `pattern`, a `dictionary` of words, `known_values` of which only hashes are stored, or an `allow_list` of values that are not findings. Every proxy uses it within a second. A pattern is a RE2 regular expression and is tested before it is saved: 400 if it is not valid RE2, matches the empty string or nearly everything, or is slow; 503 if the test does not finish in time. Names are unique within the tenant: 409. More detectors or values than docs/custom-detectors.md allows, or patterns that are too slow together, are a 409 too.',
  testDetector:
    'Shows what a detector finds before you save it. Nothing is stored. `classifications` are the findings of the detector itself, `dropped` are the findings of the built-in detectors that an allow-list drops. 503 if the text takes longer than WEIR_INSPECT_BUDGET_MS.',
  listDetectors:
    'Items are summaries. With `include=rules` they are full detectors. A proxy gets known values as an index of keyed hashes, in which it looks up words of a text.',
  updateDetector:
    'Only the fields that are sent change; `kind` cannot change. `values` replaces all values. If `ignore_case` of known values changes, the values must be sent again, since only their hashes are stored.',
  resendInvitation:
    'For a user who has not accepted the invitation yet, whether or not it has expired. The mail has a new link that is valid for seven days; the previous link becomes invalid. At most three times a minute for each user, and 20 invitations to one person in a day: 429.',
  createInteraction:
    'The policies are evaluated, and their decisions are part of the response. A service token may send `id`, `timestamp`, `policy_decisions` and `enforced_action`, since a proxy has already evaluated the policies. A second request with the same `id` stores nothing and returns the stored interaction. A `timestamp` before 2000 or more than a day in the future indicates a wrong clock: the time of arrival replaces it, `content_metadata.reported_timestamp` keeps it, and a `clock_jump` alert is raised. Requests from a user may contain these four fields, so that a fetched interaction can be sent back, but they are ignored.',
  createInteractions:
    'Items have the same form as the body of `POST /interactions`. Invalid items are skipped without an error: compare `stored` with `received`. `rejected` lists them, by their place from 0 and the code of what was wrong first; it is absent where all are valid.',
  searchInteractions:
    'Needs `content_hash`, or `start_date` and `end_date`; 400 without them. `platform_id` narrows either search. The newest interactions come first. Each search is recorded in the audit log, without what was searched for.',
  reclassifyInteraction:
    'New findings are added to the recorded ones, and the higher risk score is kept: nothing that is recorded is removed or lowered. The policy decisions are updated; the action that was enforced does not change. Sending the same result again changes nothing. 409 for a lower tier than the recorded one.',
  listInteractions:
    'Filters combine: an interaction must match all of them. `inspection`, `model` and `host` are compared with the values in `content_metadata` that the proxy records: `inspection.status`, `model`, and `host` without regard to case. `reference` finds the interaction that a refusal or a warning named to the user.',
  eraseInteractions:
    'For erasure requests. With both `user_id` and `content_hash`, interactions that match both are deleted. 400 with neither, or with another filter. Interactions are deleted in batches, so that other requests are served meanwhile, and disappear from statistics and the inventory too. The response is sent when all are deleted. The audit log keeps one entry with the count, without their content. 409 names the legal hold that keeps some of it, and nothing is deleted.',
  getPersonalData:
    'For a person’s request to see the data held about them: the account, complete interactions, alerts, what the person did (`actions`) and what was done to the account (`changes`), one page of each; `totals` has the counts. It also works for the id of a user who was deleted, or of a person who was never a user here. The request is recorded in the audit log.',
  getInteraction: 'The read is recorded in the audit log.',
  deleteInteraction:
    'For erasure requests. The audit log records that the interaction was deleted, but none of its content. 409 names the legal hold that keeps it.',
  createServiceToken:
    'The token is shown only in this response. Scopes: `record` records interactions, `classify` classifies texts, `policies` reads policies and detectors and receives live updates of them, `scim` provisions users and groups.',
  deleteServiceToken: 'Requests with the token are refused from now on, and its open WebSocket connections are closed.',
  listAuditLog: 'Entries are never changed or deleted. `action` is `<resource>.<past verb>`, such as `policy.created`.',
  verifyAuditLog:
    'The hash of every entry covers the previous entry. If the chain is broken, `first_invalid` is the first entry that does not fit. The log is also compared with what the server keeps of its end outside of the database: if it was cut off, `expected_entries` says how many entries there must be at least.',
  createWebhook:
    'The URL must be https, without credentials, and its host must have public addresses, or addresses in WEIR_WEBHOOK_ALLOW_CIDRS; this is checked again at every connection. `signing_secret` is shown only in this response. Custom `headers` must not be ones that the service sets itself. `auth_token` is sent as `Authorization: Bearer` and never shown again. A tenant can have at most WEIR_WEBHOOKS_MAX webhooks: 409.',
  updateWebhook:
    'Only the fields that are sent change; an empty `auth_token` removes it. `active: true` switches on a webhook that was switched off after failures, and sends the deliveries that wait for it.',
  rotateWebhookSecret:
    'For 24 hours deliveries are also signed with the previous secret: in `X-Service-Signature-Previous`, and as the second value of `webhook-signature`.',
  testWebhook:
    'A sample event of this type is signed and sent at once, whether or not the webhook is active or subscribed to the type. It is sent once and not stored: it is neither an event nor a delivery. The objects in it do not exist; their ids begin with `00000000-0000-4000-8000-`. If the receiver did not respond, `status_code` is null and `error` says why.',
  listDeliveries:
    'A delivery is one event for one webhook. `status_code`, `response_time_ms` and `error` are those of its last attempt; `attempts` lists all attempts. A `dropped` delivery was given up, because its webhook was switched off for good or the interaction in it was deleted.',
  redeliver:
    'Creates a new delivery of the same event, with the same id and the same body, whatever the result of the first delivery. It is attempted like any other. 409 if the webhook is switched off, or if the interaction in the event was deleted.',
  listAlerts:
    'Alerts of the same type for the same user, service and policies within ten minutes are combined into one alert with a count. With `include=facts` each has `facts`: what the interaction that raised it says now.',
  getAlert: 'With `include=facts` it has `facts`: what the interaction that raised it says now.',
  setAlertStatus:
    'A resolved alert takes a `resolution` and a `note`, also later on; opening it again forgets them. The note is not in events, and is erased with the interaction that raised the alert.',
  setAlertsStatus:
    'As for one alert: each is a change of its own, with its own event and entry in the audit log. Ids that are no alert of yours are in `not_found`.',
  getSetup:
    'What devices need to use the proxy beside this API, and the first steps of an installation, in the order in which they are best taken. `ca`: the certificate is there and does not end within 30 days (of proxies elsewhere: they have read a prompt). `device`: something other than `npm run admin -- demo` came through a proxy. `prompt`: a prompt is recorded, `policy`: one is enabled, `colleague`: a second user is there, `receiver`: a webhook, `backup`: one was made of the data directory of this API.',
  reportProxy:
    'For proxies, about every 30 seconds: versions, sums and codes, nothing of what passes. `policies_version` and `detectors_version` are the first 16 hexadecimal digits of the SHA-256 of the sorted lines `ID UPDATED_AT PRIORITY` of the enabled ones (of detectors the line ends after a second space). `stopping: true` says that the proxy ends. A proxy that is silent for WEIR_PROXY_SILENT_MINUTES without having said so raises a `proxy_silent` alert, which is resolved when it reports again. One that goes on with other policies than the API for two minutes raises `proxy_behind`. As long as a proxy is alive, no other service token reports for it: 409. At most 200 proxies of a tenant are kept: a further one takes the place of one that has stopped or is silent, and is answered with 409 if there is none.',
  listProxies:
    'How each proxy did when it reported last. `alive` is false if it said that it ends (`state` is then `stopped`, for an hour), or has not reported for WEIR_PROXY_SILENT_MINUTES (`silent`, for seven days). `policies_in_step` and `detectors_in_step` say whether it has the policies and detectors in force that the API has now.',
  reportSightings:
    'For proxies: connections to AI services that passed without being decrypted (`tunnelled`), and services whose TLS certificate or handshake was refused (`handshake_failed`); clients that refused the certificate of the proxy (`client_refused`), and those that therefore pass through (`client_passed`). The inventory counts `tunnelled` connections and refusals of clients. A service that was never seen before raises a `new_ai_service` alert, and a failed handshake or a client that passes through an `inspection_failed` alert. Invalid items are skipped without an error: compare `stored` with `received`. `rejected` lists them, by their place from 0 and the code of what was wrong first; it is absent where all are valid. Times before the year 2000 or more than a day ahead become the time of the report. The same `batch_id` again within a day gets the same response and is counted once.',
  updateSettings:
    '`own_words`: whether proxies leave out what coding agents send about themselves, such as the address of the vendor in their instructions; on by default. Proxies apply a change within a second. The audit log records who made it.',
  setSanctionStatus: 'Only services that have been seen can be changed.',
  getDashboard:
    'A period of 24 hours is counted by the hour, longer periods by the day in UTC. The current hour or day is included. With `include=details` the answer also has `previous`, `not_inspected`, `open_alerts_by_severity`, `by_policy`, and `logged` in `series`.',
  getServiceStatistics: 'Counted as the dashboard is: by the hour over 24 hours, else by the day in UTC.',
  classifyText:
    'The tenant’s own detectors are used in every tier. Tier 1 finds patterns. Tier 2 also finds names, medical and legal terms, addresses and keys. Tier 3 also classifies the meaning of the text: names and organisations in running text, and topics (`TOPIC_SOURCE_CODE`, `TOPIC_CREDENTIALS`, `TOPIC_HR`, `TOPIC_HEALTH`, `TOPIC_LEGAL`, `TOPIC_FINANCIAL_RESULTS`, `TOPIC_CUSTOMER_DATA`). It uses the provider of WEIR_TIER3: 400 if that is off, 503 if it does not respond within WEIR_TIER3_TIMEOUT_MS. 503 too if the text takes the detectors longer than WEIR_INSPECT_BUDGET_MS. A response is never partial: after a 503, try again, send a shorter text or request tier 2. The text is neither stored nor logged.',
  openLiveUpdates: `Authenticate the upgrade request with the Authorization header or, in browsers, with the subprotocols \`weir.v1\` and \`bearer.<token>\`. A token in a query parameter is not accepted. A request without an upgrade is answered with 426.

Messages are JSON. From the server: \`{"type": "hello", "connection_id"}\`, \`{"type": "event", "id", "timestamp", "event_type", "tenant_id", "data"}\`, \`{"type": "subscribed", "events"}\`, \`{"type": "gap"}\` (events may have been missed), \`{"type": "error", "error"}\`, \`{"type": "pong"}\`. From the client: \`{"type": "subscribe", "events": ["interaction.*"]}\` (a second subscription replaces the first; without a subscription the client gets all events) and \`{"type": "ping"}\`. A client that reconnects sends the id of the last event it received as \`last_event_id\` in its first subscription, within a second. It then gets the events of the last five minutes that it missed, or a \`gap\`.

Viewers get no \`user.*\` events. Service tokens get only \`policy.*\` events, and \`{"type": "detectors_changed"}\` when the detectors have changed and must be read again, and \`{"type": "users_changed"}\` when a user or a proxy token has changed, and \`{"type": "switches_changed"}\` when a service switch has, and \`{"type": "exceptions_changed"}\` when an exception to policies has. The server sends a ping every 30 seconds and disconnects clients that do not read fast enough. When a token is revoked, its connections are closed with code 4401.`,
}
