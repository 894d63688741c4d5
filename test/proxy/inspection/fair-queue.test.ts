import test from 'ava'
import { FairQueue } from '../../../proxy/inspection/fair-queue.ts'

const item = (client: string, cost: number, name = client) => ({ client, cost, name })

function takeAll(queue: FairQueue<ReturnType<typeof item>>): string {
  const names: string[] = []
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    names.push(next.name)
    queue.charge(next, next.cost)
  }
  return names.join('')
}

test('clients take turns by what they cost, each in its own order', (t) => {
  const queue = new FairQueue<ReturnType<typeof item>>()
  for (let i = 0; i < 4; i++) queue.add(item('a', 100))
  for (let i = 0; i < 4; i++) queue.add(item('b', 50))
  t.is(queue.size, 8)
  t.is(takeAll(queue), 'abbabbaa')
  t.is(queue.size, 0)
})

test('a newcomer comes before everything that somebody else has waiting, and saves no turns up', (t) => {
  const queue = new FairQueue<ReturnType<typeof item>>()
  for (let i = 0; i < 5; i++) queue.add(item('a', 1000))
  for (let i = 0; i < 3; i++) {
    const next = queue.take()
    if (next !== undefined) queue.charge(next, 1000)
  }
  queue.add(item('b', 10))
  queue.add(item('b', 10))
  t.is(takeAll(queue), 'bbaa')
  for (let i = 0; i < 2; i++) queue.add(item('c', 1000))
  for (let i = 0; i < 2; i++) queue.add(item('b', 1000))
  t.regex(takeAll(queue), /^(?:cb|bc){2}$/)
})

test('what a body really unfolded to counts, not what it was thought to', (t) => {
  const queue = new FairQueue<ReturnType<typeof item>>()
  queue.add(item('a', 1))
  queue.add(item('a', 1))
  queue.add(item('b', 100))
  const first = queue.take()
  t.is(first?.name, 'a')
  if (first !== undefined) queue.charge(first, 1_000_000)
  t.is(takeAll(queue), 'ba')
})

test('a client that is being served can be passed over; what waits too long can be taken out', (t) => {
  const queue = new FairQueue<ReturnType<typeof item>>()
  const [running, second] = [item('a', 1, '1'), item('a', 1, '2')]
  queue.add(running)
  queue.add(second)
  t.is(queue.countReady(true), 1)
  t.is(queue.take(true), running)
  t.is(queue.take(true), undefined)
  queue.add(item('b', 100))
  t.is(queue.countReady(), 2)
  t.is(queue.countReady(true), 1)
  t.is(queue.take(true)?.name, 'b')
  t.true(queue.remove(second))
  t.false(queue.remove(second))
  t.is(queue.size, 0)
})
