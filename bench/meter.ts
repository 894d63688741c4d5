/**
 * Preloaded (`node --import`) into every process that is measured, Weir's own too, so that all are measured alike: answers
 * `usage` with the CPU time and the memory of the whole process, its threads included, `heaps` with what the JavaScript
 * heap of each thread takes, and ends the process when the parent is gone.
 */
import { subscribe } from 'node:diagnostics_channel'
import { getHeapStatistics } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/** Bytes of one thread's heap. */
export interface ThreadHeap {
  readonly thread: string
  readonly used: number
  /** Taken from the system for it. */
  readonly committed: number
}

if (process.send !== undefined) {
  const answer = process.send.bind(process)
  const workers = new Set<Worker>()
  subscribe('worker_threads', (message) => {
    const { worker } = message as { worker: Worker }
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
  })
  const heaps = async (): Promise<ThreadHeap[]> => {
    const found = [{ thread: 'main', statistics: getHeapStatistics() }]
    for (const worker of workers) {
      const thread = worker.threadName || `thread ${worker.threadId}`
      found.push({ thread, statistics: await worker.getHeapStatistics() })
    }
    return found.map(({ thread, statistics }) => ({
      thread,
      used: statistics.used_heap_size,
      committed: statistics.total_physical_size,
    }))
  }
  process.on('message', (message) => {
    if (message === 'heaps') void heaps().then((found) => answer(found))
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    answer({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit())
  process.channel?.unref()
}
