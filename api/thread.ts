import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { RecentFaults } from '../config/restarts.ts'
import { type Settings, SettingsError } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { type FaultReport, reportFault } from '../core/fault.ts'
import {
  packSettings,
  type StartedApi,
  type ThreadMessage,
  type ThreadOrder,
  type ThreadStart,
} from './thread-messages.ts'

const WORKER = new URL('./thread-worker.ts', import.meta.url)

export interface ApiThreadOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** A new database may take the place of one that is missing. */
  readonly newDatabase?: boolean
  /** Called when the API is gone and does not come back: it failed too often, or does not start again. */
  readonly onCrash: (error: Error) => void
}

/** The API in its thread; a reload has the thread read the settings again. */
export interface ApiThread extends StartedApi {
  /** Where a proxy in this process hands over its records: another port after a restart, none in between. */
  records(): MessagePort | undefined
  reload(): void
  /** Finishes what is in flight, then closes everything. Safe to call twice. */
  close(): Promise<void>
}

/** A thread in which the API has started. */
interface Thread {
  readonly worker: Worker
  readonly exited: Promise<void>
  readonly api: StartedApi
  readonly records: MessagePort
}

/**
 * Starts the API in a thread of its own: SQLite is synchronous, and a long query must not hold up a prompt that passes
 * the proxy on the main thread. A thread that ends by an error nobody caught is replaced, on the same port
 * (docs/decisions/0021).
 * @throws what startApi throws
 */
export async function startApiThread(options: ApiThreadOptions): Promise<ApiThread> {
  return new RestartableApi(options, await start(options.settings, 0, options.newDatabase))
}

async function start(settings: Settings, restarts: number, newDatabase = false): Promise<Thread> {
  const { port1: records, port2: taken } = new MessageChannel()
  // Whoever uses it holds the process as long as an answer is awaited.
  records.unref()
  const workerData: ThreadStart = { settings: packSettings(settings), restarts, newDatabase, records: taken }
  const worker = new Worker(WORKER, { workerData, transferList: [taken], name: 'weir-api' })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const message = await firstMessage(worker)
  if (message.kind === 'started') return { worker, exited, api: message.api, records }
  await exited
  if (message.kind === 'fault') throw new WeirError('ERR_API_THREAD', 'the API failed while it started')
  throw message.problems === undefined
    ? new WeirError(message.code, message.message)
    : new SettingsError(message.problems)
}

/** An exception before the first message rejects, as `once` does for an `error` event. */
async function firstMessage(worker: Worker): Promise<ThreadMessage> {
  const [message] = (await once(worker, 'message')) as [ThreadMessage]
  return message
}

class RestartableApi implements ApiThread {
  readonly url: string
  readonly port: number
  readonly internalToken: string
  readonly firstAdmin?: NonNullable<StartedApi['firstAdmin']>
  readonly #options: ApiThreadOptions
  #thread: Thread
  #hasEnded = false
  readonly #faults = new RecentFaults()
  #restarts = 0
  #restarting: Promise<void> | undefined
  #isReloaded = false
  #closing: Promise<void> | undefined

  constructor(options: ApiThreadOptions, first: Thread) {
    this.#options = options
    this.#thread = first
    const { url, port, internalToken, firstAdmin } = first.api
    this.url = url
    this.port = port
    this.internalToken = internalToken
    if (firstAdmin !== undefined) this.firstAdmin = firstAdmin
    this.#watch(first)
  }

  records(): MessagePort | undefined {
    return this.#hasEnded ? undefined : this.#thread.records
  }

  reload(): void {
    this.#isReloaded = true
    this.#tell('reload')
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#restarting
    this.#tell('close')
    await this.#thread.exited
  }

  #tell(order: ThreadOrder): void {
    this.#thread.worker.postMessage(order)
  }

  #watch(thread: Thread): void {
    let report: FaultReport = { reason: 'ERR_API_THREAD', at: [] }
    const hasEnded = () => {
      this.#hasEnded = true
    }
    thread.worker.on('message', (message: ThreadMessage) => {
      if (message.kind !== 'fault') return
      report = message.report
      hasEnded()
    })
    // It closes before the thread has ended, and says so once: what is posted to it later is never answered.
    thread.records.once('close', hasEnded)
    // What no thread can tell of itself, such as that its memory is used up.
    thread.worker.on('error', (error) => {
      report = reportFault(error)
    })
    thread.worker.once('exit', () => {
      hasEnded()
      if (this.#closing === undefined) this.#onEnd(report)
    })
  }

  #onEnd(report: FaultReport): void {
    const { logger, onCrash } = this.#options
    this.#faults.add()
    logger.error({ code: 'ERR_API_FAULT', ...report }, 'an error of Weir itself ended the API: it starts again')
    if (this.#faults.isTooMany) {
      onCrash(new WeirError('ERR_API_FAULTS', `the API failed ${this.#faults.count} times within a minute`))
      return
    }
    this.#restarting = this.#restart().catch((failure: unknown) => {
      onCrash(new WeirError('ERR_API_FAULTS', `the API does not start again (${reportFault(failure).reason})`))
    })
  }

  async #restart(): Promise<void> {
    const { settings, logger } = this.#options
    this.#restarts++
    this.#thread = await start({ ...settings, apiPort: this.port }, this.#restarts)
    this.#hasEnded = false
    this.#watch(this.#thread)
    // What SIGHUP changed since the first start holds on.
    if (this.#isReloaded) this.#tell('reload')
    logger.info({ api_restarts: this.#restarts }, 'the API has started again')
  }
}
