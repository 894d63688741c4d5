/** How often other work had a turn of the event loop until the promise was settled. */
export async function turnsDuring<T>(work: Promise<T>): Promise<[T, number]> {
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  try {
    return [await work, turns]
  } finally {
    isDone = true
  }
}

/** Holds the thread up, as a long computation does. */
export function busyFor(ms: number): void {
  const began = performance.now()
  while (performance.now() - began < ms);
}

const OFTEN_MS = 5

/** The most milliseconds of processor time that this thread took between two looks, until the promise was settled. */
export async function longestTurnDuring<T>(work: Promise<T>): Promise<[T, number]> {
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, OFTEN_MS)
  try {
    const result = await work
    return [result, longest]
  } finally {
    clearInterval(timer)
  }
}
