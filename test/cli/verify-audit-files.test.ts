import test from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'

test('a file of log ends that cannot be read or written is named in one line', async (t) => {
  const { settings } = await startTestApi(t)
  const run = async (...args: string[]) => {
    const { code, stderr } = await adminCommand(settings.dataDir, ['verify-audit', ...args])
    return [code, stderr]
  }
  t.deepEqual(await run('--against', '/nowhere/ends'), [
    1,
    "/nowhere/ends cannot be read: ENOENT: no such file or directory, open '/nowhere/ends'\n",
  ])
  t.deepEqual(await run('--save', '/nowhere/ends'), [
    1,
    "/nowhere/ends cannot be written: ENOENT: no such file or directory, open '/nowhere/ends'\n",
  ])
  t.regex(String((await run('--against', settings.dataDir))[1]), /cannot be read: EISDIR/)
})
