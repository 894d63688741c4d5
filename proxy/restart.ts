import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { RecentFaults } from '../config/restarts.ts'
import type { Settings } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { reportFault } from '../core/fault.ts'
import type { ProxyServer, StartedProxy } from './proxy-server.ts'

/** Passed to a start that follows another one in the same process. */
export interface Restart {
  readonly restarts: number
  /** The settings in force, with the port that the first start got. */
  readonly settings: Settings
}

interface Options {
  /** Starts the proxy; `again` is undefined the first time. */
  readonly start: (again: Restart | undefined) => Promise<StartedProxy>
  readonly logger: Logger
  /** Has every error that nobody caught in this process told to `handler` from now on. */
  readonly catchFaults: (handler: (error: unknown) => void) => void
  /** Ends the process: its supervisor starts another. */
  readonly giveUp: (error: unknown) => void
}

/** The deadline for shutting down the old proxy, and for starting the new one. Neither usually takes a tenth of it. */
const PATIENCE_MS = 5_000

/**
 * A proxy that survives an internal error which belongs to no exchange: the error is logged by its code and place,
 * every connection of the proxy ends, and the proxy starts again in the same process on the same port. The rest of the
 * process, the API in its thread, goes on meanwhile (docs/decisions/0021).
 */
export async function startRestartable(options: Options): Promise<ProxyServer> {
  const proxy = new RestartableProxy(options, await options.start(undefined))
  options.catchFaults((error) => proxy.onFault(error))
  return proxy
}

class RestartableProxy implements ProxyServer {
  readonly url: string
  readonly port: number
  readonly transparentPort: number | undefined
  readonly #options: Options
  #current: StartedProxy
  /** Aborted when the current one is given up. */
  #left = new AbortController()
  #restarting: Promise<void> | undefined
  #restarts = 0
  readonly #faults = new RecentFaults()
  #isClosing = false

  constructor(options: Options, first: StartedProxy) {
    this.#options = options
    this.#current = first
    this.url = first.url
    this.port = first.port
    this.transparentPort = first.transparentPort
  }

  async untilReady(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#restarting
      const current = this.#current
      await current.untilReady(AbortSignal.any([signal, this.#left.signal]))
      if (signal.aborted || (current === this.#current && !this.#left.signal.aborted)) return
    }
  }

  reload(): void {
    this.#current.reload()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#restarting
    await this.#current.close()
  }

  onFault(error: unknown): void {
    const { logger, giveUp } = this.#options
    const report = reportFault(error)
    logger.error(
      { code: 'ERR_PROXY_FAULT', ...report },
      'an error of Weir itself that belongs to no connection: the proxy starts again',
    )
    this.#faults.add()
    if (this.#faults.isTooMany) {
      giveUp(new WeirError('ERR_PROXY_FAULTS', `the proxy failed ${this.#faults.count} times within a minute`))
      return
    }
    // What is being put away may fail once more; a proxy that is being closed is not wanted back.
    if (this.#isClosing || this.#restarting !== undefined) return
    this.#restarting = this.#restart().then(
      () => {
        this.#restarting = undefined
      },
      (failure: unknown) =>
        giveUp(new WeirError('ERR_PROXY_FAULTS', `the proxy does not start again (${reportFault(failure).reason})`)),
    )
  }

  async #restart(): Promise<void> {
    const { start, logger } = this.#options
    const { settings } = this.#current
    this.#left.abort()
    await inTime(this.#current.abandon())
    this.#restarts++
    this.#current = await inTime(
      start({
        restarts: this.#restarts,
        settings: { ...settings, proxyPort: this.port, transparentPort: this.transparentPort },
      }),
    )
    this.#left = new AbortController()
    logger.info({ restarts: this.#restarts }, 'the proxy has started again')
  }
}

/** What threw outside of every promise may have left one that never settles. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const deadline = sleep(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
    throw new WeirError('ERR_PROXY_STUCK', `nothing came of it within ${PATIENCE_MS} ms`)
  })
  // Once the work is done nobody waits for it, and it is aborted.
  deadline.catch(() => {})
  try {
    return await Promise.race([work, deadline])
  } finally {
    late.abort()
  }
}
