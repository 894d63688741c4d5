import { join } from 'node:path'
import { answerAsServices } from '../support/client-services.ts'
import { policyOn } from '../support/sample-policies.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir } from '../support/weir.ts'
import { type ClientRow, GEMINI_ARGS, homeFor, runClient } from './clients-table.ts'

/**
 * Prints what policies on numbers make of coding agents at work in which nobody says any: alerts, refusals, and findings that are recorded
 * only. The agents are real, the services are not (clients-by-hand.ts says how to install them):
 *
 *   WEIR_TEST_AGENTS=/tmp/agents node bin/launch.mjs --tool test/clients/alerts-by-agents.ts [ROUNDS]
 */
const { WEIR_TEST_AGENTS: agents = '' } = process.env
const rounds = Number(process.argv[2] ?? '5')
const TYPES = ['CREDIT_CARD', 'PHONE', 'NIR', 'SIRET'] as const
const HOSTS = [
  'api.anthropic.com',
  'api.openai.com',
  'chatgpt.com',
  'ab.chatgpt.com',
  'generativelanguage.googleapis.com',
]
/** Decrypted here alone, to see what is in it. */
const TELEMETRY_HOSTS = ['play.googleapis.com', 'http-intake.logs.us5.datadoghq.com']
const SAID = ['Say hello', 'What is in this folder?', 'Write a haiku about rivers', 'List three prime numbers'] as const

const agent =
  (name: string, ...args: string[]): ClientRow['command'] =>
  (prompts) => [join(agents, 'node_modules/.bin', name), ...args, prompts[0] ?? '']
const AGENTS: readonly ClientRow[] = [
  { client: 'Claude Code', http: '1.1', command: agent('claude', '-p'), env: { ANTHROPIC_API_KEY: 'fake' } },
  {
    ...{ client: 'Codex', http: '1.1', command: agent('codex', 'exec', '--skip-git-repo-check') },
    env: { CODEX_API_KEY: 'fake', OPENAI_API_KEY: 'fake' },
  },
  { client: 'Gemini CLI', http: '1.1', command: agent('gemini', ...GEMINI_ARGS), env: { GEMINI_API_KEY: 'fake' } },
]

interface Listed {
  readonly enforced_action: string
  readonly content_metadata: {
    readonly operation?: string
    readonly host?: string
    readonly telemetry?: { readonly findings: readonly { readonly count: number; readonly enforced: boolean }[] }
  }
}

const ends: (() => unknown)[] = []
const scope = { teardown: (end: () => unknown) => void ends.unshift(end) }
const upstream = await startUpstream(scope, { hosts: [...HOSTS, ...TELEMETRY_HOSTS], answer: answerAsServices })
const weir = await startWeir(scope, {
  upstreams: Object.fromEntries([...HOSTS, ...TELEMETRY_HOSTS].map((host) => [host, upstream])),
  env: { WEIR_INTERCEPT_HOSTS: TELEMETRY_HOSTS.join(','), WEIR_TIER3: 'off' },
})
for (const type of TYPES) await weir.createPolicy(policyOn(type, 'block', `No ${type}`))
const place = homeFor(scope, weir)
for (let round = 0; round < rounds; round++)
  for (const { client, command, env } of AGENTS) {
    const said = SAID[round % SAID.length] ?? ''
    const seen = (await runClient(command([said], place), place, env)).trim().slice(0, 60).replaceAll('\n', ' ')
    process.stdout.write(`round ${round + 1}, ${client}: ${seen}\n`)
  }
const { json } = await weir.api<{ data: Listed[] }>('GET', '/interactions?limit=500')
const { json: alerts } = await weir.api<{ alerts: { type: string; severity: string; count: number; title: string }[] }>(
  'GET',
  '/alerts?limit=500',
)
const refused = json.data.filter(({ enforced_action }) => enforced_action === 'block')
const findings = json.data.flatMap(({ content_metadata }) => content_metadata.telemetry?.findings ?? [])
const counted = Map.groupBy(refused, ({ content_metadata: { host, operation } }) => `${host} ${operation}`)
process.stdout.write(`
requests that arrived: ${upstream.arrivals.length}
refused: ${refused.length} (${[...counted].map(([what, all]) => `${what}: ${all.length}`).join(', ')})
findings in telemetry: ${findings.filter(({ enforced }) => enforced).length} enforced, ${findings.filter(({ enforced }) => !enforced).length} recorded only
alerts, but those about new services:
`)
for (const { type, severity, count, title } of alerts.alerts)
  if (type !== 'new_ai_service') process.stdout.write(`  ${severity} × ${count}: ${title}\n`)
for (const end of ends) await end()
