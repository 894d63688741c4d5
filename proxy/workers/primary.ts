import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { WeirError } from '../../core/errors.ts'
import type { ProxyServer } from '../proxy-server.ts'
import { forkWorker } from './fork-worker.ts'
import type { FromWorker, ToWorker, WorkerAssignment } from './messages.ts'
import { type RestartDelay, restartDelay } from './restart-delay.ts'
import { SpareWorker } from './spare-worker.ts'

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

type Ports = Pick<ProxyServer, 'url' | 'port' | 'transparentPort'>

interface Options {
  readonly workers: number
  readonly api: WorkerAssignment['api']
  readonly hopId: string
  readonly logger: Logger
  /** In place of Node's own. */
  readonly forkOne?: () => Worker
}

/**
 * Several proxy processes on one port. Each reads the settings itself; what is secret comes over the IPC channel, for an
 * environment can be read from outside. A worker that dies is replaced, and the replacement takes over its spool.
 * Rejects if a worker cannot start.
 */
export async function startProxyCluster({ workers, api, hopId, logger, forkOne }: Options): Promise<ProxyServer> {
  const all = Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)
  const startedAt = new Date().toISOString()
  const aggregator = new AggregatorRegistry()
  const supplied = new Map(all.map((name) => [name, Promise.withResolvers<void>()]))
  // Whether anybody waits for it is the caller's choice.
  for (const { promise } of supplied.values()) promise.catch(() => {})
  let closing = false
  cluster.setupPrimary({ exec: WORKER, args: [] })
  const fork = () => forkWorker(logger, forkOne)
  const spare = new SpareWorker(fork, logger)

  const launch = (name: string, restarts = 0, early = 0): Promise<Ports> => {
    const waiting = restarts > 0 ? spare.take() : undefined
    const worker = waiting?.worker ?? fork()
    const forkedAt = performance.now()
    let isListening = false
    const started = Promise.withResolvers<Ports>()
    const assign = () =>
      worker.send({ kind: 'start', name, all, api, hopId, startedAt, restarts } satisfies WorkerAssignment)
    worker.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'ready':
          assign()
          break
        case 'listening':
          isListening = true
          started.resolve(message)
          break
        case 'supplied':
          supplied.get(name)?.resolve()
          break
        case 'failed': {
          const failure = new WeirError(message.code, message.message)
          started.reject(failure)
          supplied.get(name)?.reject(failure)
          // Of no use, and in the way of one that may be.
          if (restarts > 0 && !isListening) worker.process.kill('SIGKILL')
          break
        }
        case 'let_through':
        case 'told':
        case 'reported':
          for (const other of Object.values(cluster.workers ?? {})) {
            if (other !== undefined && other !== worker && other.isConnected()) other.send(message satisfies ToWorker)
          }
          break
        case 'metrics':
          void answerMetrics(worker, message.request)
          break
      }
    })
    worker.once('exit', (code, signal) => {
      started.reject(new WeirError('ERR_WORKER', `a proxy worker ended at its start (${signal ?? code})`))
      if (closing) return
      logger.error({ worker: name, code, signal }, 'a proxy worker ended; another takes its place')
      replace(name, restarts + 1, restartDelay(performance.now() - forkedAt, early))
    })
    // It said that it was ready long ago.
    if (waiting?.isReady === true) assign()
    return started.promise
  }

  function replace(name: string, restarts: number, delay: RestartDelay): void {
    setTimeout(() => {
      if (closing) return
      try {
        launch(name, restarts, delay.early).catch((error: Error) =>
          logger.error({ worker: name, err: error }, 'it did not start'),
        )
      } catch (error) {
        // Without memory for another process there is none to end: Node throws (ENOMEM).
        logger.error({ worker: name, err: error }, 'no process can be started for it; this is tried again')
        replace(name, restarts, restartDelay(0, delay.early))
      }
    }, delay.ms)
  }

  async function answerMetrics(worker: Worker, request: number): Promise<void> {
    const body = await aggregator.clusterMetrics().catch(() => '# some workers did not answer\n')
    if (worker.isConnected()) worker.send({ kind: 'metrics', request, body, contentType: aggregator.contentType })
  }

  async function untilReady(signal: AbortSignal): Promise<void> {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const ready = Promise.all([...supplied.values()].map(({ promise }) => promise))
    if (!signal.aborted) await Promise.race([ready, stopped])
  }

  function reload(): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send({ kind: 'reload' })
  }

  async function close(): Promise<void> {
    closing = true
    spare.close()
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      alive.map((worker) => {
        const exited = new Promise((resolve) => worker.once('exit', resolve))
        worker.send({ kind: 'close' })
        return exited
      }),
    )
  }

  try {
    // One after the other: the first decides which port a port of 0 becomes, and takes over the spools that were left.
    let first: Ports | undefined
    for (const name of all) {
      const listening = await launch(name)
      first ??= listening
    }
    if (first === undefined) throw new WeirError('ERR_WORKER', 'there is no proxy worker')
    const { url, port, transparentPort } = first
    spare.open()
    return { url, port, transparentPort, untilReady, reload, close }
  } catch (error) {
    await close()
    throw error
  }
}
