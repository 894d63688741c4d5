import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../config/compile-cache.ts'
import type { Classification } from '../core/model/classification.ts'
import { SEMANTIC_TEXT_MAX } from '../core/tier3/types.ts'
import type { FromWorker, Job } from './messages.ts'
import { type ClassifyOptions, type SemanticProvider, Tier3Error } from './provider.ts'

/** The memory is given back after a quiet time. */
const IDLE_MS = 300_000
/** The thread stops by itself in this part of the budget, so that what it has found so far arrives in time. */
const SOFT_BUDGET = 0.8

export interface ThreadOptions {
  /** The thread's program: it takes Jobs and answers FromWorker. */
  readonly worker: URL
  readonly data: unknown
  /** Of its heap, in megabytes; a thread that needs more is ended. */
  readonly heapMb: number
}

interface Pending {
  readonly text: string
  readonly knownNames: Job['knownNames']
  readonly boilerplate: Job['boilerplate']
  readonly deadline: number
  readonly settle: (outcome: readonly Classification[] | Tier3Error) => void
}

/**
 * Classifies in one thread of its own, started with the first text. One text at a time; a thread that crashes or outlives a
 * text's budget is ended, that text is answered with an error, and the next one gets a new thread.
 */
export function createThreadProvider({ worker: program, data, heapMb }: ThreadOptions): SemanticProvider {
  const waiting: Pending[] = []
  let thread: { readonly worker: Worker; ready: boolean; current: Pending | undefined } | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function dispatch(): void {
    if (waiting.length === 0) return
    thread ??= start()
    clearTimeout(idle)
    thread.worker.ref()
    if (!thread.ready || thread.current !== undefined) return
    const next = waiting.shift()
    if (next === undefined) return
    thread.current = next
    const budgetMs = Math.max(1, next.deadline - performance.now()) * SOFT_BUDGET
    thread.worker.postMessage({
      text: next.text,
      knownNames: next.knownNames,
      boilerplate: next.boilerplate,
      budgetMs,
    } satisfies Job)
  }

  function start(): NonNullable<typeof thread> {
    const worker = new Worker(program, {
      name: 'weir-tier3',
      workerData: data,
      env: threadEnvironment(),
      // A crash must not print what it stumbled over.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const started = { worker, ready: false, current: undefined as Pending | undefined }
    worker.stdout.resume()
    worker.stderr.resume()
    worker.on('message', (message: FromWorker) => {
      if (thread !== started) return
      if (message.kind === 'failed') {
        void end(started, new Tier3Error('ERR_TIER3_UNAVAILABLE', message.reason))
        return
      }
      if (message.kind === 'ready') started.ready = true
      else {
        started.current?.settle(message.findings)
        started.current = undefined
      }
      worker.unref()
      clearTimeout(idle)
      idle = setTimeout(() => void end(started), IDLE_MS).unref()
      dispatch()
    })
    worker.on('error', () => void end(started))
    worker.on('exit', () => void end(started))
    return started
  }

  async function end(
    ended: NonNullable<typeof thread>,
    error = new Tier3Error('ERR_TIER3_CRASHED', 'the tier 3 thread ended'),
  ): Promise<void> {
    if (thread !== ended) return
    thread = undefined
    clearTimeout(idle)
    ended.current?.settle(error)
    // A thread that cannot even start would start again for ever: what waits is answered, the next text tries anew.
    if (!ended.ready) for (const pending of waiting.splice(0)) pending.settle(error)
    dispatch()
    await ended.worker.terminate()
  }

  function give(pending: Pending, error: Tier3Error): void {
    const index = waiting.indexOf(pending)
    if (index !== -1) waiting.splice(index, 1)
    pending.settle(error)
    // Nothing else can interrupt a pattern or a parser.
    if (thread?.current === pending) void end(thread)
  }

  return {
    classify(text: string, { budgetMs, known = [], boilerplate = [], signal }: ClassifyOptions) {
      const closedError = () => new Tier3Error('ERR_TIER3_CLOSED', 'the tier 3 classification was given up')
      if (closed || signal?.aborted === true) return Promise.reject(closedError())
      return new Promise((resolve, reject) => {
        const onAbort = () => give(pending, closedError())
        const timer = setTimeout(() => {
          give(pending, new Tier3Error('ERR_TIER3_TIMEOUT', `the tier 3 thread took longer than ${budgetMs} ms`))
        }, budgetMs)
        const pending: Pending = {
          text: text.slice(0, SEMANTIC_TEXT_MAX),
          knownNames: known.filter(({ type }) => type === 'PERSON_NAME').map(({ start, end }) => ({ start, end })),
          boilerplate,
          deadline: performance.now() + budgetMs,
          settle: (outcome) => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', onAbort)
            if (outcome instanceof Tier3Error) reject(outcome)
            else resolve(outcome)
          },
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.push(pending)
        dispatch()
      })
    },
    async close() {
      closed = true
      for (const pending of waiting.splice(0)) pending.settle(new Tier3Error('ERR_TIER3_CLOSED', 'tier 3 is closed'))
      const last = thread
      if (last === undefined) return
      last.current?.settle(new Tier3Error('ERR_TIER3_CLOSED', 'tier 3 is closed'))
      last.current = undefined
      await end(last)
    },
  }
}
