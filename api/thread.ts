import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Settings, SettingsError } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import type { ApiServer } from './server.ts'
import { packSettings, type ThreadMessage } from './thread-messages.ts'

const WORKER = new URL('./thread-worker.ts', import.meta.url)

export interface ApiThreadOptions {
  readonly settings: Settings
  /** Called when the thread ends without having been asked to: the API is gone. */
  readonly onCrash: (error: Error) => void
}

/**
 * Starts the API in a thread of its own: SQLite is synchronous, and a long query must not hold up a prompt that passes
 * the proxy on the main thread.
 * @throws what startApi throws
 */
export async function startApiThread({ settings, onCrash }: ApiThreadOptions): Promise<ApiServer> {
  const worker = new Worker(WORKER, { workerData: packSettings(settings), name: 'weir-api' })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const message = await firstMessage(worker)
  if (message.kind === 'failed') {
    await exited
    throw message.problems === undefined
      ? new WeirError(message.code, message.message)
      : new SettingsError(message.problems)
  }
  let closing = false
  worker.on('error', (error) => {
    if (!closing) onCrash(error as Error)
  })
  return {
    ...message.api,
    close: async () => {
      if (!closing) worker.postMessage('close')
      closing = true
      await exited
    },
  }
}

/** An exception before the first message rejects, as `once` does for an `error` event. */
async function firstMessage(worker: Worker): Promise<ThreadMessage> {
  const [message] = (await once(worker, 'message')) as [ThreadMessage]
  return message
}
