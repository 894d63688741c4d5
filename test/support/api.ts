import { MessageChannel } from 'node:worker_threads'
import { pino } from 'pino'
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { type ApiServer, startApi } from '../../api/server.ts'
import { loadSettings, type Settings } from '../../config/settings.ts'
import { theDocument } from './documented.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'

/** Looking a detector over takes as long as the machine has other things to do: no test is to depend on that. */
const DETECTOR_CHECK_MS = 100_000

export const ADMIN_EMAIL = 'admin@example.com'
export const ADMIN_PASSWORD = 'Correct-Horse-1-Battery'
/** Out of the way of tests that are not about rate limits. */
const AMPLE_RATE = '1000000'

export interface ApiOptions {
  /** WEIR_ variables besides those of every test. */
  readonly env?: Readonly<Record<string, string>>
  readonly now?: () => Date
  /** To start again on a folder that was used before. */
  readonly dataDir?: string
  /** As if a proxy ran in the same process. */
  readonly besideProxy?: boolean
  /** Gets every log line as text. */
  readonly onLog?: (line: string) => void
}

export interface RequestOptions {
  readonly token?: string | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** `manual`: an answer that leads elsewhere is the answer. */
  readonly redirect?: 'manual'
}

export interface Answer<T = unknown> {
  readonly status: number
  readonly headers: Response['headers']
  readonly text: string
  /** The parsed body; undefined where it is no JSON. */
  readonly json: T
}

export interface TestApi {
  readonly server: ApiServer
  readonly settings: Settings
  /** The first admin's session; empty where no passwords are taken. */
  readonly admin: string
  /** `path` is under BASE, or absolute from the root where it starts with `//`. */
  request<T = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<T>>
  login(email: string, password: string): Promise<string>
  /** A service token with these scopes. */
  serviceToken(scopes: readonly string[]): Promise<string>
}

export function apiSettings(dataDir: string, env: Readonly<Record<string, string>> = {}): Settings {
  return loadSettings(
    {
      WEIR_DATA_DIR: dataDir,
      WEIR_API_PORT: '0',
      WEIR_API_TLS: 'off',
      WEIR_ADMIN_EMAIL: ADMIN_EMAIL,
      WEIR_ADMIN_PASSWORD: ADMIN_PASSWORD,
      WEIR_LOGIN_RATE: AMPLE_RATE,
      WEIR_TENANT_RATE: AMPLE_RATE,
      ...env,
    },
    dataDir,
  )
}

/** Starts an API of this test's own on a free port, with an admin who is logged in. The end of the scope stops it. */
export async function startTestApi(scope: Scope, options: ApiOptions = {}): Promise<TestApi> {
  const settings = apiSettings(options.dataDir ?? temporaryFolder(scope), options.env)
  const { onLog } = options
  let quiet = false
  const write = (line: string) => {
    if (!quiet) onLog?.(line)
  }
  const logger = onLog === undefined ? pino({ level: 'silent' }) : pino({ level: 'trace' }, { write })
  const { now, besideProxy = false } = options
  const server = await startApi({
    ...{ settings, logger, detectorCheckMs: DETECTOR_CHECK_MS },
    ...(now !== undefined && { now }),
    ...(besideProxy && { records: new MessageChannel().port1 }),
  })
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  scope.teardown(async () => {
    await dispatcher.close()
    await server.close()
  })
  let tokens = 0

  // A request of ours, which the test neither made nor should find in its log.
  quiet = true
  const document = await theDocument(async () =>
    (await fetch(`${server.url}/docs/openapi.json`, { dispatcher })).json(),
  )
  quiet = false

  /** Every answer is held against the API's own document. */
  async function request<T>(
    method: string,
    path: string,
    { token, json, headers, body, redirect }: RequestOptions = {},
  ) {
    const url = path.startsWith('//') ? new URL(path.slice(1), server.url) : `${server.url}${path}`
    const init: RequestInit = {
      method,
      dispatcher,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body }),
      ...(redirect !== undefined && { redirect }),
    }
    const response = await fetch(url, init)
    const answer = { status: response.status, headers: response.headers, text: await response.text() }
    document.check({ method, path: new URL(url).pathname, ...answer })
    return { ...answer, json: parseJson(answer.text) as T }
  }

  async function login(email: string, password: string): Promise<string> {
    const { status, json } = await request<{ token: string }>('POST', '/auth/login', { json: { email, password } })
    if (status !== 200) throw new Error(`login answered ${status}`)
    return json.token
  }

  const admin = settings.passwordLogin === 'off' ? '' : await login(settings.adminEmail, settings.adminPassword ?? '')

  async function serviceToken(scopes: readonly string[]): Promise<string> {
    tokens += 1
    const { status, json } = await request<{ token: string }>('POST', '/service-tokens', {
      token: admin,
      json: { name: `test token ${tokens}`, scopes },
    })
    if (status !== 201) throw new Error(`creating a service token answered ${status}`)
    return json.token
  }

  return { server, settings, admin, request, login, serviceToken }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
