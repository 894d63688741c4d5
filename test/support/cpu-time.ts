/** Milliseconds of this thread's processor time, the least of three: a busy machine makes one slow, not each. */
export function cpuMsOf(work: () => unknown): number {
  const once = () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  return Math.min(once(), once(), once())
}
