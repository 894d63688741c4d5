import test from 'ava'
import { ClientQueues } from '../../proxy/client-queues.ts'

test('each client waits in a queue of its own, and is last in the line after its turn', (t) => {
  const queues = new ClientQueues<string>()
  for (const item of ['a1', 'a2', 'b1', 'c1']) queues.add(item[0] ?? '', item)
  t.deepEqual([queues.size, queues.sizeFor('a'), queues.sizeFor('x')], [4, 2, 0])
  t.deepEqual([...queues.clients], ['a', 'b', 'c'])
  t.deepEqual(queues.firsts(), ['a1', 'b1', 'c1'])
  t.is(queues.first('a'), 'a1')
  t.is(queues.take('a'), 'a1')
  t.deepEqual([...queues.clients], ['b', 'c', 'a'])
  t.is(queues.take('b'), 'b1')
  t.is(queues.take('b'), undefined)
  t.deepEqual([...queues.clients], ['c', 'a'])
})

test('what waits no longer is out, and a client of which nothing waits is not there', (t) => {
  const queues = new ClientQueues<string>()
  queues.add('a', 'a1')
  t.false(queues.hasForOthers('a'))
  t.true(queues.hasForOthers('b'))
  t.true(queues.delete('a', 'a1'))
  t.false(queues.delete('a', 'a1'))
  t.false(queues.hasForOthers('b'))
  queues.add('b', 'b1')
  queues.add('c', 'c1')
  t.deepEqual(queues.drain(), ['b1', 'c1'])
  t.deepEqual([queues.size, [...queues.clients].length, queues.all().length], [0, 0, 0])
})
