import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from './scope.ts'

/** A folder of this test's own, removed when the test is over. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'weir-test-'))
  scope.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A file with this content, in a folder of its own. */
export function temporaryFile(scope: Scope, content: string): string {
  const file = join(temporaryFolder(scope), 'file')
  writeFileSync(file, content, { mode: 0o600 })
  return file
}
