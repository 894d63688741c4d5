import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { ERROR_EXAMPLES, EXAMPLES, type Example } from '../../../api/openapi/examples.ts'
import { startTestApi } from '../../support/api.ts'
import { type Schema, validate } from '../../support/json-schema.ts'
import { startWebhookApi } from '../../support/webhook-api.ts'
import { type Call, Stabilizer, tellStory } from './story.ts'

const FILE = join(import.meta.dirname, '../../../api/openapi/examples.json')
/** Set it to write the examples anew after a change, then look at the difference. */
const UPDATE = process.env.WEIR_TEST_UPDATE_EXAMPLES === '1'
const MINUTE_MS = 60_000

interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly { readonly name: string; readonly schema: Schema; readonly example?: unknown }[]
}

interface Document {
  readonly paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

test('every example is what the API really answers, and every operation has one', async (t) => {
  let now = Date.parse('2026-11-21T09:30:00.000Z')
  const actors = await startWebhookApi(t, { now: () => new Date(now), besideProxy: true })
  const { api } = actors
  const { json: document } = await api.request<Document>('GET', '//docs/openapi.json')
  const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]))
  const stabilizer = new Stabilizer()
  const told: Record<string, Example> = {}
  const errors: Record<string, unknown> = {}

  async function call(
    operationId: string,
    { params = {}, query, body }: Call,
    headers?: Readonly<Record<string, string>>,
  ) {
    now += MINUTE_MS
    const { method = '', path = '', security = [] } = operations.get(operationId) ?? {}
    const isForServices = security.length > 0 && !security.some((scheme) => 'session' in scheme)
    const search =
      query === undefined
        ? ''
        : `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
    return api.request(method, path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '') + search, {
      token: isForServices ? api.server.internalToken : api.admin,
      ...(body !== undefined && { json: body }),
      ...(headers !== undefined && { headers }),
      ...(body === undefined && method === 'POST' && { body: 'text' }),
    })
  }

  await tellStory(actors, {
    async tell<T>(operationId: string, request: Call = {}) {
      const { status, json } = await call(operationId, request)
      if (status >= 300) throw new Error(`${operationId} answered ${status} ${JSON.stringify(json)}`)
      told[operationId] = stabilizer.stable({ ...request, status, ...(json !== undefined && { answer: json }) })
      return json as T
    },
    async err(response, operationId, request = {}, headers) {
      const { json } = await call(operationId, request, headers)
      errors[response] = stabilizer.stable({ status: 0, answer: json }).answer
    },
  })

  if (UPDATE) writeFileSync(FILE, `${JSON.stringify({ operations: told, errors }, null, 2)}\n`)
  else {
    t.deepEqual(EXAMPLES, told)
    t.deepEqual(ERROR_EXAMPLES, errors)
  }
  const browsers = ['createSession', 'refreshSession', 'deleteSession', 'createSessionByLink']
  // With codes of an app, which are others each time.
  const apps = [
    'beginSecondFactor',
    'confirmSecondFactor',
    'removeSecondFactor',
    'deleteUserSecondFactor',
    'deleteUserIdentity',
  ]
  // Used while they are listed.
  const sessions = ['listOwnSessions', 'endOwnSession', 'endOtherSessions']
  const providers = ['startSingleSignOn', 'finishSingleSignOn', 'linkSingleSignOn']
  const unexplained = [
    'getMetrics',
    'openLiveUpdates',
    'getDocumentAsJson',
    'getDocumentAsYaml',
    ...browsers,
    ...providers,
    ...apps,
    ...sessions,
  ]
  t.deepEqual(Object.keys(told).sort(), [...operations.keys()].filter((id) => !unexplained.includes(id)).sort())
})

test('every example fits the schema beside it', async (t) => {
  const api = await startTestApi(t)
  const { json: document } = await api.request<Document>('GET', '//docs/openapi.json')
  let examples = 0
  const look = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return
    const { schema, example } = part as { schema?: Schema; example?: unknown }
    if (schema !== undefined && example !== undefined) {
      examples += 1
      t.deepEqual(validate(example, schema, document), [], path)
    }
    for (const [key, inner] of Object.entries(part)) if (key !== 'example') look(inner, `${path}/${key}`)
  }
  look(document, '')
  t.true(examples > 80, `${examples} examples`)
})
