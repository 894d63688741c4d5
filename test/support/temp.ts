import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from './scope.ts'

/** A folder of this test's own, removed when the test is over. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'weir-test-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
