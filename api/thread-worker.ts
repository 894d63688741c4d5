import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { keepCompiled } from '../config/compile-cache.ts'
import { giveBackIdleMemory } from '../config/idle-memory.ts'
import { openLogger } from '../config/logger.ts'
import { reloadSettings } from '../config/reload.ts'
import { InvariantError, WeirError } from '../core/errors.ts'
import { reportFault } from '../core/fault.ts'
import { endHashing } from './passwords/hashing.ts'
import { startApi } from './server.ts'
import { reviveSettings, type ThreadMessage, type ThreadOrder, type ThreadStart } from './thread-messages.ts'

/** The API's thread: starts it, says so, and does what it is told. */
async function run(
  port: MessagePort,
  { settings: packed, restarts, newDatabase, records }: ThreadStart,
): Promise<void> {
  const settings = reviveSettings(packed)
  const say = (message: ThreadMessage) => port.postMessage(message)
  try {
    const logger = openLogger('api', settings)
    const api = await startApi({ settings, logger, restarts, newDatabase, records })
    giveBackIdleMemory()
    keepCompiled()
    process.on('uncaughtException', (error) => {
      say({ kind: 'fault', report: reportFault(error) })
      // Nothing that was left half done is carried on, but for what the process would not survive.
      void endHashing().then(() => process.exit(1))
    })
    port.on('message', (order: ThreadOrder) => {
      if (order === 'reload') reloadSettings(logger, (fresh) => api.reload(fresh))
      else void api.close().then(() => port.close())
    })
    const { url, port: number, internalToken, firstAdmin } = api
    say({ kind: 'started', api: { url, port: number, internalToken, ...(firstAdmin !== undefined && { firstAdmin }) } })
  } catch (error) {
    say({ kind: 'failed', ...describe(error) })
    records.close()
    port.close()
  }
}

function describe(error: unknown): { code: string; message: string; problems?: readonly string[] } {
  if (!(error instanceof WeirError)) throw error
  return {
    code: error.code,
    message: error.message,
    ...('problems' in error && { problems: error.problems as readonly string[] }),
  }
}

if (parentPort === null) throw new InvariantError('api/thread-worker.ts runs in a worker thread only')
await run(parentPort, workerData as ThreadStart)
