import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '../support/scope.ts'

/** Where the kernel keeps memory by group: version 1 of cgroups has a tree for it, version 2 one for everything. */
const ROOTS = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
] as const

export interface MemoryGroup {
  /** The command that becomes the one it is given, within the group. */
  readonly through: readonly string[]
}

/**
 * A group of processes that the kernel ends where they hold more than `bytes`.
 * @returns undefined where this machine lets nobody make one: without root, or in a container
 */
export function memoryGroup(scope: Scope, bytes: number): MemoryGroup | undefined {
  for (const { folder, limit } of ROOTS) {
    const group = join(folder, `weir-siege-${randomUUID()}`)
    if (!existsSync(join(folder, 'cgroup.procs')) || !make(group, limit, bytes)) continue
    scope.teardown(() => remove(group))
    return { through: ['/bin/sh', '-c', `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`, 'sh'] }
  }
  return undefined
}

function make(group: string, limit: string, bytes: number): boolean {
  try {
    mkdirSync(group)
  } catch {
    return false
  }
  const file = join(group, limit)
  try {
    writeFileSync(file, String(bytes))
    if (Number(readFileSync(file, 'utf8')) === bytes) return true
  } catch {
    // The tree is there, and nobody gives us memory in it.
  }
  remove(group)
  return false
}

function remove(group: string): void {
  try {
    rmdirSync(group)
  } catch {
    // Its last process is still being taken away by the kernel; an empty group holds nothing.
  }
}
