import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { testWith } from '../support/optional.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

/**
 * Packages that people call AI services with, through Weir, against a server that plays the services. They take 340 MB, so that they are not
 * among Weir's own but have a folder and a lock of their own; without them this file tests nothing:
 *
 *   (cd test/clients/packages && npm ci --ignore-scripts)
 */
const folder = fileURLToPath(new URL('packages', import.meta.url))
const installed = testWith(test, 'clients').serial

const scope = fileScope()
const TOOLS = 'tools.corp.example'
const HOSTS = [
  ...['api.openai.com', 'api.mistral.ai', 'api.cohere.com', 'bedrock-runtime.eu-west-3.amazonaws.com'],
  ...['generativelanguage.googleapis.com', 'ollama.corp.example', TOOLS],
]
const SAID = 'Lima.'
const POLICY = 'No accounts in prompts'
const COACH = 'Mind addresses'
const chat = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: SAID }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const ANSWERS: readonly (readonly [path: RegExp, answer: unknown])[] = [
  [/\/chat\/completions$/, chat],
  [
    /^\/v2\/chat$/,
    { id: 'c', finish_reason: 'COMPLETE', message: { role: 'assistant', content: [{ type: 'text', text: SAID }] } },
  ],
  [
    /\/converse$/,
    {
      output: { message: { role: 'assistant', content: [{ text: SAID }] } },
      stopReason: 'end_turn',
      usage: {},
      metrics: {},
    },
  ],
  [/:generateContent$/, { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: SAID }] } }] }],
  [/^\/api\/chat$/, { model: 'm', message: { role: 'assistant', content: SAID }, done: true }],
]
const PROMPT = 'What is the capital of Peru?'
let allowed: Results = {}
let refused: Results = {}
let coached: Results = {}
let weir: Weir
let server: ChildProcess
let arrived: () => string

async function startMcpServer(): Promise<number> {
  const code = readFileSync(new URL('mcp-server.mjs', import.meta.url), 'utf8')
  server = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  scope.teardown(() => server.kill())
  const [port] = (await once(server.stdout ?? process, 'data')) as [Buffer]
  return Number(port.toString())
}

function passOn(port: number, { method, url, headers }: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  onward.end(body)
}

test.before(async () => {
  const mcpPort = await startMcpServer()
  const upstream = await startUpstream(scope, {
    hosts: HOSTS,
    answer: (request, response, body) => {
      const path = new URL(request.url ?? '', 'https://any').pathname
      const answer = ANSWERS.find(([pattern]) => pattern.test(path))?.[1]
      if (answer === undefined) return passOn(mcpPort, request, response, body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    },
  })
  arrived = () => Buffer.concat(upstream.arrivals.map(({ body }) => body)).toString()
  weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
    env: { WEIR_TIER3: 'off', WEIR_COACH_IN_ANSWER: 'on', WEIR_INTERCEPT_HOSTS: `${TOOLS},ollama.corp.example` },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', POLICY))
  await weir.createPolicy(policyOn('EMAIL', 'coach', COACH))
  ;[allowed, refused, coached] = await askAll(PROMPT, `Pay to ${IBAN}, please.`, `Write to ${EMAIL}, please.`)
})

type Results = Readonly<Record<string, { readonly text?: string; readonly error?: string }>>

/** What each client gave back, by its name. */
async function askAll(...prompts: readonly string[]): Promise<readonly [Results, Results, Results]> {
  const code = readFileSync(new URL('sdk-calls.mjs', import.meta.url), 'utf8')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    timeout: 240_000,
    env: {
      PATH: process.env.PATH,
      PROMPTS: JSON.stringify(prompts),
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: weir.proxyUrl,
      HTTP_PROXY: weir.proxyUrl,
      NODE_EXTRA_CA_CERTS: weir.caFile,
    },
  })
  return JSON.parse(stdout)
}

installed('each client gets its answer', async (t) => {
  const results = allowed
  t.true(Object.keys(results).length >= 10)
  for (const [name, { text, error }] of Object.entries(results)) {
    t.is(text, name.startsWith('MCP') ? `Found ${PROMPT}` : SAID, `${name}: ${error}`)
  }
  const records = await weir.listed(
    ({ direction, enforced_action }) => direction === 'outbound' && enforced_action === 'allow',
    Object.keys(results).length,
  )
  t.is(records.length, Object.keys(results).length)
})

installed('each client shows why it was refused, and sends it once', async (t) => {
  const results = refused
  for (const [name, { text, error }] of Object.entries(results))
    t.true(error?.includes(POLICY), `${name}: ${text ?? error}`)
  t.false(arrived().includes(IBAN))
  const blocked = await weir.listed(({ enforced_action }) => enforced_action === 'block', Object.keys(results).length)
  t.is(blocked.length, Object.keys(results).length)
})

installed('each client that chats takes an answer with a line in front, and finds it in the text', (t) => {
  const told = new RegExp(`^This message was sent, but the policy "${COACH}" [^\\n]*\\n\\n`)
  let lines = 0
  for (const [name, { text = '', error }] of Object.entries(coached)) {
    if (name.startsWith('MCP')) continue
    // Signed requests have none, and programs of one User-Agent have one together.
    if (told.test(text)) lines++
    t.is(text.replace(told, ''), SAID, `${name}: ${error}`)
  }
  t.true(lines >= 5, JSON.stringify(coached))
})
