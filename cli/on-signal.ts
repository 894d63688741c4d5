/**
 * Cleans up when a signal ends the process in the middle of a command, whose exit code is then 1.
 * @param clean synchronous: nothing else runs after it
 * @returns to be called when there is nothing left to clean up
 */
export function cleanUpOnSignal(clean: () => void): () => void {
  const stop = () => {
    clean()
    process.stderr.write('stopped\n')
    process.exit(1)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
