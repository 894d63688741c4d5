import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'

/** A folder of this test's own, removed when the test is over. */
export function temporaryFolder(t: ExecutionContext<unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'weir-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
