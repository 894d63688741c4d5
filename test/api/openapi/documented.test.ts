import test from 'ava'
import { BASE } from '../../../api/http/base.ts'
import { createDocument } from '../../../api/openapi/document.ts'
import { EXAMPLES } from '../../../api/openapi/examples.ts'
import { allRoutes } from '../../support/api-routes.ts'
import { ApiDocument, type Exchange } from '../../support/documented.ts'
import { fileScope } from '../../support/scope.ts'

const document = new ApiDocument(JSON.parse(JSON.stringify(createDocument(allRoutes(fileScope()), BASE))))

const POLICY = EXAMPLES.getPolicy?.answer as Record<string, unknown>
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'abc',
  'ratelimit-limit': '1000',
  'ratelimit-remaining': '999',
  'ratelimit-reset': '60',
  etag: '"1"',
}

function getPolicy(changes: Partial<Record<keyof typeof HEADERS, string>>, body: unknown, status = 200): Exchange {
  const headers = new Headers({ ...HEADERS, ...changes })
  return { method: 'GET', path: '/api/v1/policies/1', status, headers, text: JSON.stringify(body) }
}

test('an answer as documented passes', (t) => {
  t.deepEqual(document.problemsOf(getPolicy({}, POLICY)), [])
  t.notThrows(() => document.check(getPolicy({}, POLICY)))
})

test('an answer that is not as documented is found', (t) => {
  const { name: _name, ...nameless } = POLICY
  const cases: [Exchange, RegExp][] = [
    [getPolicy({}, nameless), /^\/name: is required$/],
    [getPolicy({}, { ...POLICY, secret: 1 }), /^\/secret: must not be there$/],
    [getPolicy({}, { ...POLICY, priority: '1' }), /^\/priority: must be of type integer$/],
    [getPolicy({}, { ...POLICY, created_at: 'today' }), /^\/created_at: must be a date-time$/],
    [getPolicy({}, { ...POLICY, id: 'x' }), /^\/id: must be a uuid$/],
    [getPolicy({}, { ...POLICY, rules: { action: 'stop', conditions: [] } }), /^\/rules\/action: must be one of/],
    [getPolicy({}, POLICY, 418), /^418 is not among the answers$/],
    [getPolicy({}, POLICY, 404), /error: is required/],
    [getPolicy({ 'content-type': 'text/plain' }, POLICY), /^it is text\/plain, not application\/json$/],
    [getPolicy({ etag: '1' }, POLICY), /^ETag: must match/],
    [getPolicy({ 'ratelimit-reset': 'soon' }, POLICY), /^RateLimit-Reset: must be of type integer$/],
  ]
  for (const [exchange, expected] of cases) {
    t.true(
      document.problemsOf(exchange).some((problem) => expected.test(problem)),
      String(expected),
    )
    t.throws(() => document.check(exchange), { message: /GET \/api\/v1\/policies\/1 is not as documented/ })
  }
  const bare = { ...getPolicy({}, POLICY), headers: new Headers({ 'content-type': 'application/json' }) }
  t.true(document.problemsOf(bare).includes('the header X-Request-Id is missing in a 200'))
})

test('a path or a method that is not documented may only be refused', (t) => {
  const headers = new Headers(HEADERS)
  const error = JSON.stringify({ error: 'No', request_id: 'abc' })
  const refused = (method: string, path: string, status: number) =>
    document.problemsOf({ method, path, status, headers, text: error }).length === 0
  t.true(refused('GET', '/api/v1/nothing', 404))
  t.false(refused('GET', '/api/v1/nothing', 200))
  t.true(refused('PATCH', '/api/v1/policies', 405))
  t.false(refused('PATCH', '/api/v1/policies', 404))
})
