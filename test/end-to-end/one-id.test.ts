import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { startCollector } from '../support/collector.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { post } from '../support/prompts.ts'
import { EMAIL, policyOn } from '../support/sample-policies.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const OPENAI = 'api.openai.com'

interface Line {
  readonly [name: string]: unknown
  readonly data?: { readonly id?: string; readonly interaction_id?: string }
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

test('one id leads from the client over the service to the record and its events, and is in one line of the log', async (t) => {
  const folder = temporaryFolder(t)
  const events = join(folder, 'events.jsonl')
  const collector = await startCollector(t)
  const upstream = await startUpstream(t, { hosts: [OPENAI] })
  const weir = await startWeir(t, {
    upstreams: { [OPENAI]: upstream },
    env: { WEIR_OTLP_ENDPOINT: collector.url, WEIR_EVENT_FILE: events, WEIR_LOG_FORMAT: 'json' },
  })
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  const client = throughProxy(t, weir)
  const chat = { model: 'gpt-5', messages: [{ role: 'user', content: `write to ${EMAIL}` }] }
  const own = 'req-of-the-client-7'
  const answer = await post(client, `https://${OPENAI}/v1/chat/completions`, chat, { 'x-request-id': own })
  t.is(answer.status, 200)

  const id = String(answer.headers['x-weir-interaction'])
  t.is((await weir.interaction(id)).id, id, 'the record')
  t.is(upstream.arrivals.at(-1)?.headers['x-request-id'], own, "the client's own id reaches the service as it is")
  t.false(JSON.stringify(upstream.arrivals.at(-1)?.rawHeaders).includes(id), 'and Weir tells it nothing')
  const trace = id.replaceAll('-', '')
  await until(
    () => collector.spans().some(({ traceId, name }) => traceId === trace && name === 'weir.upstream'),
    () => 'no span of the exchange with the service',
  )

  const isAbout = ({ data }: Line) => data?.id === id || data?.interaction_id === id
  const told = () => linesOf(readFileSync(events, 'utf8')).filter(isAbout)
  await until(
    () => told().some(({ event_type }) => event_type === 'interaction.created'),
    () => 'no event of the record',
  )
  t.true(told().some(({ event_type }) => event_type === 'interaction.policy_violated'))

  const logged = () => linesOf(weir.product.stdout).filter(({ interaction_id }) => interaction_id === id)
  await until(
    () => logged().length > 0,
    () => 'no line of the log',
  )
  t.is(logged().length, 1, 'one line for one request')
  // pino's number for info.
  t.like(logged()[0], { event: 'request', level: 30, reference: trace.slice(-10), action: 'coach', status: 200 })
  const document = readFileSync(new URL('../../docs/logging.md', import.meta.url), 'utf8')
  const ofPino = ['level', 'time', 'pid', 'hostname', 'name', 'msg', 'event']
  for (const field of Object.keys(logged()[0] ?? {}).filter((name) => !ofPino.includes(name)))
    t.regex(document, new RegExp(`^\\| (?:\`\\w+\`, )*\`${field}\`(?:, \`\\w+\`)* \\|`, 'm'), field)
})
