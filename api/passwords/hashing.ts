import argon2 from 'argon2'

/** Under way in this thread. */
const running = new Set<Promise<unknown>>()
let isEnded = false

/**
 * Runs a piece of work of argon2, which is native code: a thread that ends before it is done takes the whole process down with it
 * (node-addon-api has nobody to tell the result).
 */
export async function hashing<T>(work: (library: typeof argon2) => Promise<T>): Promise<T> {
  // Nobody gets an answer any more.
  if (isEnded) return new Promise(() => {})
  const result = work(argon2)
  running.add(result)
  try {
    return await result
  } finally {
    running.delete(result)
  }
}

/** Begins no further work; resolves when what is under way is done, so that the thread may end. */
export async function endHashing(): Promise<void> {
  isEnded = true
  await Promise.allSettled(running)
}
