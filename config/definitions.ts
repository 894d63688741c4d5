import { Email, Password } from '../core/model/user.ts'
import { CONNECTION_DEFINITIONS, LOOPBACK_AND_PRIVATE } from './connection-definitions.ts'
import { optional, required } from './definition.ts'
import { EVENT_DEFINITIONS } from './event-definitions.ts'
import { sender, smtpUrl } from './mail.ts'
import * as parse from './parsers.ts'

const PORT = 'a port from 0 to 65535; 0 picks a free one'
const CIDRS = 'a comma list of CIDRs or addresses, such as 10.0.0.0/8,::1'
const PEM_FILE = 'the path of a file with PEM certificates'
const HOSTS = 'a comma list of host names or *.suffixes'

/** Every setting there is, in the order of design/interface.md. The key is its name in the code. */
export const DEFINITIONS = {
  dataDir: required('WEIR_DATA_DIR', './data', parse.path, 'a path', 'database, CA, spool, generated secrets'),
  proxyHost: required('WEIR_PROXY_HOST', '127.0.0.1', parse.bindHost, 'an address', 'where the proxy listens'),
  proxyPort: required('WEIR_PROXY_PORT', '8080', parse.port, PORT, 'where the proxy listens'),
  proxyWorkers: required(
    'WEIR_PROXY_WORKERS',
    '1',
    parse.workers,
    'a number from 1 to 256, or auto',
    'proxy processes; auto is one per core',
  ),
  apiHost: required('WEIR_API_HOST', '127.0.0.1', parse.bindHost, 'an address', 'where the API listens'),
  apiPort: required('WEIR_API_PORT', '8443', parse.port, PORT, 'where the API listens'),
  apiTls: required(
    'WEIR_API_TLS',
    'auto',
    parse.oneOf('auto', 'off'),
    'auto or off',
    'a certificate signed by the local CA, or plain HTTP for a balancer that ends TLS',
  ),
  apiTlsCert: optional(
    'WEIR_API_TLS_CERT',
    parse.certificates,
    PEM_FILE,
    'the API certificate, with its chain; goes with WEIR_API_TLS_KEY',
  ),
  apiTlsKey: optional(
    'WEIR_API_TLS_KEY',
    parse.privateKey,
    'the path of a file with a PEM private key',
    'the key of WEIR_API_TLS_CERT',
    { secret: true },
  ),
  apiUrl: optional(
    'WEIR_API_URL',
    parse.url('http:', 'https:'),
    'an http(s) URL ending in /api/v1',
    'for a proxy running alone: where the API is',
  ),
  serviceToken: optional(
    'WEIR_SERVICE_TOKEN',
    parse.string,
    'a service token',
    'for a proxy running alone: its token',
    { secret: true },
  ),
  apiCa: optional('WEIR_API_CA', parse.certificates, PEM_FILE, 'for a proxy running alone: the CA of the API'),
  adminEmail: required(
    'WEIR_ADMIN_EMAIL',
    'admin@weir.local',
    (raw) => schemaValue(Email, raw),
    'an e-mail address',
    'the first admin, made when there is no user',
  ),
  adminPassword: optional(
    'WEIR_ADMIN_PASSWORD',
    (raw) => schemaValue(Password, raw),
    'at least 12 characters with lower case, upper case and digits',
    'the first admin’s password; generated when not set',
    { secret: true },
  ),
  jwtSecret: optional('WEIR_JWT_SECRET', jwtSecret, '32 bytes or more', 'signs sessions; generated when not set', {
    secret: true,
  }),
  mongodbUrl: optional(
    'WEIR_MONGODB_URL',
    parse.mongodbUrl,
    'a mongodb:// or mongodb+srv:// URL',
    'documents live in MongoDB',
    { secret: true },
  ),
  redisUrl: optional(
    'WEIR_REDIS_URL',
    parse.url('redis:', 'rediss:'),
    'a redis:// URL',
    'queues, fan-out and rate limits on Redis',
    { secret: true },
  ),
  smtpUrl: optional(
    'WEIR_SMTP_URL',
    smtpUrl,
    'smtp(s)://user:password@host:port, with %-escapes in user and password; ?requireTLS=true or ?ignoreTLS=true after it',
    'where mail is sent',
    { secret: true },
  ),
  mailFrom: required(
    'WEIR_MAIL_FROM',
    'Weir <weir@weir.local>',
    sender,
    'an e-mail address, or a name and an e-mail address in angle brackets',
    'the sender of mails',
  ),
  publicUrl: optional(
    'WEIR_PUBLIC_URL',
    parse.url('http:', 'https:'),
    'an http(s) URL',
    'the address that mails and links name',
  ),
  upstreamCa: optional(
    'WEIR_UPSTREAM_CA',
    parse.certificates,
    PEM_FILE,
    'added to the system’s roots for upstream verification',
  ),
  upstreamProxy: optional(
    'WEIR_UPSTREAM_PROXY',
    parse.url('http:', 'https:'),
    'http(s)://user:pass@host:port',
    'a parent proxy',
    { secret: true },
  ),
  connectTo: required(
    'WEIR_CONNECT_TO',
    '',
    parse.list(parse.connectTo),
    'a comma list of host:port:host2:port2',
    'where to really connect (split DNS, tests)',
  ),
  proxyAuth: required(
    'WEIR_PROXY_AUTH',
    'none',
    parse.oneOf('none', 'basic', 'header'),
    'none, basic or header',
    'who is asked for what at the proxy',
  ),
  interceptHosts: required(
    'WEIR_INTERCEPT_HOSTS',
    '',
    parse.list(parse.hostPattern),
    HOSTS,
    'added to the catalogue’s AI hosts',
  ),
  bypassHosts: required('WEIR_BYPASS_HOSTS', '', parse.list(parse.hostPattern), HOSTS, 'never decrypted'),
  contact: required(
    'WEIR_CONTACT',
    'your security team',
    boundedText(200),
    'a text of up to 200 characters',
    'whom refusals and banners name',
  ),
  enforcement: required(
    'WEIR_ENFORCEMENT',
    'enforce',
    parse.oneOf('enforce', 'observe'),
    'enforce or observe',
    'observe: nothing is blocked or coached, the record says what would have been',
  ),
  policyResolution: required(
    'WEIR_POLICY_RESOLUTION',
    'strictest',
    parse.oneOf('strictest', 'first_match'),
    'strictest or first_match',
    'which of several matching policies is enforced',
  ),
  failMode: required(
    'WEIR_FAIL_MODE',
    'closed',
    parse.oneOf('closed', 'open'),
    'closed or open',
    'whether a prompt that cannot be inspected is blocked or passes',
  ),
  failModeFiles: required(
    'WEIR_FAIL_MODE_FILES',
    'open',
    parse.oneOf('closed', 'open'),
    'closed or open',
    'the same for files that hold no readable text: images, audio, encrypted files and, for now, PDF, Office and archives',
  ),
  inspectMaxBytes: required(
    'WEIR_INSPECT_MAX_BYTES',
    '10485760',
    parse.integer(1024, 1_073_741_824),
    'a number of bytes from 1024 to 1073741824',
    'largest decoded body that is inspected',
  ),
  inspectBudgetMs: required(
    'WEIR_INSPECT_BUDGET_MS',
    '3000',
    parse.integer(1, 600_000),
    'a number of milliseconds from 1 to 600000',
    'time budget of one inspection',
  ),
  recordValues: required(
    'WEIR_RECORD_VALUES',
    'masked',
    parse.oneOf('masked', 'none', 'plain'),
    'masked, none or plain',
    'what the proxy records of a detected value',
  ),
  retentionDays: required(
    'WEIR_RETENTION_DAYS',
    '365',
    parse.integer(0, 36_500),
    'a number of days from 0 to 36500',
    'older interactions, deliveries and resolved alerts are deleted; 0 keeps them',
  ),
  webhookSchedule: required(
    'WEIR_WEBHOOK_SCHEDULE',
    '0,5,30,300,1800',
    parse.list(parse.integer(0, 604_800)),
    'a comma list of seconds',
    'seconds before each delivery attempt',
  ),
  webhookBacklog: required(
    'WEIR_WEBHOOK_BACKLOG',
    '100000',
    parse.integer(1, 10_000_000),
    'a number from 1 to 10000000',
    'deliveries that may wait for one webhook; the oldest are kept, further ones counted and dropped',
  ),
  webhookConcurrency: required(
    'WEIR_WEBHOOK_CONCURRENCY',
    '8',
    parse.integer(1, 16),
    'a number from 1 to 16',
    'deliveries under way at once to one webhook, from each API process',
  ),
  webhookAllowCidrs: required(
    'WEIR_WEBHOOK_ALLOW_CIDRS',
    '',
    parse.list(parse.cidr),
    CIDRS,
    'private webhook receivers that are allowed',
  ),
  webhookCa: optional(
    'WEIR_WEBHOOK_CA',
    parse.certificates,
    PEM_FILE,
    'added to the roots that webhook receivers are verified against',
  ),
  webhookPorts: required(
    'WEIR_WEBHOOK_PORTS',
    '443,8443',
    parse.list(parse.integer(1, 65_535)),
    'a comma list of ports from 1 to 65535',
    'ports of webhook receivers; those in WEIR_WEBHOOK_ALLOW_CIDRS may use any',
  ),
  webhookTimeoutMs: required(
    'WEIR_WEBHOOK_TIMEOUT_MS',
    '5000',
    parse.integer(10, 60_000),
    'a number of milliseconds from 10 to 60000',
    'how long one delivery attempt may take, from resolving the name to the end of the answer',
  ),
  webhooksMax: required(
    'WEIR_WEBHOOKS_MAX',
    '100',
    parse.integer(1, 10_000),
    'a number from 1 to 10000',
    'webhooks a tenant may have',
  ),
  ...EVENT_DEFINITIONS,
  ...CONNECTION_DEFINITIONS,
  tier3: required(
    'WEIR_TIER3',
    'builtin',
    parse.oneOf('off', 'builtin', 'presidio', 'openai'),
    'off, builtin, presidio or openai',
    'the provider of asynchronous, semantic classification',
  ),
  tier3Url: optional(
    'WEIR_TIER3_URL',
    parse.baseUrl,
    'an http(s) URL without credentials, query and fragment',
    'the tier 3 server: of presidio what stands before /analyze, of openai what stands before /chat/completions',
  ),
  tier3Model: optional('WEIR_TIER3_MODEL', parse.string, 'a model name', 'the tier 3 model'),
  tier3ApiKey: optional(
    'WEIR_TIER3_API_KEY',
    parse.token,
    'a token of visible ASCII characters',
    'sent to the tier 3 server as a bearer token',
    { secret: true },
  ),
  tier3TimeoutMs: required(
    'WEIR_TIER3_TIMEOUT_MS',
    '10000',
    parse.integer(10, 600_000),
    'a number of milliseconds from 10 to 600000',
    'how long the tier 3 classification of one text may take',
  ),
  tier3Queue: required(
    'WEIR_TIER3_QUEUE',
    '1000',
    parse.integer(1, 1_000_000),
    'a number of texts from 1 to 1000000',
    'prompts that may wait for tier 3, in memory and per proxy process; the oldest is dropped for one more',
  ),
  tier3QueueBytes: required(
    'WEIR_TIER3_QUEUE_BYTES',
    '16777216',
    parse.integer(1024, 1_073_741_824),
    'a number of bytes from 1024 to 1073741824',
    'memory that the waiting prompts may take',
  ),
  tier3Concurrency: required(
    'WEIR_TIER3_CONCURRENCY',
    '2',
    parse.integer(1, 64),
    'a number from 1 to 64',
    'texts at the tier 3 server at once; builtin has one thread',
  ),
  logLevel: required(
    'WEIR_LOG_LEVEL',
    'info',
    parse.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'fatal, error, warn, info, debug, trace or silent',
    'how much is logged',
  ),
  logFormat: required(
    'WEIR_LOG_FORMAT',
    'auto',
    parse.oneOf('auto', 'json', 'pretty'),
    'auto, json or pretty',
    'how log lines are written: auto is pretty on a terminal, JSON elsewhere',
  ),
  trustedProxies: required(
    'WEIR_TRUSTED_PROXIES',
    '',
    parse.list(parse.cidr),
    CIDRS,
    'whose X-Forwarded-* headers are believed',
  ),
  metricsAllowCidrs: required(
    'WEIR_METRICS_ALLOW_CIDRS',
    LOOPBACK_AND_PRIVATE,
    parse.list(parse.cidr),
    CIDRS,
    'who may read /metrics',
  ),
  destinationAllowCidrs: required(
    'WEIR_DESTINATION_ALLOW_CIDRS',
    '',
    parse.list(parse.cidr),
    CIDRS,
    'loopback, private and link-local destinations the proxy may reach',
  ),
  loginRate: required(
    'WEIR_LOGIN_RATE',
    '5',
    parse.integer(1, 1_000_000),
    'a number from 1 to 1000000',
    'logins a minute and address, IPv6 by /64',
  ),
  tenantRate: required(
    'WEIR_TENANT_RATE',
    '1000',
    parse.integer(1, 1_000_000_000),
    'a number from 1 to 1000000000',
    'other requests a minute and tenant, of which all but its administrators may make 80 % together; each service token is counted apart',
  ),
} as const

function jwtSecret(raw: string): string {
  if (Buffer.byteLength(raw) < 32) throw new parse.ValueError('it is too short')
  return raw
}

function boundedText(max: number): parse.Parse<string> {
  return (raw) => {
    if (raw.length > max) throw new parse.ValueError()
    return raw
  }
}

function schemaValue<T>(schema: { safeParse(raw: string): { success: boolean; data?: T } }, raw: string): T {
  const result = schema.safeParse(raw)
  if (!result.success || result.data === undefined) throw new parse.ValueError()
  return result.data
}
