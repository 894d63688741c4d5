import { join } from 'node:path'
import { askClient, type ClientRow, GEMINI_ARGS, openPlace, type Place, renderRow } from './clients-table.ts'

/**
 * Prints the rows of docs/clients.md for the clients that take too much room for `npm test`, each where it is installed:
 *
 *   python3 -m venv /tmp/venv && /tmp/venv/bin/pip install 'httpx[http2]' openai anthropic google-genai mistralai cohere ollama aider-chat
 *   npm install --prefix /tmp/agents @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai @github/copilot
 *   WEIR_TEST_VENV=/tmp/venv WEIR_TEST_AGENTS=/tmp/agents node bin/launch.mjs --tool test/clients/clients-by-hand.ts [NAME...]
 */
const PROGRAMS = join(import.meta.dirname, 'programs')
const { WEIR_TEST_VENV: venv = '', WEIR_TEST_AGENTS: agents = '' } = process.env

const python = (which: string) => (prompts: readonly string[]) => [
  ...[join(venv, 'bin/python'), join(PROGRAMS, 'sdks.py'), which],
  ...prompts,
]
const java =
  (version: string) =>
  (prompts: readonly string[], { weir }: Place) => [
    ...['java', join(PROGRAMS, 'Ask.java'), '127.0.0.1', String(weir.proxyPort), weir.caFile, version],
    ...prompts,
  ]
const go = (version: string) => (prompts: readonly string[]) => [
  'go',
  'run',
  join(PROGRAMS, 'ask.go'),
  version,
  ...prompts,
]
const agent =
  (name: string, ...args: string[]) =>
  (prompts: readonly string[]) => [join(agents, 'node_modules/.bin', name), ...args, prompts[0] ?? '']
const goCache = { GOCACHE: process.env.GOCACHE ?? '/tmp/go-cache', GOPATH: process.env.GOPATH ?? '/tmp/go-path' }

const CLIENTS: readonly ClientRow[] = [
  { client: 'Go, `net/http`', http: '1.1', command: go('1'), env: goCache },
  { client: 'Go, `net/http`', http: '2', command: go('2'), env: goCache },
  { client: 'Java, `HttpClient`', http: '1.1', command: java('HTTP_1_1') },
  { client: 'Java, `HttpClient`', http: '2', command: java('HTTP_2') },
  { client: 'Python, `httpx`', http: '1.1', command: python('httpx_1') },
  { client: 'Python, `httpx[http2]`', http: '2', command: python('httpx_2') },
  ...['openai', 'anthropic', 'genai', 'mistral', 'cohere', 'ollama'].map((name) => ({
    ...{ client: `${name} for Python`, http: '1.1', command: python(name) },
  })),
  {
    client: 'Claude Code',
    http: '1.1',
    command: agent('claude', '-p'),
    isAlone: true,
    env: { ANTHROPIC_API_KEY: 'fake' },
  },
  {
    ...{ client: 'Codex', http: '1.1', isAlone: true },
    command: agent('codex', 'exec', '--skip-git-repo-check'),
    env: { CODEX_API_KEY: 'fake', OPENAI_API_KEY: 'fake' },
  },
  {
    ...{ client: 'Gemini CLI', http: '1.1', isAlone: true },
    command: agent('gemini', ...GEMINI_ARGS),
    env: { GEMINI_API_KEY: 'fake' },
  },
  {
    ...{ client: 'opencode', http: '1.1', isAlone: true },
    command: agent('opencode', 'run', '--model', 'anthropic/claude-opus-4-5'),
    env: { ANTHROPIC_API_KEY: 'fake' },
  },
  {
    ...{ client: 'Copilot CLI', http: '1.1', isAlone: true },
    // With a provider of one's own it needs no account.
    command: agent('copilot', '--no-auto-update', '--silent', '-p'),
    env: {
      ...{ COPILOT_PROVIDER_BASE_URL: 'https://api.openai.com/v1', COPILOT_PROVIDER_API_KEY: 'fake' },
      ...{ COPILOT_MODEL: 'gpt-5' },
    },
  },
  {
    ...{ client: 'aider', http: '1.1', isAlone: true },
    command: ([prompt = '']) => [
      ...[join(venv, 'bin/aider'), '--model', 'openai/gpt-5', '--no-git', '--yes-always', '--no-pretty'],
      ...['--no-check-update', '--no-show-model-warnings', '--no-show-release-notes', '--analytics-disable'],
      ...['--map-tokens', '0', '--message', prompt],
    ],
    env: { OPENAI_API_KEY: 'fake' },
  },
]

const ends: (() => unknown)[] = []
const place = await openPlace({ teardown: (end) => void ends.unshift(end) })
const wanted = process.argv.slice(2)
for (const row of CLIENTS) {
  if (wanted.length > 0 && !wanted.some((name) => row.client.includes(name))) continue
  process.stdout.write(`${renderRow(row, await askClient(row, place))}\n`)
}
for (const end of ends) await end()
