/** How many run at once: a test server that is asked for more answers so late that time limits of the product end. */
const AT_ONCE = 8

let running = 0
const waiting: (() => void)[] = []

/** Runs the rounds of a test, those of all tests of a file side by side but not too many at once. @returns their results */
export function runRounds<T>(count: number, round: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => inTurn(() => round(index))))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
