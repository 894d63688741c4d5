import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import test from 'ava'
import { bodyOfDates, HOSTILE_CLIENTS, unfoldingBody } from '../../../bench/latency/hostile-clients.ts'
import type { Report } from '../../../bench/latency/run.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url))

test('a short run gives a report', async (t) => {
  const { stdout } = await run(process.execPath, [MAIN, 'latency', '--seconds', '0.3', '--json'])
  const { halfLoad, events, smallPrompt, hostileAnswers } = JSON.parse(stdout) as Report
  for (const times of [...Object.values(halfLoad), ...Object.values(events), ...Object.values(smallPrompt)]) {
    t.true(times.count > 0)
    t.true(times.p50 <= times.p99 && times.p99 <= times.max)
  }
  t.deepEqual(Object.keys(hostileAnswers), ['names', 'dates', 'unfolding'])
})

test('the hostile bodies are small, and large once they are unfolded', (t) => {
  t.true(bodyOfDates().length < 700)
  t.true(Math.abs(gunzipSync(bodyOfDates()).length - 131_000) < 1000)
  t.true(unfoldingBody().length < 4000)
  t.true(gunzipSync(unfoldingBody()).length > 1_100_000)
  t.is(new Set(HOSTILE_CLIENTS.map(({ localAddress }) => localAddress)).size, 8)
})
