import test from 'ava'
import { summed, type WorkerReport } from '../../../proxy/heartbeat/worker-report.ts'

const [OLD, NEW] = ['a'.repeat(16), 'b'.repeat(16)]

function aReport(fields: Partial<WorkerReport> = {}): WorkerReport {
  return {
    ...{ worker: 'worker-1', policies_version: NEW, detectors_version: NEW, records_waiting: 1, window_seconds: 60 },
    ...{ prompts: 10, not_inspected: {}, last_error: null },
    ...fields,
  }
}

test('a version is said where all workers have it, and a version that no list has where one is behind', (t) => {
  t.is(summed(aReport(), [aReport(), aReport()]).policies_version, NEW)
  const old = aReport({ policies_version: OLD })
  for (const { policies_version, detectors_version } of [summed(aReport(), [old]), summed(old, [aReport()])]) {
    t.regex(String(policies_version), /^[0-9a-f]{16}$/)
    t.false([OLD, NEW].includes(String(policies_version)))
    t.is(detectors_version, NEW)
  }
  const none = aReport({ policies_version: null })
  t.is(summed(none, [aReport()]).policies_version, null)
  t.is(summed(aReport(), [none, old]).policies_version, null)
})

test('of errors the last one is said, and of windows the longest', (t) => {
  const failedAt = (at: string) => aReport({ last_error: { code: `ERR_${at.slice(0, 4)}`, at } })
  const [before, last] = [failedAt('2025-01-01T00:00:00.000Z'), failedAt('2026-01-01T00:00:00.000Z')]
  t.is(summed(aReport(), [before, last]).last_error?.code, 'ERR_2026')
  t.is(summed(last, [before, aReport()]).last_error?.code, 'ERR_2026')
  t.is(summed(aReport(), [aReport({ window_seconds: 300 })]).window_seconds, 300)
})
