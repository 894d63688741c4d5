import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from './scope.ts'

/** A file system in memory: the folder of Linux for what processes share. */
const MEMORY = '/dev/shm'
/** More than all files of tests that run at the same time hold. */
const MEMORY_ROOM_BYTES = 4 * 1024 ** 3

/**
 * Where the folders of tests are: in memory where there is room and programs may be run from there, since a database that has each of
 * its changes kept by the disk waits several times as long for that as it takes to work.
 */
const PLACE = mayUseMemory() ? MEMORY : tmpdir()

function mayUseMemory(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const options = / \/dev\/shm tmpfs (\S+) /.exec(readFileSync('/proc/self/mounts', 'utf8'))?.[1]?.split(',') ?? []
    return bavail * bsize >= MEMORY_ROOM_BYTES && options.includes('rw') && !options.includes('noexec')
  } catch {
    return false
  }
}

/** A folder of this test's own, removed when the test is over. */
export function temporaryFolder(scope: Scope, place = PLACE): string {
  const folder = mkdtempSync(join(place, 'weir-test-'))
  // A program that was just ended may still write while its home is removed.
  scope.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return folder
}

/** A file with this content, in a folder of its own. */
export function temporaryFile(scope: Scope, content: string): string {
  const file = join(temporaryFolder(scope), 'file')
  writeFileSync(file, content, { mode: 0o600 })
  return file
}
