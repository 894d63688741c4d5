import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { answerAsServices } from '../support/client-services.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const PROGRAMS = join(import.meta.dirname, 'programs')
export const HOSTS = [
  'api.openai.com',
  'chatgpt.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
  'api.mistral.ai',
  'api.cohere.com',
  'ollama.com',
]
/** Allowed, coached and blocked. */
export const PROMPTS = ['Say hello', `Say hello to ${EMAIL}`, `Pay ${IBAN}`] as const

export interface ClientRow {
  readonly client: string
  readonly http: string
  /** The command that asks all prompts, and prints a line for each; or, given one prompt, anything. */
  readonly command: (prompts: readonly string[], place: Place) => readonly string[]
  /** It is run once for each prompt. */
  readonly isAlone?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export interface Place {
  readonly weir: Weir
  /** The public authorities and the CA. */
  readonly bundle: string
  readonly home: string
}

/** With all the services. */
export interface ServedPlace extends Place {
  readonly upstream: FakeUpstream
}

const chat = (prompt: string) => JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: prompt }] })
const sdk = (which: string) => (prompts: readonly string[]) => [
  process.execPath,
  join(PROGRAMS, 'sdks.mjs'),
  which,
  ...prompts,
]
const curl =
  (version: string) =>
  (prompts: readonly string[], { bundle }: Place) => [
    ...['curl', '-sS', version, '--cacert', bundle, '--write-out', ' (HTTP/%{http_version} %{http_code})'],
    ...[
      '-H',
      'content-type: application/json',
      '-d',
      chat(prompts[0] ?? ''),
      'https://api.openai.com/v1/chat/completions',
    ],
  ]

/** Those that every machine with curl and this repository's packages has. */
export const CHEAP: readonly ClientRow[] = [
  { client: 'curl', http: '1.1', command: curl('--http1.1'), isAlone: true },
  { client: 'curl', http: '2', command: curl('--http2'), isAlone: true },
  { client: 'Node.js, `fetch`', http: '1.1', command: sdk('fetch') },
  { client: 'OpenAI for Node', http: '1.1', command: sdk('openai') },
  { client: 'Anthropic for Node', http: '1.1', command: sdk('anthropic') },
  { client: 'Google Gen AI for Node', http: '1.1', command: sdk('genai') },
]

/** Without a model of its own choice Gemini CLI asks another model which one to take, and waits long for the JSON of that. */
export const GEMINI_ARGS = ['--skip-trust', '--model', 'gemini-2.5-pro', '-p'] as const

/** A place where all services answer, e-mail addresses are coached and IBANs blocked. */
export async function openPlace(scope: Scope, env: Readonly<Record<string, string>> = {}): Promise<ServedPlace> {
  return openPlaceBefore(scope, await startUpstream(scope, { hosts: HOSTS, answer: answerAsServices }), env)
}

/** The same with services of the caller's. */
export async function openPlaceBefore(
  scope: Scope,
  upstream: FakeUpstream,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedPlace> {
  const weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
    env: { WEIR_INTERCEPT_HOSTS: 'ollama.com', ...env },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Care with addresses'))
  return { ...homeFor(scope, weir), upstream }
}

/** An empty home with what clients need to trust this Weir. */
export function homeFor(scope: Scope, weir: Weir): Place {
  const home = temporaryFolder(scope)
  const bundle = join(home, 'bundle.pem')
  writeFileSync(bundle, [...rootCertificates, weir.ca].join('\n'))
  return { weir, bundle, home }
}

/** @returns what a person sees for each of the prompts */
export async function askClient({ command, isAlone, env }: ClientRow, place: Place): Promise<string[]> {
  if (isAlone !== true) return (await runClient(command(PROMPTS, place), place, env)).trim().split('\n').map(tidy)
  const seen: string[] = []
  for (const prompt of PROMPTS) seen.push(tidy(await runClient(command([prompt], place), place, env)))
  return seen
}

/** @returns what it printed */
export async function runClient(command: readonly string[], place: Place, own?: ClientRow['env']): Promise<string> {
  const { stdout, stderr } = await runProgram(command, place, own)
  return stdout.trim() === '' ? lastLines(stderr) : stdout
}

/** What a program is told of Weir, in a home folder of its own. */
export function environmentOf({ weir, bundle, home }: Place, own: ClientRow['env'] = {}) {
  const cwd = join(home, 'work')
  mkdirSync(cwd, { recursive: true })
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, TERM: 'dumb', NO_COLOR: '1' },
    ...{ HTTPS_PROXY: weir.proxyUrl, NO_PROXY: 'localhost,127.0.0.1', NODE_USE_ENV_PROXY: '1' },
    ...{ NODE_EXTRA_CA_CERTS: weir.caFile, SSL_CERT_FILE: bundle, REQUESTS_CA_BUNDLE: bundle },
    ...own,
  }
  return { cwd, env }
}

export function runProgram(
  [program = '', ...args]: readonly string[],
  place: Place,
  own?: ClientRow['env'],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const options = { ...environmentOf(place, own), timeout: 120_000 }
    const child = execFile(program, args, options, (_error, stdout, stderr) => resolve({ stdout, stderr }))
    child.stdin?.end()
  })
}

/** A program that fails says why at the end. */
function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join('\n')
}

/** Of an answer in JSON only the words for people are shown. */
const JSON_TEXT = /\{.*"(?:message|content)": ?"((?:[^"\\]|\\.)*)".*\}/s

/** What differs from run to run is replaced, and a person's terminal is narrow. */
function tidy(text: string): string {
  const plain = text.replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, '')
  const shown = plain.replace(JSON_TEXT, (_, text: string) => `{… ${text.replace(/\\(.)/g, '$1')} …}`)
  return shown
    .replace(/\(HTTP\/([\d.]+) (\d+)\)/, 'HTTP/$1 $2')
    .replace(/\b[0-9a-f]{10}\b/g, 'REFERENCE')
    .replace(/\s+/g, ' ')
    .replace(/This message was not sent\..*?reference REFERENCE\./g, 'MESSAGE')
    .trim()
}

export function renderRow({ client, http }: Pick<ClientRow, 'client' | 'http'>, seen: readonly string[]): string {
  return `| ${[client, http, ...seen.map((text) => text.replaceAll('|', '\\|'))].join(' | ')} |`
}
