/**
 * Runs schemathesis on an API of its own:
 *
 *   node test/schemathesis/run.ts [admin|viewer|nobody] [seconds] [seed]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startTestApi, type TestApi } from '../support/api.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { SCHEMATHESIS } from '../support/optional.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'

const PHASES = 'examples,coverage,fuzzing,stateful'

export const CALLERS = ['admin', 'viewer', 'nobody'] as const
export type Caller = (typeof CALLERS)[number]

export interface Outcome {
  readonly exitCode: number
  readonly output: string
  /** Requests that were made up and sent. */
  readonly cases: number
  /** The operations that answered with success at least once. */
  readonly succeeded: ReadonlySet<string>
}

/** Puts a fresh API through what schemathesis makes of its document, for about N seconds. */
export async function runSchemathesis(scope: Scope, caller: Caller, seconds: number, seed = 1): Promise<Outcome> {
  const api = await startTestApi(scope)
  const { token, id } = await login(api, caller)
  const interactions = { WEIR_TEST_INTERACTION_IDS: (await recordSome(api)).join(' ') }
  const warnings = caller === 'admin' ? [] : ['--warnings', 'off']
  const authorization = token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]
  const child = spawn(
    join(SCHEMATHESIS, 'bin/schemathesis'),
    [
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
      ...['run', new URL('/docs/openapi.json', api.server.url).href],
      ...['--phases', PHASES, '--max-time', String(seconds), '--seed', String(seed), ...warnings, ...authorization],
    ],
    // Whatever it writes down goes away with the folder.
    {
      cwd: temporaryFolder(scope),
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'),
        WEIR_TEST_CALLER_ID: id,
        ...interactions,
      },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [exitCode] = await once(child, 'close')
  return {
    exitCode: exitCode ?? 1,
    output,
    cases: Number(/(\d+) generated/.exec(output)?.[1] ?? 0),
    succeeded: await readSuccesses(api),
  }
}

/** Interactions to look at, judge again and delete. @returns their ids */
async function recordSome(api: TestApi): Promise<string[]> {
  const json = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }
  const ids: string[] = []
  for (let count = 0; count < 20; count += 1) {
    const { json: recorded } = await api.request<{ id: string }>('POST', '/interactions', { token: api.admin, json })
    ids.push(recorded.id)
  }
  return ids
}

/** The API's own count of what it answered. */
async function readSuccesses(api: TestApi): Promise<ReadonlySet<string>> {
  const { text } = await api.request('GET', '/metrics')
  const counts = text.matchAll(/^weir_api_http_requests_total\{operation="(\w+)",status="2\d\d"\} [1-9]/gm)
  return new Set([...counts].map(([, operation = '']) => operation))
}

async function login(api: TestApi, caller: Caller): Promise<{ token?: string; id?: string }> {
  // There is somebody to act on, too.
  const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  if (caller === 'nobody') return {}
  if (caller === 'viewer') return viewer
  const me = await api.request<{ id: string }>('GET', '/users/me', { token: api.admin })
  return { token: api.admin, id: me.json.id }
}

/** Runs a tool that was installed beside schemathesis. */
export async function runPython(args: readonly string[], input = ''): Promise<Pick<Outcome, 'exitCode' | 'output'>> {
  const child = spawn(join(SCHEMATHESIS, 'bin/python'), args)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.stdin.end(input)
  const [exitCode] = await once(child, 'close')
  return { exitCode: exitCode ?? 1, output }
}

async function main([caller = 'admin', seconds = '60', seed = '1']: readonly string[]): Promise<number> {
  const known = CALLERS.find((name) => name === caller)
  if (known === undefined || !(Number(seconds) > 0) || !/^\d+$/.test(seed)) {
    process.stderr.write(`usage: run.ts [${CALLERS.join('|')}] [seconds] [seed]\n`)
    return 2
  }
  const cleanUps: (() => unknown)[] = []
  const scope: Scope = { teardown: (cleanUp) => void cleanUps.push(cleanUp) }
  const { exitCode, output, succeeded } = await runSchemathesis(scope, known, Number(seconds), Number(seed))
  process.stdout.write(`${output}\nSuccess from ${[...succeeded].sort().join(', ')}\n`)
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  return exitCode
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
