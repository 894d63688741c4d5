import test from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { type PromptAnswer, post } from '../support/prompts.ts'
import { EMAIL, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { SERVICE_REQUESTS, type ServiceRequest } from '../support/service-requests.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const POLICY = 'No addresses outside'
const HOSTS = [...new Set(SERVICE_REQUESTS.map(({ url }) => new URL(url).host))]
const AT_ONCE = 8
const scope = fileScope()
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: HOSTS })
  const upstreams = Object.fromEntries(HOSTS.map((host) => [host, upstream]))
  weir = await startWeir(scope, { upstreams, env: { WEIR_TIER3: 'off', WEIR_TENANT_RATE: '1000000' } })
  await weir.createPolicy(policyOn('EMAIL', 'block', POLICY))
})

/** Sends every request, some at a time, each with its number. */
async function eachRequest(send: (request: ServiceRequest, index: number) => Promise<void>): Promise<void> {
  const pending = SERVICE_REQUESTS.entries()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, request] of pending) await send(request, index)
    }),
  )
}

function bodyOf({ body }: ServiceRequest, text: string): Buffer {
  const made = body(text)
  return Buffer.isBuffer(made) ? made : Buffer.from(JSON.stringify(made))
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

/** Whether a refusal names the policy, at its place. */
function saysWhy({ text, headers }: PromptAnswer, { at, form }: NonNullable<ServiceRequest['refusal']>): boolean {
  if (form === 'events') return String(headers['content-type']).startsWith('text/event-stream') && text.includes(POLICY)
  if (form !== undefined) return text.includes(POLICY)
  const message = textAt(text, at)
  return typeof message === 'string' && message.includes(POLICY)
}

/** The string at a place in JSON; undefined where there is none. */
function textAt(json: string, place: readonly string[]): unknown {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  for (const name of place) value = (Array.isArray(value) ? value[0] : (value as Record<string, unknown>))?.[name]
  return value
}

test('what is allowed reaches every service byte for byte', async (t) => {
  const dispatcher = throughProxy(t, weir)
  await eachRequest(async (request, index) => {
    const { url, headers, service, operation } = request
    const body = bodyOf(request, `Request ${index} of the test.`)
    const { status } = await post(dispatcher, url, body, headers)
    const arrived = upstream.arrivals.filter((arrival) => arrival.body.equals(body))
    t.is(status, 200, `${service} ${operation}`)
    t.is(arrived.filter((arrival) => arrival.url === pathOf(url)).length, 1, `${service} ${operation}`)
  })
})

test('what a policy stops is refused in the form of its service, recorded, and reaches none', async (t) => {
  const dispatcher = throughProxy(t, weir)
  const ids = new Map<string, ServiceRequest>()
  await eachRequest(async (request, index) => {
    const { url, headers, service, operation, refusal = { at: ['error', 'message'] } } = request
    const answer = await post(dispatcher, url, bodyOf(request, `Write to ${EMAIL}, request ${index}.`), headers)
    t.is(answer.status, refusal.status ?? 400, `${service} ${operation}: ${answer.text}`)
    t.is(saysWhy(answer, refusal), refusal.form !== 'nothing', `${service} ${operation}: ${answer.text}`)
    t.false(answer.text.includes(EMAIL))
    ids.set(String(answer.headers['x-weir-interaction']), request)
  })
  t.is(ids.size, SERVICE_REQUESTS.length)
  t.false(upstream.arrivals.some(({ body }) => body.includes(EMAIL)))

  const records = await weir.listed(() => true, ids.size, '&enforced_action=block')
  for (const { id, platform_id, interaction_type, classifications, content_metadata } of records) {
    const { service = '', operation = '', type = 'prompt' } = ids.get(id) ?? {}
    t.is(platform_id, service, operation)
    t.is(interaction_type, type, `${service} ${operation}`)
    // What stands before the newest turn is counted by type.
    const found = JSON.stringify([classifications, content_metadata.context_findings])
    t.true(found.includes('"EMAIL"'), `${service} ${operation}`)
  }
})
