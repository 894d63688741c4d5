/**
 * Preloaded (`node --import`) into every process that is measured, Weir's own too, so that all are measured alike: answers
 * `usage` with the CPU time and the memory of the whole process, its threads included, and ends the process when the parent is gone.
 */
if (process.send !== undefined) {
  const answer = process.send.bind(process)
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    answer({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit())
  process.channel?.unref()
}
