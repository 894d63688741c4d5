import { flushCompileCache, getCompileCacheDir } from 'node:module'

/** A start has its last modules by then, and the first clients are not there yet. */
const AFTER_MS = 1000

/**
 * Writes down what this thread made of the sources, where Node keeps that (NODE_COMPILE_CACHE, which the launcher sets). Node by
 * itself does so at the end only: a thread that starts again in the first run would compile everything once more, and so would
 * every start after a process that was killed.
 */
export function keepCompiled(): void {
  if (getCompileCacheDir() !== undefined) setTimeout(flushCompileCache, AFTER_MS).unref()
}

/**
 * The environment of a thread that has no use for the process's, with its settings and secrets. Without the one variable of Node's own
 * such a thread would strip and compile all of its sources again: half of what its start costs.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
