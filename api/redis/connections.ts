import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { SettingsError } from '../../config/settings.ts'

const CONNECT_TIMEOUT_MS = 5000
/** A Redis that hangs must not delay its callers: everything it is used for works without it for a while. */
const COMMAND_TIMEOUT_MS = 1000
/** A connection that says nothing for so long while an answer is due is given up; then commands fail at once. */
const SILENCE_MS = 2000
/** How long a start waits for a Redis that is slow to answer. */
const START_PATIENCE_MS = 2000
const KEEP_ALIVE_MS = 15_000
const RETRY_FIRST_MS = 50
const RETRY_MAX_MS = 2000

/**
 * - `prompt`: a command fails at once while Redis is away, and after a second without an answer.
 * - `patient`: commands wait for Redis to come back, blocking ones for as long as it takes. BullMQ's workers need this.
 */
export type Patience = 'prompt' | 'patient'

/**
 * Opens every connection to Redis there is, and says in the log when Redis is lost and when it is back: once each, however
 * many connections notice. A connection reconnects by itself until it is closed here.
 *
 * Keys begin with `weir:`. They are written out, since BullMQ refuses ioredis' own `keyPrefix`.
 */
export class RedisConnections {
  readonly #target: ReturnType<typeof targetOf>
  readonly #logger: Logger
  readonly #open = new Set<Redis>()
  #isLost = false
  /** Why, as far as anything has told. */
  #reason: string | undefined
  #closing = false

  /** @throws SettingsError for a URL that names no database, or carries what is not understood */
  constructor(url: URL, logger: Logger) {
    this.#target = targetOf(url)
    this.#logger = logger
  }

  get isThere(): boolean {
    return !this.#isLost
  }

  /** Why Redis cannot be used, or not as the settings say; undefined where nothing has told of it since it was last used. */
  get failure(): string | undefined {
    return this.#reason
  }

  /** @param purpose tells the connections apart in Redis' CLIENT LIST */
  open(purpose: string, patience: Patience): Redis {
    const client = new Redis({ ...this.#target, ...behaviour(patience), connectionName: `weir-${purpose}` })
    this.#open.add(client)
    client.on('error', (error: NodeJS.ErrnoException) => this.#noteLoss(error))
    // Not 'close': the code that opened a connection may also end it.
    client.on('reconnecting', () => this.#noteLoss())
    client.on('ready', () => this.#noteReturn())
    client.on('end', () => this.#open.delete(client))
    return client
  }

  /** Resolves when every connection is ready, or earlier if Redis is down, because a start does not wait for Redis. */
  async firstTry(): Promise<void> {
    const ready = [...this.#open].map((client) => (client.status === 'ready' ? undefined : readyOrLost(client)))
    await Promise.race([Promise.all(ready), sleep(START_PATIENCE_MS, undefined, { ref: false })])
  }

  /** Ends connections that are still open, without waiting for Redis. Their users have finished with them before. */
  close(): void {
    this.#closing = true
    for (const client of this.#open) client.disconnect()
    this.#open.clear()
  }

  #noteLoss(error?: NodeJS.ErrnoException): void {
    if (this.#closing) return
    if (error !== undefined) this.#reason = reasonOf(error)
    if (this.#isLost) return
    this.#isLost = true
    const reason = this.#reason ?? 'the connection was closed'
    this.#logger.warn({ code: 'ERR_REDIS_LOST', reason }, 'Redis is out of reach; it is tried again until it is back')
  }

  #noteReturn(): void {
    if (!this.#isLost || [...this.#open].some(({ status }) => status !== 'ready' && status !== 'wait')) return
    this.#isLost = false
    this.#reason = undefined
    this.#logger.info('Redis is back')
  }
}

/**
 * The code of the system or of TLS, or what Redis answered, which begins with a code of its own (WRONGPASS, NOPERM). Nothing else of it: ioredis'
 * errors carry the command, and AUTH's has the password in it.
 */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code !== undefined && code !== '') return code
  // What follows is about the command that ioredis begins with.
  return message.startsWith('NOAUTH') ? 'NOAUTH Authentication required.' : message
}

function readyOrLost(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['ready', 'close', 'end']) client.once(event, () => resolve())
  })
}

function behaviour(patience: Patience) {
  const prompt = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  }
  return {
    ...(patience === 'prompt' ? prompt : { maxRetriesPerRequest: null }),
    // ioredis would not look whether it worked: a connection lost at that moment would end the process.
    autoResubscribe: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (attempt: number) => Math.min(RETRY_FIRST_MS * 2 ** Math.min(attempt, 10), RETRY_MAX_MS),
    // A replica that was the primary before a failover refuses writes: find the new primary.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

/**
 * `redis://[user][:password@]host[:port][/database]`, `rediss://` over verified TLS (the system's roots and
 * NODE_EXTRA_CA_CERTS). ioredis would take any of its options from the query as well: none is accepted.
 */
function targetOf(url: URL) {
  const path = /^\/?(\d{1,5})?$/.exec(url.pathname)
  if (path === null || url.search !== '' || url.hash !== '') {
    throw new SettingsError(['WEIR_REDIS_URL: only a database number may follow the host, as in redis://host:6379/0.'])
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 6379),
    db: Number(path[1] ?? 0),
    ...(url.username !== '' && { username: decoded(url.username) }),
    ...(url.password !== '' && { password: decoded(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: { minVersion: 'TLSv1.2' as const } }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new SettingsError(['WEIR_REDIS_URL: its user name or password is not percent-encoded as a URL requires.'])
  }
}
