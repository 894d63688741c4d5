import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { testOn } from '../../support/optional.ts'
import { temporaryFolder } from '../../support/temp.ts'

const CHILD = join(import.meta.dirname, 'full-disk-child.ts')
const STARVED_CHILD = join(import.meta.dirname, 'no-descriptors-child.ts')
const FEW_FILES = 'ulimit -n 100; exec "$0" "$@"'
// A limit on the size of files makes write() fail as on a full disk: in the middle of a line, and then wholly.
const SCRIPT = 'trap "" XFSZ; ulimit -f 200; exec "$0" "$@"'

const posix = testOn(test, 'POSIX', process.platform !== 'win32')

posix('when a write fails half way, append() throws, and what was kept before stays whole', async (t) => {
  const directory = join(temporaryFolder(t), 'spool')
  const { stdout } = await promisify(execFile)('sh', ['-c', SCRIPT, process.execPath, CHILD, directory])
  const told = JSON.parse(stdout)
  t.true(told.kept > 50)
  t.deepEqual(told, {
    kept: told.kept,
    refusal: { code: 'ERR_SPOOL_WRITE', cause: 'EFBIG' },
    backlogWhenFull: told.kept,
    damaged: 0,
    identical: true,
  })
})

posix('records that cannot be read for want of file descriptors are read when there are some again', async (t) => {
  const directory = join(temporaryFolder(t), 'spool')
  const { stdout } = await promisify(execFile)('sh', ['-c', FEW_FILES, process.execPath, STARVED_CHILD, directory])
  t.deepEqual(JSON.parse(stdout), { failure: { code: 'ERR_SPOOL_READ', cause: 'EMFILE' }, later: ['"kept"'] })
})
