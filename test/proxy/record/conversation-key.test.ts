import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { SecretFileError } from '../../../config/secret-files.ts'
import { readConversationKey } from '../../../proxy/record/open-recording.ts'
import { temporaryFolder } from '../../support/temp.ts'

test('the key of conversations stays the same, and none that was cut off is taken', (t) => {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'secrets', 'conversation-key')
  mkdirSync(join(dataDir, 'secrets'))
  const key = readConversationKey(dataDir)
  t.is(readConversationKey(dataDir), key)
  for (const length of [0, 31, 32, key.length - 1]) {
    rmSync(file)
    writeFileSync(file, key.slice(0, length))
    const error = t.throws(() => readConversationKey(dataDir), { instanceOf: SecretFileError }, `${length}`)
    t.true(error?.message.startsWith(`${file} is shorter than 43 bytes, so it was cut off or emptied`))
  }
})
