import { Email, Password } from '../core/model/user.ts'
import { CONNECTION_DEFINITIONS, LOOPBACK_AND_PRIVATE } from './connection-definitions.ts'
import { CIDRS, optional, PEM_FILE, required } from './definition.ts'
import { EVENT_DEFINITIONS } from './event-definitions.ts'
import { sender, smtpUrl } from './mail.ts'
import { MESSAGE_DEFINITIONS } from './message-definitions.ts'
import { OTLP_DEFINITIONS } from './otlp-definitions.ts'
import * as parse from './parsers.ts'
import { SIGN_IN_DEFINITIONS } from './sign-in-definitions.ts'
import { TENANT_DEFINITIONS } from './tenant-definitions.ts'
import { TIER3_DEFINITIONS } from './tier3-definitions.ts'
import { TLS_DEFINITIONS } from './tls-definitions.ts'
import { WEBHOOK_DEFINITIONS } from './webhook-definitions.ts'

const PORT = 'a port from 0 to 65535; 0 picks a free one'
const HOSTS = 'a comma-separated list of host names or *.suffixes'

/** Every setting there is, in the order of the operator's guide. The key is its name in the code. */
export const DEFINITIONS = {
  dataDir: required(
    'WEIR_DATA_DIR',
    './data',
    parse.path,
    'a path',
    'the directory of the database, CA, spool and generated secrets',
  ),
  proxyHost: required(
    'WEIR_PROXY_HOST',
    '127.0.0.1',
    parse.bindHost,
    'an address',
    'the address that the proxy listens on',
  ),
  proxyPort: required('WEIR_PROXY_PORT', '8080', parse.port, PORT, 'the port that the proxy listens on'),
  proxyName: optional(
    'WEIR_PROXY_NAME',
    parse.name,
    'a name of at most 100 characters',
    'what the console calls this proxy; the name of the machine if not set',
  ),
  proxyWorkers: required(
    'WEIR_PROXY_WORKERS',
    '1',
    parse.workers,
    'a number from 1 to 256, or auto',
    'the number of proxy processes; auto is one per core',
  ),
  apiHost: required('WEIR_API_HOST', '127.0.0.1', parse.bindHost, 'an address', 'the address that the API listens on'),
  apiPort: required('WEIR_API_PORT', '8443', parse.port, PORT, 'the port that the API listens on'),
  apiConnections: required(
    'WEIR_API_CONNECTIONS',
    '10000',
    parse.integer(1, 10_000_000),
    'a number from 1 to 10000000',
    'the number of connections to the API open at once; further ones are closed',
  ),
  apiNetworkConnections: required(
    'WEIR_API_NETWORK_CONNECTIONS',
    '2500',
    parse.integer(1, 10_000_000),
    'a number from 1 to 10000000',
    'the number of these from one network (IPv4: a /24, IPv6: a /48); WEIR_TRUSTED_PROXIES are not counted',
  ),
  apiUnanswered: required(
    'WEIR_API_UNANSWERED',
    '10',
    parse.integer(1, 1000),
    'a number from 1 to 1000',
    'the number of requests on one connection to the API that may wait for their answers; one more ends the connection',
  ),
  apiUnreadSeconds: required(
    'WEIR_API_UNREAD_SECONDS',
    '30',
    parse.integer(1, 3600),
    'a number of seconds from 1 to 3600',
    'how long a client of the API may take nothing of its answer before its connection ends',
  ),
  apiTls: required(
    'WEIR_API_TLS',
    'auto',
    parse.oneOf('auto', 'off'),
    'auto or off',
    'auto: a certificate signed by the local CA. off: plain HTTP, for a load balancer that terminates TLS',
  ),
  apiTlsCert: optional(
    'WEIR_API_TLS_CERT',
    parse.certificates,
    PEM_FILE,
    'the certificate of the API, with its chain; needs WEIR_API_TLS_KEY',
  ),
  apiTlsKey: optional(
    'WEIR_API_TLS_KEY',
    parse.privateKey,
    'the path of a file with a PEM private key',
    'the private key of WEIR_API_TLS_CERT',
    { secret: true, isPath: true },
  ),
  apiUrl: optional(
    'WEIR_API_URL',
    parse.apiUrl,
    'an http(s) URL ending in /api/v1',
    'for a proxy that runs alone: the URL of the API',
  ),
  serviceToken: optional(
    'WEIR_SERVICE_TOKEN',
    parse.string,
    'a service token',
    'for a proxy that runs alone: its service token',
    { secret: true },
  ),
  apiCa: optional(
    'WEIR_API_CA',
    parse.certificates,
    PEM_FILE,
    'for a proxy that runs alone: the CA of the certificate of the API',
  ),
  adminEmail: required(
    'WEIR_ADMIN_EMAIL',
    'admin@weir.local',
    (raw) => schemaValue(Email, raw),
    'an e-mail address',
    'the first admin, created if there is no user',
  ),
  adminPassword: optional(
    'WEIR_ADMIN_PASSWORD',
    (raw) => schemaValue(Password, raw),
    'at least 12 characters with lower case, upper case and digits',
    'the password of the first admin; generated if not set',
    { secret: true },
  ),
  jwtSecret: optional(
    'WEIR_JWT_SECRET',
    jwtSecret,
    '32 bytes or more',
    'the secret that all keys are derived from; generated if not set',
    { secret: true },
  ),
  previousJwtSecret: optional(
    'WEIR_JWT_SECRET_PREVIOUS',
    jwtSecret,
    '32 bytes or more',
    'the secret that WEIR_JWT_SECRET has replaced, for one start; what it sealed stays readable',
    { secret: true },
  ),
  mongodbUrl: optional(
    'WEIR_MONGODB_URL',
    parse.mongodbUrl,
    'a mongodb:// or mongodb+srv:// URL',
    'the MongoDB database that stores documents, instead of SQLite',
    { secret: true },
  ),
  redisUrl: optional(
    'WEIR_REDIS_URL',
    parse.url('redis:', 'rediss:'),
    'a redis:// URL',
    'the Redis server for queues, live updates and rate limits across processes',
    { secret: true },
  ),
  smtpUrl: optional(
    'WEIR_SMTP_URL',
    smtpUrl,
    'smtp(s)://user:password@host:port, with %-escapes in user and password, and optionally ?requireTLS=true or ?ignoreTLS=true',
    'the mail server',
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
    'the public address of the API, used in mails and links',
  ),
  ...SIGN_IN_DEFINITIONS,
  upstreamCa: optional(
    'WEIR_UPSTREAM_CA',
    parse.certificates,
    PEM_FILE,
    'CA certificates that upstream servers are verified against, besides the roots of the system',
  ),
  ...TLS_DEFINITIONS,
  upstreamProxy: optional(
    'WEIR_UPSTREAM_PROXY',
    parse.url('http:', 'https:'),
    'http(s)://user:pass@host:port',
    'the parent proxy that all traffic is sent through',
    { secret: true },
  ),
  upstreamProxyClient: required(
    'WEIR_UPSTREAM_PROXY_CLIENT',
    'off',
    parse.oneOf('off', 'address', 'user', 'both'),
    'off, address, user or both',
    'what the parent proxy is told about the client: its address (X-Forwarded-For), its name (X-Authenticated-User), or both. AI services are not told',
  ),
  connectTo: required(
    'WEIR_CONNECT_TO',
    '',
    parse.list(parse.connectTo),
    'a comma-separated list of host:port:host2:port2',
    'hosts and the addresses to connect to instead (split DNS, tests)',
  ),
  proxyAuth: required(
    'WEIR_PROXY_AUTH',
    'none',
    parse.oneOf('none', 'basic', 'header'),
    'none, basic or header',
    'how clients of the proxy say who they are. basic: e-mail address and proxy token. header: X-Authenticated-User from WEIR_TRUSTED_PROXIES',
  ),
  interceptHosts: required(
    'WEIR_INTERCEPT_HOSTS',
    '',
    parse.list(parse.hostPattern),
    HOSTS,
    'hosts that are decrypted, besides those of the known AI services',
  ),
  bypassHosts: required(
    'WEIR_BYPASS_HOSTS',
    '',
    parse.list(parse.bypassPattern),
    'a comma-separated list of host names, of patterns such as *.example.com, api.*.example.com and *-eu.example.com, of addresses and CIDRs',
    'hosts that are never decrypted; addresses and CIDRs are for clients that connect to an address',
  ),
  contact: required(
    'WEIR_CONTACT',
    'your security team',
    boundedText(200),
    'a text of up to 200 characters',
    'the contact that refusals and banners name',
  ),
  enforcement: required(
    'WEIR_ENFORCEMENT',
    'enforce',
    parse.oneOf('enforce', 'observe'),
    'enforce or observe',
    'observe: nothing is blocked or coached, but the record says what would have happened',
  ),
  policyResolution: required(
    'WEIR_POLICY_RESOLUTION',
    'strictest',
    parse.oneOf('strictest', 'first_match'),
    'strictest or first_match',
    'which policy is enforced if several match',
  ),
  failMode: required(
    'WEIR_FAIL_MODE',
    'closed',
    parse.oneOf('closed', 'open'),
    'closed or open',
    'whether a prompt that cannot be inspected is blocked (closed) or passes (open)',
  ),
  failModeFiles: required(
    'WEIR_FAIL_MODE_FILES',
    'open',
    parse.oneOf('closed', 'open'),
    'closed or open',
    'the same for files that cannot be read: images, audio, encrypted files, and unknown formats',
  ),
  filesMaxBytes: required(
    'WEIR_FILES_MAX_BYTES',
    '67108864',
    parse.integer(1_048_576, 1_073_741_824),
    'a number of bytes from 1048576 to 1073741824',
    'what the documents and archives of one request may unpack to; what is beyond it is not read',
  ),
  inspectMaxBytes: required(
    'WEIR_INSPECT_MAX_BYTES',
    '10485760',
    parse.integer(1024, 1_073_741_824),
    'a number of bytes from 1024 to 1073741824',
    'the largest decoded body that is inspected',
  ),
  inspectBudgetMs: required(
    'WEIR_INSPECT_BUDGET_MS',
    '3000',
    parse.integer(1, 600_000),
    'a number of milliseconds from 1 to 600000',
    'the time that one inspection may run, and the classification of one text by the API',
  ),
  recordValues: required(
    'WEIR_RECORD_VALUES',
    'masked',
    parse.oneOf('masked', 'none', 'plain'),
    'masked, none or plain',
    'how the proxy records a detected value',
  ),
  retentionDays: required(
    'WEIR_RETENTION_DAYS',
    '365',
    parse.integer(0, 36_500),
    'a number of days from 0 to 36500',
    'older interactions, deliveries and resolved alerts are deleted; 0 keeps them',
  ),
  ...WEBHOOK_DEFINITIONS,
  ...EVENT_DEFINITIONS,
  ...CONNECTION_DEFINITIONS,
  ...MESSAGE_DEFINITIONS,
  ...TENANT_DEFINITIONS,
  ...TIER3_DEFINITIONS,
  ...OTLP_DEFINITIONS,
  logLevel: required(
    'WEIR_LOG_LEVEL',
    'info',
    parse.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'fatal, error, warn, info, debug, trace or silent',
    'the lowest level that is logged',
  ),
  logFormat: required(
    'WEIR_LOG_FORMAT',
    'auto',
    parse.oneOf('auto', 'json', 'pretty'),
    'auto, json or pretty',
    'the format of log lines; auto is pretty on a terminal and JSON elsewhere',
  ),
  trustedProxies: required(
    'WEIR_TRUSTED_PROXIES',
    '',
    parse.list(parse.cidr),
    CIDRS,
    'the proxies whose X-Forwarded-* and X-Authenticated-User headers are trusted',
  ),
  metricsAllowCidrs: required(
    'WEIR_METRICS_ALLOW_CIDRS',
    LOOPBACK_AND_PRIVATE,
    parse.list(parse.cidr),
    CIDRS,
    'the addresses that may read /metrics',
  ),
  destinationAllowCidrs: required(
    'WEIR_DESTINATION_ALLOW_CIDRS',
    '',
    parse.list(parse.cidr),
    CIDRS,
    'loopback, private and link-local destinations that the proxy may connect to',
  ),
  loginRate: required(
    'WEIR_LOGIN_RATE',
    '5',
    parse.integer(1, 1_000_000),
    'a number from 1 to 1000000',
    'logins per minute for each address (IPv6: for each /64)',
  ),
  tenantRate: required(
    'WEIR_TENANT_RATE',
    '1000',
    parse.integer(1, 1_000_000_000),
    'a number from 1 to 1000000000',
    'other requests per minute for all users of a tenant together. When they are used up, administrators still get 20 % of this number. Each service token has this limit for itself',
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
