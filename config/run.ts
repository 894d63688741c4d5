import type { Logger } from 'pino'
import { WeirError } from '../core/errors.ts'
import { keepCompiled } from './compile-cache.ts'
import { giveBackIdleMemory } from './idle-memory.ts'
import { SettingsError } from './settings.ts'

/** A terminal and npm both pass Ctrl-C on: a second signal within this time is the same wish. */
const SAME_WISH_MS = 1000

export interface Running {
  /** Told of the end, so that one who reads the log knows it from a process that was killed. */
  readonly logger: Pick<Logger, 'info'>
  /** Finishes what is in flight. */
  close(): Promise<void>
  /** SIGHUP: reads the settings again, as far as they can change while it runs. */
  reload?(): void
}

/** Has errors that nobody caught told to `handler`, in place of ending the process. */
export type CatchFaults = (handler: (error: unknown) => void) => void

/**
 * The life of a process of Weir (docs/reference/process-rules.md): starts, runs until SIGINT or SIGTERM, finishes what is in flight.
 * `start` is told when it is to stop before it has come to an end.
 * Exit codes: 0 well, 1 a failure said in one line on stderr or a second, later signal, 2 wrong configuration.
 */
export async function run(start: (stopping: AbortSignal, catchFaults: CatchFaults) => Promise<Running>): Promise<void> {
  const stopping = new AbortController()
  const stopped = Promise.withResolvers<void>()
  let stoppingSince: number | undefined
  let running: Running | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now()
      running?.logger.info({ signal }, 'stopping: what is in progress is finished first')
      stopping.abort()
      stopped.resolve()
    } else if (performance.now() - stoppingSince > SAME_WISH_MS) process.exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  let onFault: (error: unknown) => void = fail
  // Rejections that nobody handles come here as well.
  process.on('uncaughtException', (error) => onFault(error))
  // Whatever it is understood as, it ends nothing: without a listener it would.
  process.on('SIGHUP', () => running?.reload?.())
  try {
    running = await start(stopping.signal, (handler) => {
      onFault = handler
    })
    giveBackIdleMemory()
    keepCompiled()
    await stopped.promise
    await running.close()
    running.logger.info('stopped')
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

/** Says what went wrong in one line, without a stack that only a developer reads, and ends. */
export function fail(error: unknown): never {
  const lines = error instanceof SettingsError ? error.problems : [sentence(error)]
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(error instanceof SettingsError ? 2 : 1)
}

function sentence(error: unknown): string {
  if (error instanceof WeirError) return error.message
  if (!(error instanceof Error)) return 'Weir failed for an unknown reason'
  const where = error.stack?.split('\n')[1]?.trim() ?? 'unknown place'
  return `Weir failed: ${error.message.split('\n')[0]} (${where})`
}
