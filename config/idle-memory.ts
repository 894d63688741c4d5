import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Starting leaves half a heap of garbage behind, which V8 would keep for as long as nothing else happens. */
const FIRST_MS = 2000
const INTERVAL_MS = 60_000
/** Busier threads collect by themselves, and must not be held up for the tenth of a second that a whole collection takes. */
const IDLE_UTILIZATION = 0.005
/** Less is not worth it. */
const GROWN_BYTES = 24 * 1024 * 1024

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void

/**
 * Gives the system back what the JavaScript heap of this thread no longer needs: soon after the start, and later whenever
 * the thread has been idle for a minute and its heap has grown.
 * @returns ends it
 */
export function giveBackIdleMemory(firstMs = FIRST_MS): () => void {
  let kept = 0
  let utilization = performance.eventLoopUtilization()
  const check = () => {
    const before = utilization
    utilization = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(utilization, before).utilization < IDLE_UTILIZATION
    if (!isIdle || getHeapStatistics().total_physical_size - kept < GROWN_BYTES) return
    giveBack()
  }
  const giveBack = () => {
    exposeCollector()({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    kept = getHeapStatistics().total_physical_size
  }
  const first = setTimeout(giveBack, firstMs).unref()
  const interval = setInterval(check, INTERVAL_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(interval)
  }
}

/** `gc` of V8, which only a context made while the flag is set has; the flag is for that moment alone. */
function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return collect
}
