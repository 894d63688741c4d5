import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { endLostConnections } from './lost-connections.ts'

const NOT_STARTED = -1

/**
 * A new worker process. What is sent to one that has just died, a connection or a message, fails with an event of its own before its
 * end is known, and would end this process too: its end is what counts, and comes next. One that cannot be started ends as well, but where
 * Node throws at once, for want of memory: then this throws.
 */
export function forkWorker(logger: Pick<Logger, 'warn'>, forkOne = () => cluster.fork()): Worker {
  const worker = forkOne()
  let isStarted = worker.process.pid !== undefined
  worker.on('error', (error: Error) => {
    logger.warn({ err: error }, 'a proxy worker could not be started or told something')
    if (isStarted) return
    isStarted = true
    // Node tells no end of what has not begun.
    worker.process.emit('exit', NOT_STARTED, null)
  })
  endLostConnections(worker)
  return worker
}
