import test from 'ava'
import { TelemetryFinding } from '../../core/model/event-data.ts'
import { telemetryIn } from '../../core/telemetry-in.ts'

const FOUND = { type: 'PHONE', part: 'telemetry', at: 'events[0].uptime', count: 2, enforced: false } as const
const read = (...findings: unknown[]) => telemetryIn({ telemetry: { findings } })

test('a record without findings of telemetry is none of telemetry', (t) => {
  for (const telemetry of [undefined, null, 'x', 1, [], {}, { findings: undefined }, { findings: 'x' }])
    t.is(telemetryIn({ telemetry }), undefined, JSON.stringify(telemetry))
  t.deepEqual(read(), [])
})

test('findings are read as they are, and what is left out of one is added where it does not matter', (t) => {
  t.deepEqual(read(FOUND, { ...FOUND, part: 'prompt', enforced: true }), [
    FOUND,
    { ...FOUND, part: 'prompt', enforced: true },
  ])
  for (const count of [undefined, 0, -1, 1.5, '2', Number.NaN])
    t.deepEqual(read({ ...FOUND, count }), [{ ...FOUND, count: 1 }])
  t.deepEqual(read({ ...FOUND, at: undefined, more: 'x' }), [{ ...FOUND, at: '' }])
})

test('what is no finding is left out', (t) => {
  const wrong = [{ type: 'phone' }, { type: 'X'.repeat(65) }, { type: 7 }, { part: 'body' }, { enforced: 'yes' }]
  t.deepEqual(read(null, 'x', 7, [], ...wrong.map((field) => ({ ...FOUND, ...field })), FOUND), [FOUND])
})

test('whatever a recorder sent, what is read is valid, and bounded', (t) => {
  const long = { ...FOUND, type: 'X'.repeat(64), at: 'a'.repeat(1000) }
  const all = read(...Array.from({ length: 2000 }, () => long)) ?? []
  t.is(all.length, 1000)
  for (const found of [...all.slice(0, 1), ...(read(FOUND) ?? [])]) t.true(TelemetryFinding.safeParse(found).success)
})
