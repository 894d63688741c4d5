import test from 'ava'
import { Timestamp } from '../../../core/model/common.ts'

test('an offset that leads out of the years of four digits gives the last instant that compares as a string', (t) => {
  t.is(Timestamp.parse('9999-12-31T23:59:59-12:00'), '9999-12-31T23:59:59.999Z')
  t.is(Timestamp.parse('0000-01-01T00:00:00+12:00'), '0000-01-01T00:00:00.000Z')
  t.is(Timestamp.parse('2026-11-22T13:00:00+01:00'), '2026-11-22T12:00:00.000Z')
})
