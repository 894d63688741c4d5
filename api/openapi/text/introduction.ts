/** What holds for every operation; Markdown (OpenAPI, info.description). */
export const INTRODUCTION = `Weir records and governs what people send to AI services. The record of an interaction has a hash of its content, what was found in it and what was done about it; it never has the text.

**Tenants.** Everything belongs to the tenant of the caller. What belongs to another tenant does not exist: 404.

**Authentication.** Every request but a few public ones carries \`Authorization: Bearer <token>\`. Users get a token from \`POST /auth/login\`; it lasts 8 hours, and a change of role, password or status holds for it at once. Proxies and browser extensions use service tokens, which have scopes in place of a role.

**Errors.** \`{"error": "…", "request_id": "…"}\`, where \`error\` is one sentence a person can act on; with status 400 \`details\` says which fields or parameters are wrong, and why. Unknown fields and parameters are errors. A path that does not take a method answers 405 and names in \`Allow\` those it takes. \`X-Request-Id\` is in every answer; send your own, of up to 64 letters, digits, dots, dashes and underscores, and it is kept.

**Lists.** \`page\` counts from 1, \`limit\` is 50 unless given and 500 at most; \`X-Total-Count\`, \`X-Page\`, \`X-Per-Page\` and \`X-Total-Pages\` say where the page is. \`sort\` takes a field, with a dash before it for descending order.

**Limits.** 1,000 requests a minute for all users of a tenant together and for each service token; 5 a minute for each address on login and on accepting invitations. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) say what is left, \`Retry-After\` how long to wait after a 429. An operator may set other numbers. A body has at most 1 MiB, a batch 10 MiB, after decompression.

**Versions.** Policies carry an \`ETag\`. A read with \`If-None-Match\` answers 304 where nothing has changed. A change with \`If-Match\` answers 412 where somebody else was faster; without it, it is not guarded.

**Events.** What webhooks are sent is described under \`webhooks\`, by the type of the event; \`GET /ws\` carries the same events.

**Formats.** Timestamps are ISO 8601; they may be sent with any offset and come back in UTC. Identifiers are UUIDs; those of webhooks, deliveries and events have 32 hexadecimal digits after \`whk_\`, \`dlv_\` and \`evt_\`. Text is well-formed Unicode without NUL characters. Lengths count UTF-16 code units.`
