/**
 * Loaded before everything else (options.mjs). What Node read from its compile cache (NODE_COMPILE_CACHE, which the launcher sets) stays in
 * memory until it writes the cache, by itself at the end of the process: ten megabytes in the main thread, and eight in that of the API. Freed
 * only after the start they would stay with the process, since what was allocated meanwhile lies between them. Written every now and then
 * while modules are loaded, their memory serves for the next ones.
 */
const { flushCompileCache, getCompileCacheDir, registerHooks } = process.getBuiltinModule('node:module')

/** How many imports are looked up before memory is freed again: a thread reads hundreds of modules without a turn of its event loop. */
const IMPORTS = 16
/** One takes about 10 µs where nothing is new. */
const INTERVAL_MS = 50
/** A start is over by then; config/compile-cache.ts writes what came last. */
const UNTIL_MS = 5000

if (getCompileCacheDir() !== undefined) {
  let imports = 0
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      if (++imports % IMPORTS === 0) flushCompileCache()
      return nextResolve(specifier, context)
    },
  })
  const interval = setInterval(flushCompileCache, INTERVAL_MS).unref()
  setTimeout(() => {
    clearInterval(interval)
    hooks.deregister()
  }, UNTIL_MS).unref()
}
