import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { temporaryFolder } from '../../support/temp.ts'

const CHILD = join(import.meta.dirname, 'backlog-child.ts')
const MOST_BYTES = 60_000_000

test('a backlog of 100,000 records lies on the disk and not in memory, when it grows and when it goes', async (t) => {
  const directory = join(temporaryFolder(t), 'spool')
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, directory])
  const { backlog, sent, grownBy } = JSON.parse(stdout)
  t.is(backlog, 100_000)
  t.true(sent >= 15)
  t.true(grownBy < MOST_BYTES, `grown by ${Math.round(grownBy / 1e6)} MB with 150 MB of records`)
  t.log(`grown by ${Math.round(grownBy / 1e6)} MB`)
})
