import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import test from 'ava'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

/**
 * Packages that people call AI services with, through Weir, against a server that plays the services. They take 300 MB, so that they are not
 * among Weir's own; without them this file tests nothing:
 *
 *   npm install --prefix /tmp/packages ai @ai-sdk/openai @langchain/openai @langchain/core @llamaindex/openai ollama @mistralai/mistralai \
 *     cohere-ai @aws-sdk/client-bedrock-runtime @google/genai @modelcontextprotocol/client @modelcontextprotocol/server
 *   WEIR_TEST_PACKAGES=/tmp/packages node bin/launch.mjs --tool ava test/clients/sdks.test.ts
 */
const folder = process.env.WEIR_TEST_PACKAGES
const installed = folder === undefined ? test.skip : test.serial

const scope = fileScope()
const TOOLS = 'tools.corp.example'
const HOSTS = [
  ...['api.openai.com', 'api.mistral.ai', 'api.cohere.com', 'bedrock-runtime.eu-west-3.amazonaws.com'],
  ...['generativelanguage.googleapis.com', 'ollama.corp.example', TOOLS],
]
const SAID = 'Lima.'
const POLICY = 'No accounts in prompts'
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
let weir: Weir
let server: ChildProcess
let arrived: () => string

async function startMcpServer(): Promise<number> {
  const code = readFileSync(new URL('mcp-server.mjs', import.meta.url), 'utf8')
  server = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
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
  if (folder === undefined) return
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
    env: { WEIR_TIER3: 'off', WEIR_INTERCEPT_HOSTS: `${TOOLS},ollama.corp.example` },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', POLICY))
})

/** What each client gave back, by its name. */
async function askAll(prompt: string): Promise<Record<string, { readonly text?: string; readonly error?: string }>> {
  const code = readFileSync(new URL('sdk-calls.mjs', import.meta.url), 'utf8')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    timeout: 90_000,
    env: {
      PATH: process.env.PATH,
      PROMPT: prompt,
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: weir.proxyUrl,
      HTTP_PROXY: weir.proxyUrl,
      NODE_EXTRA_CA_CERTS: weir.caFile,
    },
  })
  return JSON.parse(stdout)
}

const PROMPT = 'What is the capital of Peru?'

installed('each client gets its answer', async (t) => {
  const results = await askAll(PROMPT)
  t.true(Object.keys(results).length >= 10)
  for (const [name, { text, error }] of Object.entries(results)) {
    t.is(text, name.startsWith('MCP') ? `Found ${PROMPT}` : SAID, `${name}: ${error}`)
  }
  const records = await weir.listed(({ direction }) => direction === 'outbound', Object.keys(results).length)
  t.is(records.length, Object.keys(results).length)
})

installed('each client shows why it was refused, and sends it once', async (t) => {
  const results = await askAll(`Pay to ${IBAN}, please.`)
  for (const [name, { text, error }] of Object.entries(results))
    t.true(error?.includes(POLICY), `${name}: ${text ?? error}`)
  t.false(arrived().includes(IBAN))
  const blocked = await weir.listed(({ enforced_action }) => enforced_action === 'block', Object.keys(results).length)
  t.is(blocked.length, Object.keys(results).length)
})
