import { EventEmitter } from 'node:events'
import test from 'ava'
import { once } from '../support/once.ts'

test('an event that does not come fails the test that waits for it, and says which one it was', async (t) => {
  await t.throwsAsync(once(new EventEmitter(), 'end', 1), { message: 'waited 1 ms for "end" of EventEmitter' })
})

test('what an event brings is handed on, and a failure as it is', async (t) => {
  const emitter = new EventEmitter()
  const data = once(emitter, 'data')
  emitter.emit('data', 'one', 2)
  t.deepEqual(await data, ['one', 2])
  const end = once(emitter, 'end')
  const failure = new RangeError('too far')
  emitter.emit('error', failure)
  t.is(await t.throwsAsync(end), failure)
  t.is(emitter.listenerCount('error'), 0)
})
