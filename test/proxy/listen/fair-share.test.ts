import test from 'ava'
import fc from 'fast-check'
import { AdmissionError } from '../../../proxy/errors.ts'
import { FairShare, type FairShareOptions } from '../../../proxy/listen/fair-share.ts'
import type { Lease } from '../../../proxy/listen/lease.ts'

function share(options: Partial<FairShareOptions> = {}): FairShare {
  return new FairShare({
    resource: 'requests',
    capacity: 100,
    waitMs: 60_000,
    stallMs: 60_000,
    maxWaiting: 1000,
    ...options,
  })
}

/** Takes one at a time until it has to wait. */
function takeAll(one: FairShare, client: string, amount = 1): Lease[] {
  const leases: Lease[] = []
  for (let lease = one.tryTake(client, amount); lease !== undefined; lease = one.tryTake(client, amount)) {
    leases.push(lease)
  }
  return leases
}

test('a client alone gets all but an eighth, which is for clients that hold next to nothing', (t) => {
  const one = share()
  t.is(takeAll(one, 'a').length, 88)
  t.is(takeAll(one, 'b').length, 1)
  t.is(takeAll(one, 'c').length, 1)
})

test('however many clients are greedy, another one finds room', (t) => {
  const one = share({ capacity: 1000 })
  for (let n = 0; n < 8; n++) takeAll(one, `greedy ${n}`)
  t.truthy(one.tryTake('modest'))
})

test('while somebody else waits, a client that holds a quarter gets no more, and one that holds less does', async (t) => {
  const one = share()
  const held = takeAll(one, 'a')
  const waiting = one.take('b', 60)
  t.is(one.waiting, 1)
  held[0]?.release()
  t.is(one.tryTake('a'), undefined)
  const small = one.tryTake('c')
  t.truthy(small)
  small?.release()
  for (const lease of held) lease.release()
  t.is((await waiting).amount, 60)
})

test('the client that holds least is served first, and each in its own order', async (t) => {
  const one = share({ capacity: 10 })
  const a = takeAll(one, 'a')
  takeAll(one, 'b')
  const order: string[] = []
  const wait = (client: string, name: string) => one.take(client, 1).then(() => order.push(name))
  const all = [wait('a', 'a1'), wait('a', 'a2'), wait('b', 'b1'), wait('c', 'c1'), wait('c', 'c2')]
  for (const lease of a) {
    lease.release()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  t.is(order.indexOf('c1'), 0)
  t.true(order.indexOf('c1') < order.indexOf('c2'))
  t.true(order.indexOf('a1') < order.indexOf('a2'))
  t.true(order.indexOf('b1') < order.indexOf('a2'))
})

test('a lease is given back once, however often it is released', (t) => {
  const one = share()
  const lease = one.tryTake('a', 30)
  one.tryTake('a', 10)
  lease?.release()
  lease?.release()
  t.is(one.held, 10)
})

test('a lease grows, waits where there is no room, and gives everything back', async (t) => {
  const one = share()
  const lease = one.tryTake('a', 1)
  t.true(lease?.tryGrow(20))
  const others = takeAll(one, 'b')
  t.false(lease?.tryGrow(60))
  const grown = lease?.grow(60)
  for (const other of others) other.release()
  await grown
  t.is(lease?.amount, 81)
  lease?.release()
  t.is(one.held, 0)
})

test('a lease that is released while it waits to grow takes nothing', async (t) => {
  const one = share()
  const lease = one.tryTake('a', 1)
  const others = takeAll(one, 'b')
  const grown = lease?.grow(60)
  lease?.release()
  for (const other of others) other.release()
  await grown
  t.is(one.held, 0)
})

test('more than the whole is granted when nothing else is held, for as much as there is', async (t) => {
  const one = share()
  const first = one.tryTake('a')
  const waiting = one.take('b', 1000)
  first?.release()
  t.is((await waiting).amount, 100)
})

test('who waits for too long is refused', async (t) => {
  const refused: string[] = []
  const one = share({ capacity: 1, waitMs: 20, onRefused: (reason) => refused.push(reason) })
  one.tryTake('a')
  const error = await t.throwsAsync(one.take('b'), { instanceOf: AdmissionError })
  t.is((error as AdmissionError).refusal, 'waited_too_long')
  t.deepEqual(refused, ['waited_too_long'])
  t.is(one.waiting, 0)
})

test('a client that has gone waits no longer, and takes nothing', async (t) => {
  const one = share({ capacity: 1 })
  const lease = one.tryTake('a')
  const gone = new AbortController()
  const waiting = one.take('b', 1, undefined, gone.signal)
  gone.abort()
  await t.throwsAsync(waiting, { instanceOf: AdmissionError })
  lease?.release()
  t.is(one.held, 0)
})

test('a full queue refuses at once', async (t) => {
  const one = share({ capacity: 1, maxWaiting: 1 })
  one.tryTake('a')
  const first = one.take('b')
  const error = await t.throwsAsync(one.take('c'), { instanceOf: AdmissionError })
  t.is((error as AdmissionError).refusal, 'queue_full')
  one.close()
  await t.throwsAsync(first, { instanceOf: AdmissionError })
})

test('while somebody waits, what does not get on gives way, of a client over its share alone', async (t) => {
  const one = share({ stallMs: 30 })
  const revoked: string[] = []
  let moving = 0
  const hold = (client: string, name: string, amount: number, progress: () => number) => {
    const lease = one.tryTake(client, amount, {
      progress,
      revoke: () => {
        revoked.push(name)
        lease?.release()
      },
    })
  }
  hold('greedy', 'stalled', 40, () => 0)
  hold('greedy', 'moving', 10, () => moving++)
  hold('modest', 'modest', 5, () => 0)
  await one.take('waiting', 60)
  t.deepEqual(revoked, ['stalled'])
})

test('nothing is taken back while nobody waits', async (t) => {
  const one = share({ stallMs: 10 })
  let revoked = 0
  one.tryTake('a', 70, { progress: () => 0, revoke: () => revoked++ })
  await new Promise((resolve) => setTimeout(resolve, 600))
  t.is(revoked, 0)
})

test('whatever is taken and released in whatever order: never more than the whole, all served, nothing left', async (t) => {
  const command = fc.record({
    client: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.integer({ min: 1, max: 40 }),
    release: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
      const one = share({ capacity: 50, maxWaiting: 1000 })
      const held: Lease[] = []
      let served = 0
      for (const { client, amount, release } of commands) {
        void one.take(client, amount).then((lease) => {
          served += 1
          held.push(lease)
        })
        await Promise.resolve()
        t.true(one.held <= 50)
        if (held.length > 0 && release % 2 === 0) held.splice(release % held.length, 1)[0]?.release()
      }
      while (served < commands.length || held.length > 0) {
        await new Promise(setImmediate)
        held.shift()?.release()
        t.true(one.held <= 50)
      }
      t.is(one.held, 0)
      t.is(one.waiting, 0)
    }),
    { numRuns: 60 },
  )
})

test('a lease that shrinks gives others room, and gives back the rest once', async (t) => {
  const one = share({ capacity: 10 })
  const lease = one.tryTake('a', 10)
  const waiting = one.take('b', 4)
  lease?.shrink(12)
  t.is(one.held, 10)
  lease?.shrink(3)
  t.is((await waiting).amount, 4)
  t.is(one.held, 7)
  lease?.release()
  lease?.shrink(0)
  t.is(one.held, 4)
})
