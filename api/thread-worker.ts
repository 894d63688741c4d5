import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { InvariantError, WeirError } from '../core/errors.ts'
import { startApi } from './server.ts'
import { reviveSettings, type ThreadMessage, type ThreadSettings } from './thread-messages.ts'

/** The API's thread: starts it, says so, and stops it when told to. */
async function run(port: MessagePort, packed: ThreadSettings): Promise<void> {
  const settings = reviveSettings(packed)
  const say = (message: ThreadMessage) => port.postMessage(message)
  try {
    // Written by this thread itself: piping through the main thread would lose the last lines of a crash.
    const api = await startApi({
      settings,
      logger: pino({ name: 'api', level: settings.logLevel }, pino.destination(1)),
    })
    port.once('message', () => void api.close().then(() => port.close()))
    const { url, port: number, internalToken, firstAdmin } = api
    say({ kind: 'started', api: { url, port: number, internalToken, ...(firstAdmin !== undefined && { firstAdmin }) } })
  } catch (error) {
    say({ kind: 'failed', ...describe(error) })
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
await run(parentPort, workerData as ThreadSettings)
