import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import type { Report } from '../../bench/connections/run.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../../bench/main.ts', import.meta.url))

test('a short run gives a report', async (t) => {
  t.timeout(120_000)
  const options = ['--tunnels', '50', '--megabytes', '4', '--handshakes', '10']
  const { stdout } = await run(process.execPath, [MAIN, 'connections', ...options, '--json'])
  const { plain, weir } = JSON.parse(stdout) as Report
  for (const { megabytesPerCpuSecond, handshakeMicros } of [plain, weir]) {
    t.true(megabytesPerCpuSecond > 0)
    t.true(handshakeMicros.known > 0 && handshakeMicros.fresh > 0)
  }
})
