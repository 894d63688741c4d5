import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import test from 'ava'

test('the documents that are generated from code say what the code says', (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'reference.ts')], {
    encoding: 'utf8',
  })
  t.is(status, 0, stdout + stderr)
})
