import { aHeartbeat } from '../../support/heartbeat.ts'

/** Users of one tenant, and service tokens named by their only scope. */
export type Insider = 'viewer' | 'admin' | 'record' | 'classify' | 'policies'

/** Nobody sends no token, `expired` one that was an admin's, and a stranger is an admin of another tenant. */
export const CALLERS = [
  'anonymous',
  'expired',
  'viewer',
  'admin',
  'record',
  'classify',
  'policies',
  'stranger',
] as const satisfies readonly (Insider | 'anonymous' | 'expired' | 'stranger')[]
export type CallerName = (typeof CALLERS)[number]

/** What a path is about: an object of our tenant, which a stranger must not find. */
export type ObjectKind =
  | 'user'
  | 'invited'
  | 'policy'
  | 'detector'
  | 'interaction'
  | 'alert'
  | 'service_token'
  | 'switch'
  | 'exception'
  | 'platform'
  | 'webhook'
  | 'delivery'
  | 'session'

interface Row {
  /** Undefined lets everybody in. */
  readonly allowed?: readonly Insider[]
  /** What a request that is right in every respect is answered. */
  readonly ok: number
  readonly of?: ObjectKind
  readonly query?: string
  /** `n` is another number at each call: names must be unique. */
  readonly body?: (n: number) => unknown
}

const USERS = ['viewer', 'admin'] as const
const ADMINS = ['admin'] as const
const RECORDERS = ['admin', 'record'] as const
const POLICY_READERS = ['viewer', 'admin', 'policies'] as const

const HASH = 'a'.repeat(64)
const DETECTOR = { kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' }
const RULES = { action: 'log', conditions: [] }

/** Who may do what: the one table (specification, Role permissions; docs/reference/api-rules.md, Roles). */
export function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}

export const TABLE: Readonly<Record<string, Row>> = {
  'POST /auth/login': { ok: 401, body: () => ({ email: 'nobody@example.com', password: 'Wrong-Passw0rd' }) },
  // Nobody but a browser with a cookie; test/api/browser-sessions.test.ts.
  'POST /auth/session': { ok: 403, body: () => ({ email: 'nobody@example.com', password: 'Wrong-Passw0rd' }) },
  'POST /auth/session/refresh': { ok: 403 },
  'DELETE /auth/session': { ok: 403 },
  'POST /auth/session/link': { ok: 403, body: () => ({ token: 'unknown' }) },
  // Nobody where there is no OpenID provider; test/api/single-sign-on.test.ts.
  'GET /auth/methods': { ok: 200 },
  'GET /auth/oidc/start': { ok: 404 },
  'GET /auth/oidc/callback': { ok: 404 },
  'POST /auth/accept-invitation': { ok: 400, body: () => ({ token: 'unknown', password: 'Right-Passw0rd' }) },
  'GET /healthz': { ok: 200 },
  'GET /readyz': { ok: 200 },
  'GET /metrics': { ok: 200 },
  'GET /docs/openapi.json': { ok: 200 },
  'GET /docs/openapi.yaml': { ok: 200 },

  'GET /users/me': { allowed: USERS, ok: 200 },
  'PUT /users/me': { allowed: USERS, ok: 200, body: () => ({ display_name: 'Me' }) },
  'POST /users/me/proxy-token': { allowed: USERS, ok: 201 },
  'DELETE /users/me/proxy-token': { allowed: USERS, ok: 204 },
  'GET /users/me/identity': { allowed: USERS, ok: 200 },
  'GET /users/me/second-factor': { allowed: USERS, ok: 200 },
  // What it takes to get further is in test/api/second-factor.test.ts.
  'POST /users/me/second-factor': { allowed: USERS, ok: 403, body: () => ({ password: 'Wrong-Passw0rd' }) },
  'POST /users/me/second-factor/confirm': { allowed: USERS, ok: 409, body: () => ({ code: '000000' }) },
  'POST /users/me/second-factor/remove': { allowed: USERS, ok: 409, body: () => ({ code: '000000' }) },
  'GET /users/me/sessions': { allowed: USERS, ok: 200 },
  'DELETE /users/me/sessions': { allowed: USERS, ok: 200 },
  // Of somebody else, which is nobody's own; test/api/sessions.test.ts.
  'DELETE /users/me/sessions/:session_id': { allowed: USERS, ok: 404, of: 'user' },
  'GET /users/:id/sessions': { allowed: ADMINS, ok: 200, of: 'user' },
  'DELETE /users/:id/sessions': { allowed: ADMINS, ok: 200, of: 'user' },
  'DELETE /users/:id/sessions/:session_id': { allowed: ADMINS, ok: 204, of: 'session' },
  'POST /auth/oidc/link': { allowed: USERS, ok: 403, body: () => ({}) },
  'POST /proxy-tokens/verify': {
    allowed: ['record', 'policies'],
    ok: 404,
    body: (n) => ({ email: `${n}@example.com`, token: 'wpt_unknown' }),
  },
  'POST /proxy-tokens/users': {
    allowed: ['record', 'policies'],
    ok: 200,
    body: (n) => ({ user: `${n}@example.com` }),
  },
  'POST /users/:id/proxy-token': { allowed: ADMINS, ok: 201, of: 'user' },
  'DELETE /users/:id/proxy-token': { allowed: ADMINS, ok: 204, of: 'user' },
  'POST /service-switches': {
    allowed: ADMINS,
    ok: 201,
    body: () => ({ kind: 'intercept_only_for', platform_id: 'openai-api', reason: 'pilot', addresses: ['10.0.0.0/8'] }),
  },
  'GET /service-switches': { allowed: [...USERS, 'policies'], ok: 200 },
  'DELETE /service-switches/:id': { allowed: ADMINS, ok: 204, of: 'switch' },
  'POST /exceptions': {
    allowed: ADMINS,
    ok: 201,
    body: () => ({ types: ['EMAIL'], reason: 'a trial', owner: 'jo@example.com', expires_at: inAnHour() }),
  },
  'GET /legal-holds': { allowed: ADMINS, ok: 200 },
  'GET /exceptions': { allowed: ['admin', 'policies'], ok: 200 },
  'GET /exceptions/:id': { allowed: ADMINS, ok: 200, of: 'exception' },
  'DELETE /exceptions/:id': { allowed: ADMINS, ok: 204, of: 'exception' },
  'POST /users/invite': { allowed: ADMINS, ok: 201, body: (n) => ({ email: `${n}@example.com`, role: 'viewer' }) },
  'GET /users': { allowed: ADMINS, ok: 200 },
  'GET /users/:id': { allowed: ADMINS, ok: 200, of: 'user' },
  'GET /users/:id/data': { allowed: ADMINS, ok: 200, of: 'user' },
  'PUT /users/:id': { allowed: ADMINS, ok: 200, of: 'user', body: () => ({ display_name: 'Other' }) },
  'DELETE /users/:id': { allowed: ADMINS, ok: 204, of: 'user' },
  'DELETE /users/:id/identity': { allowed: ADMINS, ok: 204, of: 'user' },
  'DELETE /users/:id/second-factor': { allowed: ADMINS, ok: 204, of: 'user' },
  'POST /users/:id/resend-invitation': { allowed: ADMINS, ok: 200, of: 'invited' },
  'PATCH /users/:id/status': { allowed: ADMINS, ok: 200, of: 'user', body: () => ({ status: 'inactive' }) },
  'POST /users/:id/reset-password': {
    allowed: ADMINS,
    ok: 200,
    of: 'user',
    body: () => ({ new_password: 'Brand-New-Passw0rd' }),
  },

  'POST /policies': { allowed: ADMINS, ok: 201, body: (n) => ({ name: `policy ${n}`, rules: RULES }) },
  'POST /policies/simulate': { allowed: ADMINS, ok: 200, body: () => ({ rules: RULES }) },
  'GET /policies': { allowed: POLICY_READERS, ok: 200, query: 'include=rules' },
  // The one policy that the example makes is not all there are.
  'PUT /policies/order': { allowed: ADMINS, ok: 409, body: () => ({ ids: [crypto.randomUUID()] }) },
  'GET /policies/:id/versions': { allowed: USERS, ok: 200, of: 'policy' },
  'GET /policies/:id': { allowed: POLICY_READERS, ok: 200, of: 'policy' },
  'PUT /policies/:id': { allowed: ADMINS, ok: 200, of: 'policy', body: () => ({ priority: 7 }) },
  'PATCH /policies/:id/toggle': { allowed: ADMINS, ok: 200, of: 'policy', body: () => ({ enabled: true }) },
  'DELETE /policies/:id': { allowed: ADMINS, ok: 204, of: 'policy' },

  'POST /detectors': { allowed: ADMINS, ok: 201, body: (n) => ({ name: `detector ${n}`, ...DETECTOR }) },
  'POST /detectors/test': { allowed: ADMINS, ok: 200, body: () => ({ detector: DETECTOR, text: 'EMP-123456' }) },
  'GET /detectors': { allowed: ['admin', 'policies'], ok: 200, query: 'include=rules' },
  'GET /detectors/:id': { allowed: ADMINS, ok: 200, of: 'detector' },
  'PUT /detectors/:id': { allowed: ADMINS, ok: 200, of: 'detector', body: () => ({ words: ['Aurore', 'Orion'] }) },
  'PATCH /detectors/:id/toggle': { allowed: ADMINS, ok: 200, of: 'detector', body: () => ({ enabled: false }) },
  'DELETE /detectors/:id': { allowed: ADMINS, ok: 204, of: 'detector' },

  'POST /interactions': {
    allowed: RECORDERS,
    ok: 201,
    body: () => ({ platform_id: 'openai-api', content_hash: HASH }),
  },
  'POST /interactions/batch': {
    allowed: RECORDERS,
    ok: 200,
    body: () => [{ platform_id: 'openai-api', content_hash: HASH }],
  },
  'GET /interactions': { allowed: USERS, ok: 200 },
  'GET /interactions/search': { allowed: USERS, ok: 200, query: `content_hash=${HASH}` },
  'GET /interactions/:id': { allowed: USERS, ok: 200, of: 'interaction' },
  'POST /interactions/:id/classifications': {
    allowed: RECORDERS,
    ok: 200,
    of: 'interaction',
    body: () => ({ tier: 3, classifications: [] }),
  },
  'DELETE /interactions': { allowed: ADMINS, ok: 200, query: `content_hash=${'0'.repeat(64)}` },
  'DELETE /interactions/:id': { allowed: ADMINS, ok: 204, of: 'interaction' },

  'POST /service-tokens': { allowed: ADMINS, ok: 201, body: (n) => ({ name: `token ${n}`, scopes: ['record'] }) },
  'GET /service-tokens': { allowed: ADMINS, ok: 200 },
  'DELETE /service-tokens/:id': { allowed: ADMINS, ok: 204, of: 'service_token' },

  'POST /webhooks': {
    allowed: ADMINS,
    ok: 201,
    body: (n) => ({ url: `https://127.0.0.1:1/${n}`, events: ['alert.created'] }),
  },
  'GET /webhooks': { allowed: ADMINS, ok: 200 },
  'GET /webhooks/:id': { allowed: ADMINS, ok: 200, of: 'webhook' },
  'PUT /webhooks/:id': { allowed: ADMINS, ok: 200, of: 'webhook', body: () => ({ active: false }) },
  'DELETE /webhooks/:id': { allowed: ADMINS, ok: 204, of: 'webhook' },
  'POST /webhooks/:id/rotate-secret': { allowed: ADMINS, ok: 200, of: 'webhook' },
  'POST /webhooks/:id/test': {
    allowed: ADMINS,
    ok: 200,
    of: 'webhook',
    body: () => ({ event_type: 'alert.created' }),
  },
  'GET /webhooks/:id/deliveries': { allowed: ADMINS, ok: 200, of: 'webhook' },
  'POST /webhooks/:id/deliveries/:delivery_id/redeliver': { allowed: ADMINS, ok: 202, of: 'delivery' },

  'GET /alerts': { allowed: USERS, ok: 200 },
  'GET /alerts/:id': { allowed: USERS, ok: 200, of: 'alert' },
  'PATCH /alerts/:id/status': { allowed: ADMINS, ok: 200, of: 'alert', body: () => ({ status: 'resolved' }) },
  // A stranger is told that they are no alerts of theirs; test/api/alerts-status.test.ts.
  'POST /alerts/status': {
    allowed: ADMINS,
    ok: 200,
    body: () => ({ ids: ['00000000-0000-4000-8000-000000000000'], status: 'resolved' }),
  },
  'GET /inventory': { allowed: USERS, ok: 200 },
  'POST /inventory/sightings': {
    allowed: RECORDERS,
    ok: 200,
    body: () => ({
      sightings: [
        {
          platform_id: 'mistral-lechat',
          kind: 'tunnelled',
          count: 1,
          first_seen: '2026-11-21T10:00:00Z',
          last_seen: '2026-11-21T10:00:00Z',
        },
      ],
    }),
  },
  // A proxy belongs to the token that reports for it: each caller has one of its own.
  'POST /proxies/heartbeat': {
    allowed: RECORDERS,
    ok: 200,
    body: (n) => aHeartbeat({ instance_id: `b2c7a5de-4f0e-8c55-8a7d-${String(n).padStart(12, '0')}` }),
  },
  'GET /proxies': { allowed: ADMINS, ok: 200 },
  'GET /setup': { allowed: ADMINS, ok: 200 },
  'GET /configuration': { allowed: USERS, ok: 200 },
  'GET /settings': { allowed: ADMINS, ok: 200 },
  'PATCH /settings': { allowed: ADMINS, ok: 200, body: () => ({ own_words: true }) },
  'PATCH /inventory/:platform_id': {
    allowed: ADMINS,
    ok: 200,
    of: 'platform',
    body: () => ({ status: 'tolerated' }),
  },
  'GET /dashboard/stats': { allowed: USERS, ok: 200 },
  'GET /inventory/:platform_id/stats': { allowed: USERS, ok: 200, of: 'platform' },
  'GET /audit-log': { allowed: ADMINS, ok: 200 },
  'GET /audit-log/verify': { allowed: ADMINS, ok: 200 },
  'POST /classification/classify': { allowed: ['admin', 'classify'], ok: 200, body: () => ({ text: 'Hello' }) },
  // It only speaks WebSocket, which it says to whom it lets in.
  'GET /ws': { allowed: POLICY_READERS, ok: 426 },
}

export function expectedStatus({ allowed, ok, of }: Row, caller: CallerName): number {
  if (allowed === undefined) return ok
  if (caller === 'anonymous' || caller === 'expired') return 401
  if (caller !== 'stranger') return allowed.includes(caller) ? ok : 403
  if (!allowed.includes('admin')) return 403
  return of === undefined ? ok : 404
}
