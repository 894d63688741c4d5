/** Node's own, where UV_THREADPOOL_SIZE is not set when the process starts. */
const DEFAULT_THREADS = 4

/**
 * How many names may be looked up at once: getaddrinfo occupies a thread of libuv's pool for as long as a silent server is
 * waited for, and file access and password checks need threads as well. The launcher makes the pool large enough.
 */
export function lookupsOfThePool(env: NodeJS.ProcessEnv): number {
  const threads = Number(env.UV_THREADPOOL_SIZE) || DEFAULT_THREADS
  return Math.max(1, Math.floor(threads * 0.75))
}
