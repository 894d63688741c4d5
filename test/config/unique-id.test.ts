import test from 'ava'
import { randomHex, timeOfUuid, uuidV7 } from '../../config/unique-id.ts'

test('a UUID of version 7 begins with its time, and all else of it is random', (t) => {
  const at = new Date('2026-11-22T08:00:00.123Z')
  const ids = Array.from({ length: 2000 }, () => uuidV7(at))
  for (const id of ids) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = ids[0]?.slice(0, 13).replace('-', '') ?? ''
  t.is(Number.parseInt(time, 16), at.getTime())
  // Every digit that may vary does, and none tells the next one.
  for (const place of [15, 16, 17, 20, 21, 22, 24, 30, 35]) {
    t.is(new Set(ids.map((id) => id[place])).size, 16, `place ${place}`)
  }
  t.deepEqual([...new Set(ids.map((id) => id[19]))].sort(), ['8', '9', 'a', 'b'])
  t.is(new Set(ids.map((id) => id.slice(-10))).size, ids.length)
})

test('later ids sort behind earlier ones', (t) => {
  const ids = [0, 1, 2 ** 32, 2 ** 40, 2 ** 44].map((ms) => uuidV7(new Date(ms)))
  t.deepEqual(ids.toSorted(), ids)
})

test('random digits are as many as asked for, across the ends of the pool', (t) => {
  const drawn = Array.from({ length: 1000 }, () => randomHex(15))
  t.true(drawn.every((digits) => /^[0-9a-f]{30}$/.test(digits)))
  t.is(new Set(drawn).size, drawn.length)
})

test('the time of an id is told where it has one', (t) => {
  for (const time of [0, 1, Date.UTC(2026, 10, 22), 2 ** 48 - 1]) t.is(timeOfUuid(uuidV7(new Date(time))), time)
  t.is(timeOfUuid(uuidV7(new Date(5)).toUpperCase()), 5)
  t.is(timeOfUuid('6f6a7b5e-2f63-4b0e-9a51-0d9c7d1e8f30'), undefined)
  t.is(timeOfUuid('none'), undefined)
})
