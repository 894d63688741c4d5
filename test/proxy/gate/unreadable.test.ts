import zlib from 'node:zlib'
import test from 'ava'
import { throughProxy } from '../../support/dispatchers.ts'
import { post } from '../../support/prompts.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
let upstream: FakeUpstream
let closed: Weir
let open: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  const upstreams = { [HOST]: upstream }
  closed = await startWeir(scope, { upstreams })
  open = await startWeir(scope, { upstreams, env: { WEIR_FAIL_MODE: 'open' } })
  for (const weir of [closed, open]) await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

interface Unreadable {
  readonly what: string
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Where it says how far the inspection came. */
  readonly status?: 'partial' | 'none'
  readonly reason: string
  /** In the client's message. */
  readonly says: RegExp
}

/** Some 64 MiB in a few kilobytes: far beyond the default limit of 10 MiB. */
const ZEROS = Buffer.alloc(64 * 1024 * 1024)
const PROMPT = JSON.stringify({ input: 'a harmless prompt, cut short' })

const CASES: readonly Unreadable[] = [
  {
    what: 'malformed JSON',
    body: Buffer.from('{"input":"half a prompt'),
    status: 'partial',
    reason: 'malformed_body',
    says: /malformed/,
  },
  {
    what: 'JSON with something behind it',
    body: Buffer.from(`${PROMPT}{}`),
    status: 'partial',
    reason: 'malformed_body',
    says: /malformed/,
  },
  {
    what: 'an unknown encoding',
    body: Buffer.from(PROMPT),
    headers: { 'content-encoding': 'compress' },
    status: 'partial',
    reason: 'unknown_encoding',
    says: /encoded in a way/,
  },
  {
    what: 'a known encoding with an unknown one',
    body: zlib.gzipSync(PROMPT),
    headers: { 'content-encoding': 'gzip, compress' },
    // It is read as what it is, an archive.
    status: 'partial',
    reason: 'unknown_encoding',
    says: /encoded in a way/,
  },
  {
    what: 'gzip that is none',
    body: Buffer.from(PROMPT),
    headers: { 'content-encoding': 'gzip' },
    // Services that do not look at the field read it.
    status: 'partial',
    reason: 'bad_encoding',
    says: /does not decode/,
  },
  {
    what: 'gzip that ends early',
    body: zlib.gzipSync(PROMPT).subarray(0, -9),
    headers: { 'content-encoding': 'gzip' },
    status: 'partial',
    reason: 'bad_encoding',
    says: /does not decode/,
  },
  {
    what: 'gzip with something behind it',
    body: Buffer.concat([zlib.gzipSync(PROMPT), Buffer.from('more')]),
    headers: { 'content-encoding': 'gzip' },
    reason: 'bad_encoding',
    says: /does not decode/,
  },
  {
    what: 'a gzip bomb',
    body: zlib.gzipSync(ZEROS),
    headers: { 'content-encoding': 'gzip' },
    status: 'partial',
    reason: 'too_large',
    says: /larger than/,
  },
  {
    what: 'a br bomb',
    body: zlib.brotliCompressSync(ZEROS, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    headers: { 'content-encoding': 'br' },
    status: 'partial',
    reason: 'too_large',
    says: /larger than/,
  },
  {
    what: 'a zstd bomb',
    body: zlib.zstdCompressSync(ZEROS),
    headers: { 'content-encoding': 'zstd' },
    status: 'partial',
    reason: 'too_large',
    says: /larger than/,
  },
  {
    what: 'a gzip bomb in a gzip bomb',
    body: zlib.gzipSync(zlib.gzipSync(ZEROS)),
    headers: { 'content-encoding': 'gzip, gzip' },
    status: 'partial',
    reason: 'too_large',
    says: /larger than/,
  },
  {
    what: 'JSON nested a million levels deep',
    body: Buffer.from('['.repeat(1_000_000)),
    status: 'partial',
    reason: 'malformed_body',
    says: /malformed/,
  },
]

for (const [index, { what, body, headers = {}, status, reason, says }] of CASES.entries()) {
  const agent = `unreadable/${index}`
  const path = `/v1/responses?case=${index}`

  test.serial(`closed: ${what} is refused, recorded and counted`, async (t) => {
    const before = await closed.metric('weir_proxy_inspections_total', { reason })
    const answer = await post(throughProxy(t, closed), `https://${HOST}${path}`, body, headers)
    t.is(answer.status, 400)
    t.regex(answer.text, says)
    t.is(answer.headers['x-should-retry'], 'false')
    t.is(answer.headers['x-weir-action'], 'block')
    t.is(answer.headers['x-weir-policy'], undefined)
    const record = await closed.interaction(String(answer.headers['x-weir-interaction']))
    t.is(record.enforced_action, 'block')
    t.deepEqual(record.policy_decisions, [])
    t.like(record.content_metadata.inspection, { reason })
    t.is(record.content_metadata.body_bytes, body.length)
    t.is(await closed.metric('weir_proxy_inspections_total', { reason }), before + 1)
  })

  test.serial(`open: ${what} passes byte for byte, recorded and counted`, async (t) => {
    const before = await open.metric('weir_proxy_inspections_total', { reason })
    const client = throughProxy(t, open)
    const answer = await post(client, `https://${HOST}${path}`, body, { ...headers, 'user-agent': agent })
    t.is(answer.status, 200)
    const arrivals = upstream.arrivals.filter(({ url }) => url === path)
    t.is(arrivals.length, 1, 'what was refused before did not come here')
    t.true(arrivals[0]?.body.equals(body))
    const [record] = await open.listed(({ content_metadata }) => content_metadata.user_agent === agent)
    t.is(record?.enforced_action, 'allow')
    t.like(record?.content_metadata.inspection, status === undefined ? { reason } : { status, reason })
    t.is(await open.metric('weir_proxy_inspections_total', { reason }), before + 1)
  })
}

test.serial('open: what can be read of a broken body is held against the policies', async (t) => {
  const client = throughProxy(t, open)
  const broken = `{"input":"pay ${IBAN}"`
  const cut = zlib.gzipSync(JSON.stringify({ input: `pay ${IBAN} ${'and wait '.repeat(20_000)}` }))
  for (const [body, headers] of [
    [Buffer.from(broken), {}],
    [cut.subarray(0, cut.length - 12), { 'content-encoding': 'gzip' }],
  ] as const) {
    const answer = await post(client, `https://${HOST}/v1/responses`, body, headers)
    t.is(answer.status, 400)
    t.is(answer.headers['x-weir-policy'], 'No IBAN')
  }
})

test.serial(
  'an inspection that outlasts its budget is judged by the fail mode, and others do not wait for it',
  async (t) => {
    const hurried = await startWeir(t, { upstreams: { [HOST]: upstream }, env: { WEIR_INSPECT_BUDGET_MS: '1' } })
    const parts = Array.from({ length: 60_000 }, (_, n) => ({ role: 'user', content: `mail a${n}@b${n}.example` }))
    const client = throughProxy(t, hurried)
    const answer = await post(client, `https://${HOST}/v1/chat/completions`, { messages: parts })
    t.is(answer.status, 400)
    t.regex(answer.text, /could not be inspected in time/)
    const record = await hurried.interaction(String(answer.headers['x-weir-interaction']))
    t.like(record.content_metadata.inspection, { reason: 'over_budget' })
  },
)

test.serial('the process stays up through all of it, and within its memory', async (t) => {
  for (const weir of [closed, open]) {
    t.is(weir.product.process.exitCode, null)
    t.is((await post(throughProxy(t, weir), `https://${HOST}/v1/responses`, { input: 'after all' })).status, 200)
    t.true((await weir.metric('weir_proxy_process_resident_memory_bytes')) < 1024 * 1024 * 1024)
    t.is(weir.product.stderr, '')
  }
})
