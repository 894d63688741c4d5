import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Agent, fetch, ProxyAgent, request } from 'undici'
import { adminCommand } from '../support/admin-command.ts'
import { allFiles } from '../support/files.ts'
import { connectIntercepted, openIntercepted } from '../support/intercepted.ts'
import { docxOf, zipOf } from '../support/packed-files.ts'
import { type Product, runProduct } from '../support/product.ts'
import { ADMIN, ProductApi } from '../support/product-api.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startSocketService } from '../support/socket-service.ts'
import { temporaryFolder } from '../support/temp.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { newReceiverCa, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { announced, settings, untilReady } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const BROKEN = 'api.mistral.ai'
const ABSENT = 'api.cohere.com'

/** A word that stands nowhere else, for each place in which something private can be. */
const planted = new Map<string, string>()
function canary(place: string): string {
  const word = planted.get(place) ?? `Quagga${planted.size}x${place.replace(/\W+/g, '')}Zebu`
  planted.set(place, word)
  return word
}
/** A record keeps it: the program that a client says it is. */
const KEPT = 'QuaggaKeptZebu'
const key = (place: string) => `sk-proj-${canary(place)}T3BlbkFJ0123456789abcdefABCDEF`

const proxyDir = temporaryFolder(scope)
const apiDir = temporaryFolder(scope)
/** What came back to clients of the proxy and of the API where nothing of theirs belongs into it. */
const answers: string[] = []
let api: ProductApi
let apiProduct: Product
let proxy: Product
let receiver: WebhookReceiver
let weir: { readonly proxyPort: number; readonly ca: string }
let client: ProxyAgent

test.before(async () => {
  const ca = newReceiverCa()
  receiver = await startReceiver(scope, { ca, names: ['localhost'] })
  writeFileSync(join(apiDir, 'receiver-ca.pem'), ca.certificate.toString())
  const service = await startSocketService(scope, {
    hosts: [OPENAI, BROKEN],
    onMessage: (socket) =>
      socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: canary('answer on a socket') })),
  })
  service.server.removeAllListeners('request')
  service.server.on('request', (asked, response) => {
    asked.resume().on('end', () => {
      if (asked.headers.host === BROKEN) {
        asked.socket.end(`HTTP/1.1 ${canary('status line')}\r\n${canary('broken head')}\r\n\r\n`)
        return
      }
      response.setHeader('set-cookie', `session=${canary('cookie of an answer')}`)
      response.setHeader('content-type', 'text/event-stream')
      const delta = { choices: [{ delta: { content: `${canary('answer')} ${IBAN}` } }] }
      response.end(`data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`)
    })
  })

  apiProduct = runProduct(
    scope,
    {
      ...settings(apiDir),
      WEIR_LOG_LEVEL: 'trace',
      WEIR_LOG_FORMAT: 'json',
      WEIR_EVENT_FILE: join(apiDir, 'events.jsonl'),
      WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      WEIR_WEBHOOK_CA: join(apiDir, 'receiver-ca.pem'),
    },
    apiDir,
    'api/main.ts',
  )
  await untilReady(apiProduct)
  api = new ProductApi(scope, announced(apiProduct, 'API'), readFileSync(join(apiDir, 'ca.pem'), 'utf8'))
  for (const policy of [policyOn('IBAN', 'block'), policyOn('EMAIL', 'coach'), policyOn('API_KEY', 'log')]) {
    await api.api('POST', '/policies', { ...policy, enabled: true })
  }
  await api.api('POST', '/webhooks', {
    url: `https://localhost:${receiver.port}/`,
    events: ['interaction.created', 'interaction.policy_violated'],
  })
  const { json } = await api.api<{ token: string }>('POST', '/service-tokens', {
    name: 'proxy',
    scopes: ['record', 'policies'],
  })
  planted.set('service token', json.token)
  proxy = runProduct(
    scope,
    {
      ...settings(proxyDir, { [OPENAI]: service, [BROKEN]: service }),
      WEIR_API_URL: api.apiUrl,
      WEIR_SERVICE_TOKEN: json.token,
      WEIR_API_CA: join(apiDir, 'ca.pem'),
      WEIR_LOG_LEVEL: 'trace',
      WEIR_LOG_FORMAT: 'json',
    },
    proxyDir,
    'proxy/main.ts',
  )
  await untilReady(proxy)
  weir = {
    proxyPort: Number(new URL(announced(proxy, 'Proxy')).port),
    ca: readFileSync(announced(proxy, 'CA'), 'utf8'),
  }
  client = new ProxyAgent({
    uri: announced(proxy, 'Proxy'),
    token: `Basic ${Buffer.from(`jane:${canary('proxy password')}`).toString('base64')}`,
    requestTls: { ca: weir.ca },
  })
  scope.teardown(() => client.destroy())
  planted.set('password of the admin', ADMIN.password)
})

/** Sends something private through the proxy; what the proxy itself answers must hold nothing of it. */
async function send(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}, method = 'POST') {
  const answer = await request(url, {
    ...{ dispatcher: client, method },
    headers: { 'content-type': 'application/json', 'user-agent': KEPT, ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) answers.push(text, JSON.stringify(answer.headers))
  return answer.statusCode
}

const chat = (text: string) => ({ model: 'gpt-5', stream: true, messages: [{ role: 'user', content: text }] })
const CHAT = `https://${OPENAI}/v1/chat/completions`

/** Headers in which clients send what must never be kept. */
const SECRET_HEADERS = [
  ...['authorization', 'cookie', 'api-key', 'x-api-key', 'x-goog-api-key', 'chatgpt-account-id', 'openai-organization'],
  ...['openai-sentinel-proof-token', 'x-oai-attestation', 'x-amz-security-token', 'x-csrf-token', 'x-github-token'],
  ...['oai-device-id', 'vscode-machineid', 'x-session-id', 'referer', 'x-own-header'],
]
const secretHeaders = () => Object.fromEntries(SECRET_HEADERS.map((name) => [name, canary(`header ${name}`)]))

test.serial('prompts, blocked and not, with all that a client says of itself', async (t) => {
  const query = ['key', 'access_token', 'accessToken', 'sig', 'tempauth'].map(
    (name) => `${name}=${canary(`query ${name}`)}`,
  )
  t.is(
    await send(`${CHAT}?${query.join('&')}`, chat(`${canary('prompt')} ${key('key in a prompt')}`), secretHeaders()),
    200,
  )
  t.is(
    await send(
      CHAT,
      chat(`${canary('blocked prompt')} ${IBAN} password: ${canary('password in a prompt')}`),
      secretHeaders(),
    ),
    400,
  )
  t.is(await send(CHAT, chat(`${canary('coached prompt')} write to ${canary('name')}@acme-bank.fr`)), 200)
  await send(`https://${OPENAI}/v1/threads/${canary('address')}.roe@acme-bank.fr/messages`, {
    role: 'user',
    content: 'good morning',
  })
  await send(`https://${OPENAI}/v1/files/${key('key in a path')}`, { purpose: `${canary('unknown operation')}` })
  await send(`https://${OPENAI}/v1/responses`, {
    model: 'gpt-5',
    input: 'a',
    tools: [
      { type: 'mcp', authorization: canary('token of a tool'), headers: { 'x-key': canary('header of a tool') } },
    ],
  })
})

test.serial('what is malformed, and services that fail', async (t) => {
  t.is(await send(CHAT, `{"messages": [${canary('broken JSON')}`), 400)
  t.is(
    await send(CHAT, Buffer.from(`\x1f\x8b\x08${canary('broken gzip')}`, 'latin1'), { 'content-encoding': 'gzip' }),
    400,
  )
  t.is(await send(CHAT, chat(canary('unknown coding')), { 'content-encoding': canary('name of a coding') }), 400)
  await send(`https://${BROKEN}/v1/chat/completions`, chat(canary('prompt to a broken service')), secretHeaders())
  await send(`https://${ABSENT}/v2/chat?key=${canary('query to nobody')}`, chat(canary('prompt to nobody')))
  for (const bytes of [
    `GET /${canary('target')} HTTP/1.1\r\nHost: ${OPENAI}\r\n${canary('field without a colon')}\r\n\r\n`,
    `POST /${canary('double length')} HTTP/1.1\r\nHost: ${OPENAI}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${canary('smuggled')}`,
    `POST / HTTP/1.1\r\nHost: ${OPENAI}\r\nTransfer-Encoding: ${canary('transfer coding')}\r\n\r\n`,
    `${canary('method')} / HTTP/9.9\r\n\r\n`,
  ]) {
    const wire = await openIntercepted(t, weir, OPENAI)
    answers.push(await wire.send(bytes).expectEnd())
  }
  for (const bytes of [
    `CONNECT ${canary('user of an authority')}@${OPENAI}:443 HTTP/1.1\r\n\r\n`,
    `GET http://user:${canary('password of a URL')}@127.0.0.1:1/${canary('plain path')} HTTP/1.1\r\nHost: 127.0.0.1:1\r\nCookie: ${canary('plain cookie')}\r\nConnection: close\r\n\r\n`,
    `${canary('no HTTP at all')}\r\n\r\n`,
  ]) {
    const wire = await Wire.open(t, weir.proxyPort)
    answers.push(await wire.send(bytes).expectEnd())
  }
  const cut = await connectIntercepted(t, weir, OPENAI)
  cut.write(
    `POST /v1/responses HTTP/1.1\r\nHost: ${OPENAI}\r\nContent-Length: 999\r\n\r\n{"input":"${canary('prompt that is cut off')}`,
  )
  await new Promise<void>((resolve) => cut.end(() => resolve()))
})

test.serial('WebSockets', async (t) => {
  const socket = await openTestSocket(t, weir, `wss://${OPENAI}/v1/responses`, {
    headers: { authorization: `Bearer ${canary('token of a handshake')}`, cookie: canary('cookie of a handshake') },
  })
  socket.send({ type: 'response.create', model: 'gpt-5', input: canary('message') })
  await socket.expect(1)
  socket.send({ type: 'response.create', model: 'gpt-5', input: `${canary('blocked message')} ${IBAN}` })
  answers.push((await socket.expect(2))[1] ?? '')
  socket.send(`{"type": ${canary('broken message')}`)
  t.is((await socket.expect(3)).length, 3)
})

test.serial('uploads: read, unreadable, broken', async (t) => {
  const upload = (content: Buffer, name = 'a.docx') => {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
    return send(`https://${OPENAI}/v1/files`, body, { 'content-type': 'multipart/form-data; boundary=b' })
  }
  t.is(await upload(docxOf(`<w:p><w:t>${canary('document')}</w:t></w:p>`), `${canary('file name')}.docx`), 200)
  t.is(await upload(docxOf(`<w:p><w:t>${canary('blocked document')} ${IBAN}</w:t></w:p>`)), 400)
  t.is(await upload(zipOf([{ name: `${canary('entry')}.txt`, content: canary('text of an entry'), flags: 1 }])), 200)
  t.is(await upload(Buffer.from(`%PDF-1.7\n1 0 obj <</Title (${canary('broken PDF')})>>\n${canary('junk')}`)), 400)
  t.is(
    await upload(
      Buffer.from(`%PDF-1.7\n<</Title (${canary('PDF that is none')})>> xref ${'('.repeat(500)} startxref\n1\n%%EOF`),
    ),
    400,
  )
})

test.serial('what is sent to the API', async (t) => {
  const call = async (method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}) => {
    const ca = readFileSync(join(apiDir, 'ca.pem'), 'utf8')
    const dispatcher = new Agent({ connect: { ca } })
    const answer = await fetch(`${api.apiUrl}${path}`, {
      method,
      dispatcher,
      body: body ?? null,
      headers: { 'content-type': 'application/json', ...headers },
    })
    answers.push(await answer.text())
    await dispatcher.destroy()
    return answer.status
  }
  t.is(
    await call('POST', '/auth/login', JSON.stringify({ email: ADMIN.email, password: canary('wrong password') })),
    401,
  )
  t.is(await call('GET', '/interactions', undefined, { authorization: `Bearer ${canary('wrong token')}` }), 401)
  await call('POST', '/auth/login', `{"password":"${canary('broken JSON to the API')}`)
  await call(
    'POST',
    '/auth/accept-invitation',
    JSON.stringify({ token: canary('token of an invitation'), password: canary('Aa1-new password') }),
  )
  await call('GET', `/interactions?token=${canary('token in a query')}`)
  const { status } = await api.api('POST', '/classify', { text: `${canary('text to classify')} ${IBAN}` })
  t.true(status < 500)
  await api.api('POST', '/users/invite', { email: 'jane.roe@acme-bank.fr', role: 'viewer' })
  await until(
    () => receiver.deliveries.length > 0 && allFiles(join(apiDir, 'outbox')).length > 0,
    () => 'no webhook, or no mail',
  )
})

/** The ways in which a word may stand in something that was written. */
function spellings(word: string): Buffer[] {
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift, 'a'), Buffer.from(word)]).toString('base64')
    // The first and the last characters depend on what stands beside the word.
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })
  return [word, Buffer.from(word).toString('hex'), encodeURIComponent(word), word.toLowerCase(), ...base64].map(
    (text) => Buffer.from(text),
  )
}

function found(where: string, content: Buffer): string[] {
  return [...planted].flatMap(([place, word]) =>
    spellings(word).some((spelling) => content.includes(spelling)) ? [`${place} in ${where}`] : [],
  )
}

test.serial(
  'nothing of it is in anything that was written, during the run, after a kill, and in a backup',
  async (t) => {
    const { json: list } = await api.api<{ data: unknown[] }>('GET', '/interactions?limit=500')
    t.true(list.data.length > 10)
    const listed = await Promise.all(
      ['/interactions?limit=500', '/alerts', '/audit-log', '/inventory', '/dashboard', '/webhooks'].map(async (path) =>
        JSON.stringify((await api.api('GET', path)).json),
      ),
    )
    const metrics = await (await fetch(`${announced(proxy, 'Proxy')}/metrics`)).text()
    // With the API gone, records wait in the spool; killed, nothing can be tidied up.
    apiProduct.process.kill('SIGKILL')
    await apiProduct.ended
    t.is(await send(CHAT, chat(`${canary('prompt without an API')} ${key('key without an API')}`)), 200)
    proxy.process.kill('SIGKILL')
    await proxy.ended
    const backup = join(temporaryFolder(t), 'backup')
    t.is((await adminCommand(apiDir, ['backup', '--to', backup])).code, 0)

    const written: [string, Buffer][] = [
      ...[proxy, apiProduct].flatMap((product, index): [string, Buffer][] => [
        [`stdout ${index}`, Buffer.from(product.stdout)],
        [`stderr ${index}`, Buffer.from(product.stderr)],
      ]),
      ...[proxyDir, apiDir, backup].flatMap((folder) =>
        allFiles(folder).map(({ path, content }): [string, Buffer] => [path, content]),
      ),
      ['metrics', Buffer.from(metrics)],
      ['lists of the API', Buffer.from(listed.join('\n'))],
      ['answers', Buffer.from(answers.join('\n'))],
      [
        'webhooks',
        Buffer.concat(
          receiver.deliveries.flatMap(({ url, rawHeaders, body }) => [Buffer.from(url + rawHeaders.join()), body]),
        ),
      ],
    ]
    t.true(
      written.some(([path, content]) => path.includes('spool') && content.length > 0),
      'the spool holds a record',
    )
    t.true(written.some(([path]) => path.endsWith('.eml')))
    t.true(written.some(([path]) => path.endsWith('events.jsonl')))
    // What is kept is found in records, on the way and at the end: so what is not found is not there.
    const kept = written.filter(([, content]) => content.includes(KEPT)).map(([where]) => where)
    for (const place of [/spool/, /weir\.sqlite/, /backup/, /lists of the API/]) {
      t.true(
        kept.some((where) => place.test(where)),
        `${place} in ${kept}`,
      )
    }
    t.deepEqual(
      written.flatMap(([where, content]) => found(where, content)),
      [],
    )
    t.deepEqual(
      written.filter(([, content]) => /FR76 ?3000 ?6000/.test(content.toString('latin1'))).map(([where]) => where),
      [],
    )
  },
)
