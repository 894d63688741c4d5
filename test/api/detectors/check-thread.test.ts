import test from 'ava'
import { DetectorCheckThread } from '../../../api/detectors/check-thread.ts'
import type { PreparationJob } from '../../../api/detectors/preparation.ts'
import { ApiError } from '../../../api/http/api-error.ts'
import { DetectorRule } from '../../../core/model/detector.ts'

const RULE = DetectorRule.parse({ kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' })
const JOB: PreparationJob = { rule: RULE, key: new Uint8Array(32) }
const BROKEN = { rule: null, key: new Uint8Array(32) } as unknown as PreparationJob

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  )

test('one job is done after the other, and those beyond the queue are told to come back', async (t) => {
  const checkThread = new DetectorCheckThread()
  t.teardown(() => checkThread.close())
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(checkThread.prepare(JOB))))
  t.deepEqual(
    statuses,
    Array.from({ length: 20 }, (_, index) => (index < 17 ? 200 : 503)),
  )
})

test('a thread that breaks is answered for, and the jobs behind it get another', async (t) => {
  const checkThread = new DetectorCheckThread()
  t.teardown(() => checkThread.close())
  const statuses = await Promise.all([JOB, BROKEN, JOB].map((job) => statusOf(checkThread.prepare(job))))
  t.deepEqual(statuses, [200, 503, 200])
})

test('closing answers what waits', async (t) => {
  const checkThread = new DetectorCheckThread()
  const waiting = Promise.all([JOB, JOB, JOB].map((job) => statusOf(checkThread.prepare(job))))
  await checkThread.close()
  t.deepEqual(await waiting, [503, 503, 503])
})
