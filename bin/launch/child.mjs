import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Within this time a repeated signal is the same wish: the terminal signals the whole group, and npm repeats it. */
const SAME_WISH_MS = 500
const PARENT_POLL_MS = 500
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a command to its end. Signals sent to this process go on to the child, once each, and this process outlives it,
 * so that the child decides how to stop and its exit code is ours.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<{ code: number, interrupted: boolean }>} `code` is 128 + n when signal n ended it, as in a shell;
 *   `interrupted` says that a signal came in meanwhile. Rejects when the command cannot be started.
 */
export function runChild(command, args, options, onStart) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    let interrupted = false
    let forwardedAt = Number.NEGATIVE_INFINITY
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      interrupted = true
      const now = performance.now()
      if (now - forwardedAt < SAME_WISH_MS) return
      forwardedAt = now
      // A Windows console delivers Ctrl-C to every process itself, and a kill there asks nothing: it ends.
      if (process.platform !== 'win32') child.kill(signal)
    }
    const stopWatching = whenNpmIsGone(() => forward('SIGTERM'))
    const release = () => {
      stopWatching()
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    child.once('error', (error) => {
      release()
      reject(error)
    })
    child.once('close', (code, signal) => {
      release()
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), interrupted })
    })
    onStart?.(child)
  })
}

/**
 * Who kills the npm that started this (`kill -9`, a test's time limit) means what it runs, but npm passes nothing on then.
 * @param {() => void} stop called once
 * @returns {() => void} ends the watch
 */
function whenNpmIsGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    stop()
  }, PARENT_POLL_MS)
  return () => clearInterval(timer)
}
