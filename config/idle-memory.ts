import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { collect } from './collector.ts'

/** Starting leaves half a heap of garbage behind, which V8 would keep for as long as nothing else happens. */
const FIRST_MS = 2000
const INTERVAL_MS = 5000
/** Busier threads collect by themselves, and must not be held up for the tenth of a second that a whole collection takes. */
const IDLE_UTILIZATION = 0.005
/** Less is not worth it. */
const GROWN_BYTES = 24 * 1024 * 1024
/** What large bodies left behind is collected beside some work, too, once: V8 would wait for as much again. */
const LIGHT_UTILIZATION = 0.25
const GROWN_BUFFERS_BYTES = 48 * 1024 * 1024
/** What was in use at a collection may be garbage since then: it is looked for again, after so many intervals, then twice as many, and so on. */
const AGAIN_AFTER = 3
const AGAIN_AFTER_MOST = 240

interface Taken {
  readonly heap: number
  /** Outside of the heap, and freed with what refers to it there. */
  readonly buffers: number
}

/**
 * Gives the system back what this thread no longer needs: soon after the start, and later whenever the thread has been idle for some seconds
 * and has grown.
 * @returns ends it
 */
export function giveBackIdleMemory(firstMs = FIRST_MS, intervalMs = INTERVAL_MS): () => void {
  const memory = new IdleMemory()
  const first = setTimeout(() => memory.giveBack('last-resort'), firstMs).unref()
  const interval = setInterval(() => memory.check(), intervalMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(interval)
  }
}

class IdleMemory {
  /** What the last collection has left, and the least that one has. */
  #kept: Taken = { heap: 0, buffers: 0 }
  #least = Number.POSITIVE_INFINITY
  #utilization = performance.eventLoopUtilization()
  /** Intervals since the last collection, and how many have to pass before garbage is looked for where nothing has grown. */
  #waited = 0
  #patience = AGAIN_AFTER

  check(): void {
    const before = this.#utilization
    this.#utilization = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(this.#utilization, before)
    const now = taken()
    this.#waited++
    const buffers = now.buffers - this.#kept.buffers
    if (utilization < IDLE_UTILIZATION) {
      const hasGrown = sum(now) - sum(this.#kept) >= GROWN_BYTES
      if (hasGrown) this.#patience = AGAIN_AFTER
      const mayBeLess = sum(now) - this.#least >= GROWN_BYTES && this.#waited >= this.#patience
      if (!hasGrown && mayBeLess) this.#patience = Math.min(2 * this.#patience, AGAIN_AFTER_MOST)
      if (hasGrown || mayBeLess) this.giveBack('last-resort')
    } else if (utilization < LIGHT_UTILIZATION && buffers >= GROWN_BUFFERS_BYTES) this.giveBack('regular')
  }

  giveBack(flavor: 'last-resort' | 'regular'): void {
    collect({ type: 'major', flavor })
    this.#kept = taken()
    this.#least = Math.min(this.#least, sum(this.#kept))
    this.#waited = 0
  }
}

function taken(): Taken {
  const { total_physical_size: heap, external_memory: buffers } = getHeapStatistics()
  return { heap, buffers }
}

function sum({ heap, buffers }: Taken): number {
  return heap + buffers
}
