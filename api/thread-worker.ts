import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openLogger } from '../config/logger.ts'
import { InvariantError, WeirError } from '../core/errors.ts'
import { startApi } from './server.ts'
import { reviveSettings, type ThreadMessage, type ThreadSettings } from './thread-messages.ts'

/** The API's thread: starts it, says so, and stops it when told to. */
async function run(port: MessagePort, packed: ThreadSettings): Promise<void> {
  const settings = reviveSettings(packed)
  const say = (message: ThreadMessage) => port.postMessage(message)
  try {
    const api = await startApi({ settings, logger: openLogger('api', settings) })
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
