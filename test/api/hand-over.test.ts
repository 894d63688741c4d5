import { randomUUID } from 'node:crypto'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { startApiThread } from '../../api/thread.ts'
import type { RecordAnswer, RecordBatch } from '../../core/model/hand-over.ts'
import { type ApiClient, createApiClient } from '../../proxy/api-client/client.ts'
import { ApiError } from '../../proxy/api-client/errors.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, apiSettings } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'

const BODY_LIMIT = 10 * 1024 * 1024

async function start(t: ExecutionContext) {
  const settings = apiSettings(temporaryFolder(t), { WEIR_LOG_LEVEL: 'silent' })
  const api = await startApiThread({
    settings,
    logger: pino({ level: 'silent' }),
    onCrash: (error) => {
      throw error
    },
  })
  t.teardown(() => api.close())
  const open = (token = api.internalToken, records: () => MessagePort | undefined = () => api.records()): ApiClient => {
    const client = createApiClient({ apiUrl: api.url, token, ca: undefined, records })
    t.teardown(() => client.close())
    return client
  }
  const login = await ask('POST', '/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD })
  const { token: admin } = login as { token: string }
  async function ask(method: string, path: string, json?: unknown, token?: string): Promise<unknown> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json', ...authorization }
    const body = json === undefined ? null : JSON.stringify(json)
    const answer = await fetch(api.url + path, { method, headers, body })
    return answer.status === 204 ? undefined : answer.json()
  }
  return { api, open, ask: (method: string, path: string, json?: unknown) => ask(method, path, json, admin) }
}

const record = (fields: object = {}) => ({
  id: randomUUID(),
  platform_id: 'openai-api',
  content_hash: 'a'.repeat(64),
  policy_decisions: [],
  enforced_action: 'allow',
  tier: 2,
  ...fields,
})
const items = (...records: unknown[]) => records.map((item) => Buffer.from(JSON.stringify(item)))

async function failure(t: ExecutionContext, sending: Promise<unknown>) {
  const { code, status } = await t.throwsAsync(sending, { instanceOf: ApiError })
  return { code, status }
}

test('records handed over are validated, stored and known again as over HTTP', async (t) => {
  const { open, ask } = await start(t)
  const sent = [record(), record({ tier: 9 }), record({ risk_score: 0.9 }), 'nonsense', record({ user_id: null })]
  const overPort = open()
  t.deepEqual(await overPort.sendBatch(items(...sent)), { received: 5, stored: 3, rejected: [1, 3] })
  t.deepEqual(
    await open(undefined, () => undefined).sendBatch(items(...sent)),
    { received: 5, stored: 3, rejected: [1, 3] },
    'the same over HTTP',
  )
  t.deepEqual(await overPort.sendBatch([]), { received: 0, stored: 0 })
  const { data } = (await ask('GET', '/interactions')) as { data: { id: string }[] }
  const valid = [sent[0], sent[2], sent[4]].map((item) => (item as { id: string }).id)
  t.deepEqual(data.map(({ id }) => id).sort(), valid.sort())
})

test('a token that may not record, or no longer, is refused at the next batch', async (t) => {
  const { open, ask } = await start(t)
  const create = async (scopes: string[]) => {
    const made = await ask('POST', '/service-tokens', { name: scopes.join(), scopes })
    return made as { id: string; token: string }
  }
  t.deepEqual(await failure(t, open('wst_unknown').sendBatch(items(record()))), {
    code: 'ERR_API_UNAUTHORIZED',
    status: 401,
  })
  const reader = await create(['policies'])
  t.deepEqual(await failure(t, open(reader.token).sendBatch(items(record()))), {
    code: 'ERR_API_FORBIDDEN',
    status: 403,
  })
  const recorder = await create(['record'])
  const client = open(recorder.token)
  t.deepEqual(await client.sendBatch(items(record())), { received: 1, stored: 1 })
  await ask('DELETE', `/service-tokens/${recorder.id}`)
  t.deepEqual(await failure(t, client.sendBatch(items(record()))), { code: 'ERR_API_UNAUTHORIZED', status: 401 })
})

test('a batch that is at fault as a whole is told apart from others', async (t) => {
  const { open } = await start(t)
  const client = open()
  const refused = { code: 'ERR_API_REFUSED', status: 400 }
  t.deepEqual(await failure(t, client.sendBatch(items(...Array.from({ length: 501 }, () => ({}))))), refused)
  t.deepEqual(await failure(t, client.sendBatch([Buffer.from('{"a":')])), refused)
  t.deepEqual(await failure(t, client.sendBatch([Buffer.alloc(BODY_LIMIT, '1')])), {
    code: 'ERR_API_TOO_LARGE',
    status: 413,
  })
  t.deepEqual(await client.sendBatch(items(record())), { received: 1, stored: 1 })
})

test('a proxy that starts again uses the same port, and hears nothing of what another one sent', async (t) => {
  const { open } = await start(t)
  const first = open()
  const late = first.sendBatch(items(record()))
  const lost = failure(t, late)
  await first.close()
  t.deepEqual(await lost, { code: 'ERR_API_UNREACHABLE', status: undefined })
  const second = open()
  const answers = await Promise.all(
    [1, 2, 3].map((count) => second.sendBatch(items(...Array.from({ length: count }, () => record())))),
  )
  t.deepEqual(
    answers.map(({ stored }) => stored),
    [1, 2, 3],
  )
})

test('an API that is gone, silent or no longer waited for is unreachable', async (t) => {
  const { api, open } = await start(t)
  const client = open()
  await api.close()
  const unreachable = { code: 'ERR_API_UNREACHABLE', status: undefined } as const
  t.deepEqual(await failure(t, client.sendBatch(items(record()))), unreachable)
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port2.close())
  const silent = open(undefined, () => port1)
  const stop = new AbortController()
  const waiting = failure(t, silent.sendBatch(items(record()), stop.signal))
  stop.abort()
  t.deepEqual(await waiting, unreachable)
  t.deepEqual(await failure(t, silent.sendBatch(items(record()), stop.signal)), unreachable)
})

test('an API that starts again has another port, and what waited for the first is told at once', async (t) => {
  const { open } = await start(t)
  const channels = [new MessageChannel(), new MessageChannel()] as const
  t.teardown(() => channels[1].port2.close())
  let current: MessagePort | undefined = channels[0].port1
  const client = open(undefined, () => current)
  const taken = new Promise((resolve) => channels[0].port2.once('message', resolve))
  const waiting = failure(t, client.sendBatch(items(record())))
  await taken
  channels[0].port2.close()
  t.deepEqual(await waiting, { code: 'ERR_API_UNREACHABLE', status: undefined })
  channels[1].port2.on('message', ({ request }: RecordBatch) =>
    channels[1].port2.postMessage({ request, status: 200, received: 1, stored: 1 } satisfies RecordAnswer),
  )
  current = channels[1].port1
  t.deepEqual(await client.sendBatch(items(record())), { received: 1, stored: 1 })
})
