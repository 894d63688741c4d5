import test from 'ava'
import { Fifo } from '../../../api/sinks/fifo.ts'
import { isInTime } from '../../support/crowding.ts'

test('what goes in first comes out first, whatever is taken in between', (t) => {
  const fifo = new Fifo<number>()
  const model: number[] = []
  for (let step = 0; step < 2000; step++) {
    if ((step * 7919) % 5 < 3) {
      fifo.push(step)
      model.push(step)
    } else {
      const count = (step * 104_729) % 7
      fifo.skip(count)
      model.splice(0, count)
    }
    t.is(fifo.length, model.length)
    t.deepEqual(fifo.peek(3), model.slice(0, 3))
  }
})

test('a full queue of a million drops its oldest without a pause', (t) => {
  const fifo = new Fifo<number>()
  for (let number = 0; number < 1_000_000; number++) fifo.push(number)
  const started = performance.now()
  for (let number = 0; number < 100_000; number++) {
    fifo.skip(1)
    fifo.push(number)
  }
  t.is(fifo.length, 1_000_000)
  t.true(isInTime(started, 5000))
})
