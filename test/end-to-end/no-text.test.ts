import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { fetch } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { allFiles } from '../support/files.ts'
import { openIntercepted, postJson } from '../support/intercepted.ts'
import { ask, post } from '../support/prompts.ts'
import { policyOn } from '../support/sample-policies.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

/** Words that stand nowhere else: each would give a leak away. */
const SENTINELS = {
  prompt: 'zibeline',
  system: 'quokkaland',
  answer: 'marmoreal',
  query: 'fandango77',
  header: 'sk-proj-Zr8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0Yc',
  cookie: 'biscuitmonster',
  upgrade: 'trampolino',
  broken: 'obelisque',
  aborted: 'wanderlust',
} as const
const VALUES = [
  'jeanne.secret@acme.fr',
  'FR76 3000 6000 0112 3456 7890 189',
  'FR7630006000011234567890189',
  '0612345678',
]

const HOSTS = ['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com', 'chatgpt.com', 'claude.ai']

function leaks(content: Buffer | string): string[] {
  return [...Object.values(SENTINELS), ...VALUES].filter((word) => content.includes(word))
}

for (const failMode of ['closed', 'open'] as const) {
  test(`${failMode}: no text of a prompt, no secret and no value is in any file, log line or metric`, async (t) => {
    const upstream = await startUpstream(t, {
      hosts: HOSTS,
      answer: (_request, response) => response.end(JSON.stringify({ text: SENTINELS.answer })),
    })
    const weir = await startWeir(t, {
      upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
      env: { WEIR_LOG_LEVEL: 'trace', WEIR_FAIL_MODE: failMode, WEIR_INSPECT_MAX_BYTES: '200000' },
    })
    await weir.createPolicy(policyOn('IBAN', 'block'))
    await weir.createPolicy(policyOn('EMAIL', 'coach'))
    const client = throughProxy(t, weir)
    const text = `${SENTINELS.prompt} ${VALUES.join(' ')}`
    const secrets = {
      authorization: `Bearer ${SENTINELS.header}`,
      'x-api-key': SENTINELS.header,
      cookie: `session=${SENTINELS.cookie}`,
    }
    const turn = [{ role: 'user', content: text }]
    const calls: [url: string, body: unknown, headers?: Record<string, string>][] = [
      [
        'https://api.openai.com/v1/chat/completions',
        { messages: [{ role: 'system', content: SENTINELS.system }, ...turn] },
      ],
      ['https://api.openai.com/v1/responses', { instructions: SENTINELS.system, input: text, user: SENTINELS.system }],
      ['https://api.anthropic.com/v1/messages', { system: SENTINELS.system, messages: turn }],
      [
        `https://generativelanguage.googleapis.com/v1beta/models/g:generateContent?key=${SENTINELS.query}`,
        { contents: [{ parts: [{ text }] }] },
      ],
      [
        'https://chatgpt.com/backend-api/f/conversation',
        { messages: [{ author: { role: 'user' }, content: { parts: [text] } }] },
      ],
      ['https://claude.ai/api/organizations/o/chat_conversations/c/completion', { prompt: text }],
      [`https://api.openai.com/v9/unknown?q=${SENTINELS.query}`, { deep: { [SENTINELS.prompt]: [text] } }],
      ['https://api.openai.com/v1/responses', `{"input":"${SENTINELS.broken} ${text}`],
      [
        'https://api.openai.com/v1/responses',
        gzipSync(JSON.stringify({ input: text })).subarray(0, 60),
        { 'content-encoding': 'gzip' },
      ],
      [
        'https://api.openai.com/v1/responses',
        JSON.stringify({ input: text }),
        { 'content-encoding': SENTINELS.broken },
      ],
      ['https://api.openai.com/v1/responses', JSON.stringify({ input: `${text} `.repeat(3000) })],
      ['https://api.openai.com/v1/embeddings', text, { 'content-type': 'text/plain' }],
    ]
    for (const [url, body, headers] of calls) await post(client, url, body, { ...secrets, ...headers })

    const upgrade = await openIntercepted(t, weir, 'api.openai.com')
    upgrade.send(`GET /${SENTINELS.upgrade} HTTP/1.1\r\nHost: other-${SENTINELS.upgrade}\r\n`)
    upgrade.send(`Connection: Upgrade\r\nUpgrade: ${SENTINELS.upgrade}\r\n\r\n`)
    await upgrade.expectEnd()
    const aborted = await openIntercepted(t, weir, 'api.openai.com')
    aborted.send(postJson('api.openai.com', '/v1/responses', { input: `${SENTINELS.aborted} ${text}` }).slice(0, -2))
    aborted.socket.end()
    await aborted.expectEnd()
    const garbage = await openIntercepted(t, weir, 'api.openai.com')
    await garbage.send(`${SENTINELS.broken} ${text}\r\n\r\n`).expectEnd()

    const last = 'the last one, harmless'
    t.is((await ask(client, last)).status, 200)
    await weir.interactionsOf(last)
    await weir.untilMetric('weir_proxy_client_aborts_total', { stage: 'request_body' }, 1)
    t.deepEqual(leaks(await (await fetch(`${weir.proxyUrl}/metrics`)).text()), [])
    const { json } = await weir.api('GET', '/interactions?limit=500')
    t.deepEqual(leaks(JSON.stringify(json)), [])
    checkFiles(weir, last)
    t.is(await weir.stop(), 0)
    checkFiles(weir, last)

    function checkFiles({ dataDir, product }: Weir, known: string): void {
      const plainHash = hash('sha256', known, 'buffer')
      const files = allFiles(dataDir)
      for (const { path, content } of files) t.deepEqual(leaks(content), [], path)
      // A short prompt could be guessed from its hash, so that is encrypted.
      t.false(files.some(({ path, content }) => path.includes('weir.sqlite') && content.includes(plainHash)))
      // What is looked for would be found: other text of a record is.
      t.true(files.some(({ content }) => content.includes('"operation":"chat_completions"')))
      t.deepEqual(leaks(product.stdout), [])
      t.deepEqual(leaks(product.stderr), [])
    }
  })
}
