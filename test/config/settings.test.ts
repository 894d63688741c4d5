import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { DEFINITIONS } from '../../config/definitions.ts'
import { warnOfUnknown } from '../../config/logger.ts'
import { memoryLimit } from '../../config/memory-limit.ts'
import { describeSettings, loadSettings, SettingsError } from '../../config/settings.ts'
import { logLines } from '../support/log-lines.ts'
import { temporaryFolder } from '../support/temp.ts'

const EMPTY = '/nonexistent'

/** The problems that a wrong environment is told of. */
function problemsOf(env: NodeJS.ProcessEnv, cwd = EMPTY): readonly string[] {
  try {
    loadSettings(env, cwd)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('without a setting, requests may hold a quarter of what memory the process may use, and 256 MiB at most', (t) => {
  const { heldBytes } = loadSettings({}, EMPTY)
  t.is(heldBytes, Math.min(268_435_456, Math.floor(memoryLimit() / 4)))
  t.is(loadSettings({ WEIR_HELD_BYTES: '65536' }, EMPTY).heldBytes, 65_536)
  t.is(loadSettings({ WEIR_HELD_BYTES: 'auto' }, EMPTY).heldBytes, heldBytes)
  t.regex(problemsOf({ WEIR_HELD_BYTES: 'much' }).join(), /or auto/)
})

test('what memory a process may use is the limit of its control group, or what the machine has', (t) => {
  t.is(memoryLimit(536_870_912, 8e9), 536_870_912)
  // Without a limit, by version of the kernel's interface.
  t.is(memoryLimit(0, 8e9), 8e9)
  t.is(memoryLimit(2 ** 63, 8e9), 8e9)
})

test('without any variable every setting has its documented default', (t) => {
  t.like(loadSettings({}, '/srv/weir'), {
    dataDir: '/srv/weir/data',
    proxyHost: '127.0.0.1',
    proxyPort: 8080,
    proxyWorkers: 1,
    apiHost: '127.0.0.1',
    apiPort: 8443,
    apiTls: 'auto',
    adminEmail: 'admin@weir.local',
    contact: 'your security team',
    enforcement: 'enforce',
    policyResolution: 'strictest',
    failMode: 'closed',
    failModeFiles: 'open',
    filesMaxBytes: 67_108_864,
    allowedChatGptWorkspaces: [],
    allowedOpenAiOrganizations: [],
    allowedAnthropicOrganizations: [],
    allowedGeminiCodeAssistDomains: [],
    allowedGoogleDomains: [],
    allowedMicrosoftTenants: [],
    allowedGitHubEnterprises: [],
    inspectMaxBytes: 10_485_760,
    inspectBudgetMs: 3000,
    recordValues: 'masked',
    retentionDays: 365,
    webhookSchedule: [0, 5, 30, 300, 1800],
    webhookBacklog: 100_000,
    webhookBacklogBytes: 268_435_456,
    webhooksMax: 100,
    tier3: 'builtin',
    tier3TimeoutMs: 10_000,
    tier3Queue: 1000,
    tier3QueueBytes: 16_777_216,
    tier3Concurrency: 2,
    mailFrom: { name: 'Weir', address: 'weir@weir.local' },
    logLevel: 'info',
    loginRate: 5,
    tenantRate: 1000,
    unknownVariables: [],
  })
})

const WRONG: readonly (readonly [variable: string, value: string])[] = [
  ['WEIR_PROXY_PORT', '65536'],
  ['WEIR_PROXY_PORT', '80a'],
  ['WEIR_PROXY_PORT', '-1'],
  ['WEIR_PROXY_HOST', 'a b'],
  ['WEIR_PROXY_WORKERS', '0'],
  ['WEIR_API_TLS', 'on'],
  ['WEIR_API_TLS_CERT', '/nonexistent.pem'],
  ['WEIR_API_URL', 'ftp://example.com/api/v1'],
  ['WEIR_API_URL', 'https://weir.corp.example:8443'],
  ['WEIR_API_URL', 'https://weir.corp.example:8443/api/v1?x=1'],
  ['WEIR_ADMIN_EMAIL', 'nobody'],
  ['WEIR_ADMIN_PASSWORD', 'short'],
  ['WEIR_ADMIN_PASSWORD', 'alllowercase1'],
  ['WEIR_JWT_SECRET', 'too short'],
  ['WEIR_MONGODB_URL', 'http://localhost'],
  ['WEIR_REDIS_URL', 'localhost:6379'],
  ['WEIR_SMTP_URL', 'mail.example.com'],
  ['WEIR_SMTP_URL', 'smtp://mail.example.com/path'],
  ['WEIR_SMTP_URL', 'smtp://mail.example.com?rejectUnauthorized=false'],
  ['WEIR_SMTP_URL', 'smtp://100%:x@mail.example.com'],
  ['WEIR_MAIL_FROM', 'Weir'],
  ['WEIR_MAIL_FROM', 'Weir <weir@corp.example> trailing'],
  ['WEIR_UPSTREAM_CA', '/nonexistent.pem'],
  ['WEIR_UPSTREAM_PROXY', 'socks5://localhost'],
  ['WEIR_CONNECT_TO', 'api.openai.com:443'],
  ['WEIR_CONNECT_TO', 'api.openai.com:443:127.0.0.1:99999'],
  ['WEIR_PROXY_AUTH', 'digest'],
  ['WEIR_INTERCEPT_HOSTS', 'https://example.com'],
  ['WEIR_BYPASS_HOSTS', 'a b'],
  ['WEIR_ENFORCEMENT', 'maybe'],
  ['WEIR_POLICY_RESOLUTION', 'last'],
  ['WEIR_FAIL_MODE', 'ajar'],
  ['WEIR_INSPECT_MAX_BYTES', '10MB'],
  ['WEIR_INSPECT_BUDGET_MS', '0'],
  ['WEIR_RECORD_VALUES', 'all'],
  ['WEIR_RETENTION_DAYS', '1y'],
  ['WEIR_WEBHOOK_SCHEDULE', '0,soon'],
  ['WEIR_WEBHOOK_BACKLOG', '0'],
  ['WEIR_WEBHOOK_BACKLOG_BYTES', '1024'],
  ['WEIR_WEBHOOK_CONCURRENCY', '17'],
  ['WEIR_WEBHOOK_ALLOW_CIDRS', '10.0.0.0/33'],
  ['WEIR_WEBHOOK_PORTS', '443,0'],
  ['WEIR_WEBHOOK_TIMEOUT_MS', '9'],
  ['WEIR_WEBHOOKS_MAX', '0'],
  ['WEIR_TIER3', 'magic'],
  ['WEIR_TIER3_URL', 'ftp://presidio'],
  ['WEIR_TIER3_URL', 'http://user:pass@presidio'],
  ['WEIR_TIER3_URL', 'http://presidio/?key=1'],
  ['WEIR_TIER3_API_KEY', 'two words'],
  ['WEIR_TIER3_TIMEOUT_MS', '1'],
  ['WEIR_TIER3_QUEUE', '0'],
  ['WEIR_TIER3_QUEUE_BYTES', '16MB'],
  ['WEIR_TIER3_CONCURRENCY', '65'],
  ['WEIR_LOG_LEVEL', 'loud'],
  ['WEIR_TRUSTED_PROXIES', '10.0.0'],
  ['WEIR_METRICS_ALLOW_CIDRS', 'everyone'],
  ['WEIR_DESTINATION_ALLOW_CIDRS', '::1/129'],
  ['WEIR_LOGIN_RATE', '0'],
  ['WEIR_TENANT_RATE', '1.5'],
]

for (const [variable, value] of WRONG) {
  test(`${variable}=${value} is refused, with what it got and what it takes`, (t) => {
    const [problem = '', ...others] = problemsOf({ [variable]: value })
    t.deepEqual(others, [])
    t.true(problem.startsWith(`${variable}: got `), problem)
    t.regex(problem, /It takes .+\.$/)
  })
}

test('every wrong variable is named at once', (t) => {
  t.is(problemsOf({ WEIR_PROXY_PORT: 'x', WEIR_API_PORT: 'y', WEIR_FAIL_MODE: 'z' }).length, 3)
})

test('a secret is never repeated in a problem', (t) => {
  const [problem = ''] = problemsOf({ WEIR_ADMIN_PASSWORD: 'hunter2' })
  t.false(problem.includes('hunter2'))
})

test('an empty variable is one that is not set', (t) => {
  t.is(loadSettings({ WEIR_PROXY_PORT: '', WEIR_UPSTREAM_CA: '' }, EMPTY).proxyPort, 8080)
})

test('a .env file in the working directory is read, and the environment wins', (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, '.env'), 'WEIR_PROXY_PORT=1111\nWEIR_API_PORT="2222"\n# comment\n')
  t.like(loadSettings({ WEIR_PROXY_PORT: '3333' }, folder), { proxyPort: 3333, apiPort: 2222 })
})

test('a secret may be in a file, and its problems never repeat it', (t) => {
  const folder = temporaryFolder(t)
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return name
  }
  const secret = 's'.repeat(40)
  const WEIR_JWT_SECRET_FILE = file('jwt', `${secret}\n`)
  t.is(loadSettings({ WEIR_JWT_SECRET_FILE }, folder).jwtSecret, secret)
  t.deepEqual(loadSettings({ WEIR_JWT_SECRET_FILE }, folder).unknownVariables, [])
  t.false(JSON.stringify(describeSettings({ WEIR_JWT_SECRET_FILE }, folder)).includes(secret))
  t.deepEqual(problemsOf({ WEIR_JWT_SECRET: secret, WEIR_JWT_SECRET_FILE }, folder), [
    'WEIR_JWT_SECRET_FILE: WEIR_JWT_SECRET is set too. Set one of them.',
  ])
  const empty = join(folder, file('empty', ' \n'))
  t.deepEqual(problemsOf({ WEIR_REDIS_URL_FILE: empty }, folder), [`WEIR_REDIS_URL_FILE: ${empty} is empty.`])
  t.deepEqual(problemsOf({ WEIR_SERVICE_TOKEN_FILE: '/none' }), [
    'WEIR_SERVICE_TOKEN_FILE: /none cannot be read (ENOENT).',
  ])
  t.deepEqual(problemsOf({ WEIR_JWT_SECRET_FILE: file('large', 'x'.repeat(65_537)) }, folder), [
    'WEIR_JWT_SECRET_FILE: large is larger than 65536 bytes.',
  ])
  const [short = ''] = problemsOf({ WEIR_ADMIN_PASSWORD_FILE: file('short', 'hunter2') }, folder)
  t.true(short.startsWith('WEIR_ADMIN_PASSWORD: ') && !short.includes('hunter2'))
  t.deepEqual(loadSettings({ WEIR_PROXY_PORT_FILE: 'x' }, folder).unknownVariables, ['WEIR_PROXY_PORT_FILE'])
})

test('connect-to entries are parsed as in curl, with IPv6 in brackets', (t) => {
  const { connectTo } = loadSettings({ WEIR_CONNECT_TO: 'A.example.:443:[::1]:9, ::b:' }, EMPTY)
  t.deepEqual(connectTo, [
    { host: 'a.example', port: 443, toHost: '::1', toPort: 9 },
    { host: undefined, port: undefined, toHost: 'b', toPort: undefined },
  ])
})

test('settings that only make sense together are asked for together', (t) => {
  for (const WEIR_TIER3 of ['presidio', 'openai']) t.regex(problemsOf({ WEIR_TIER3 })[0] ?? '', /^WEIR_TIER3_URL: /)
  t.regex(problemsOf({ WEIR_MONGODB_URL: 'mongodb://db' })[0] ?? '', /WEIR_JWT_SECRET/)
})

test('a connection string of MongoDB may name several hosts', (t) => {
  const url = 'mongodb://user:p%40ss@a:27017,b:27017/weir?replicaSet=rs0'
  t.is(loadSettings({ WEIR_MONGODB_URL: url, WEIR_JWT_SECRET: 's'.repeat(32) }, EMPTY).mongodbUrl, url)
})

test('a misspelt WEIR_ variable is reported', (t) => {
  t.deepEqual(loadSettings({ WEIR_PROXY_PROT: '1', WEIR_TEST_X: '1', PATH: '' }, EMPTY).unknownVariables, [
    'WEIR_PROXY_PROT',
  ])
})

test('the list for operators has every variable once and shows no secret', (t) => {
  const described = describeSettings({ WEIR_JWT_SECRET: 's'.repeat(32), WEIR_API_PORT: '9' }, EMPTY)
  t.is(described.length, Object.keys(DEFINITIONS).length)
  t.is(new Set(described.map(({ variable }) => variable)).size, described.length)
  t.like(
    described.find(({ variable }) => variable === 'WEIR_API_PORT'),
    { value: '9', isDefault: false },
  )
  t.false(JSON.stringify(described).includes('ssss'))
})

test('a misspelt setting is told with the one that was meant, also where another one is wrong', (t) => {
  const { unknownVariables } = loadSettings({ WEIR_FAILMODE: 'open' }, EMPTY)
  const { logger, lines } = logLines()
  warnOfUnknown({ unknownVariables }, logger)
  t.like(JSON.parse(lines[0] ?? ''), { variable: 'WEIR_FAILMODE', did_you_mean: 'WEIR_FAIL_MODE' })
  t.regex(lines[0] ?? '', /did you mean WEIR_FAIL_MODE\?/)
  const error = t.throws(() => loadSettings({ WEIR_FAILMODE: 'open', WEIR_QQQQQQ: '1', WEIR_PROXY_PORT: 'x' }, EMPTY), {
    instanceOf: SettingsError,
  })
  t.deepEqual(error.problems.slice(1), [
    'WEIR_FAILMODE: no setting has this name. Did you mean WEIR_FAIL_MODE?',
    'WEIR_QQQQQQ: no setting has this name.',
  ])
})
