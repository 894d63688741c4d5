/** What holds for every operation; Markdown (OpenAPI, info.description). */
export const INTRODUCTION = `Weir records and controls what people send to AI services. The record of an interaction holds a hash of its content, the findings and the action that was taken. It never holds the text.

**Tenants.** A caller sees only the data of its own tenant. A request for something of another tenant is answered with 404.

**Authentication.** Every request, except to a few public paths, needs \`Authorization: Bearer <token>\`. Users get a token from \`POST /auth/login\`. It is valid for 8 hours, and a change of the user's role, password or status applies to it at once. Proxies and browser extensions use service tokens, which have scopes instead of a role. Users and groups are provisioned over SCIM 2.0 (RFC 7644) at \`/scim/v2\`, which describes itself at \`/scim/v2/Schemas\`.

**Errors.** \`{"error": "…", "request_id": "…"}\`, where \`error\` is a sentence for people. With status 400, \`details\` lists the fields or parameters that are wrong, and why. Unknown fields and parameters are errors. A method that a path does not support is answered with 405, and \`Allow\` lists the supported methods. Every response has \`X-Request-Id\`. If a request sends its own, of up to 64 letters, digits, dots, dashes and underscores, that one is used.

**Lists.** \`page\` counts from 1. \`limit\` is 50 by default and 500 at most. The headers \`X-Total-Count\`, \`X-Page\`, \`X-Per-Page\` and \`X-Total-Pages\` describe the page. On MongoDB, if counting all matches would take too long, \`X-Total-Is-Estimate: true\` and \`total_is_estimate\` say that the total is a lower bound. \`sort\` takes the name of a field; a dash before it sorts in descending order.

**Limits.** 1,000 requests a minute for all users of a tenant together and for each service token; 5 a minute for each address on login and on accepting invitations. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) show what is left. After a 429, \`Retry-After\` says how many seconds to wait. An operator can change these limits. A request body may have at most 1 MiB, a batch 10 MiB, both after decompression.

**Versions.** Policies have an \`ETag\`. A read with \`If-None-Match\` is answered with 304 if nothing has changed. A change with \`If-Match\` is answered with 412 if the policy has changed since it was read. A change without \`If-Match\` overwrites other changes.

**Events.** The events sent to webhooks are described under \`webhooks\`, by event type. \`GET /ws\` sends the same events.

**Formats.** Timestamps are ISO 8601. Requests may use any offset; responses use UTC. Identifiers are UUIDs; those of webhooks, deliveries and events have 32 hexadecimal digits after \`whk_\`, \`dlv_\` and \`evt_\`. Text is well-formed Unicode without NUL characters. Lengths count UTF-16 code units.`
