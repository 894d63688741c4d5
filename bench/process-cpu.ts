import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of a process so far, in microseconds. */
export interface ProcessCpu {
  readonly total: number
  /** By the names of its threads; threads of the same name are added up. */
  readonly threads: Readonly<Record<string, number>>
}

/**
 * Reads the scheduler's account of every thread of a process (Linux, proc_pid_schedstat: nanoseconds on a CPU). A thread that
 * has ended is no longer in it, so this is for processes that keep their threads.
 * @throws where there is no such process, or the system is not Linux
 */
export function readProcessCpu(pid: number): ProcessCpu {
  const threads: Record<string, number> = {}
  let total = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${task}`
    const micros = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ', 1)[0]) / 1000
    const name = readFileSync(`${folder}/comm`, 'utf8').trim()
    threads[name] = (threads[name] ?? 0) + micros
    total += micros
  }
  return { total, threads }
}
