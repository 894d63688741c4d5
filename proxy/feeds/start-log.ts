import type { Logger } from 'pino'

/** As far as feeds log. */
export type FeedLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** How long lines are held if nothing says before what becomes of the start. */
const HOLD_MS = 3000

/**
 * Holds what feeds say while a start is under way. If the start is refused, because a setting is wrong, its own line says
 * why, and what the feeds say of the same cause would only hide it.
 */
export class StartLog {
  readonly #logger: FeedLogger
  #held: (() => void)[] | undefined = []
  #timer: NodeJS.Timeout | undefined

  constructor(logger: FeedLogger) {
    this.#logger = logger
  }

  /** For the feeds. */
  readonly logger: FeedLogger = {
    debug: (...line: [unknown, string?]) => this.#write('debug', line),
    info: (...line: [unknown, string?]) => this.#write('info', line),
    warn: (...line: [unknown, string?]) => this.#write('warn', line),
    error: (...line: [unknown, string?]) => this.#write('error', line),
  }

  /** Writes what was held; from now on lines are written at once. */
  release(): void {
    clearTimeout(this.#timer)
    const held = this.#held ?? []
    this.#held = undefined
    for (const write of held) write()
  }

  #write(level: keyof FeedLogger, line: [unknown, string?]): void {
    const write = () => this.#logger[level](...line)
    if (this.#held === undefined) {
      write()
      return
    }
    this.#held.push(write)
    this.#timer ??= setTimeout(() => this.release(), HOLD_MS).unref()
  }
}
