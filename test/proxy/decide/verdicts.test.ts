import test from 'ava'
import { type LetThrough, Verdicts } from '../../../proxy/decide/verdicts.ts'

const JO = { client: 'jo', key: 'a' }

test('findings are let through in their own conversation, of their own client', (t) => {
  const verdicts = new Verdicts()
  verdicts.letThrough(JO, ['EMAIL x'])
  t.deepEqual([...verdicts.of(JO)], ['EMAIL x'])
  t.is(verdicts.of({ client: 'jo', key: 'b' }).size, 0)
  t.is(verdicts.of({ client: 'ann', key: 'a' }).size, 0)
})

test('the others are told of what is new, and take it in without telling it again', (t) => {
  const told: LetThrough[] = []
  const verdicts = new Verdicts((letThrough) => told.push(letThrough))
  verdicts.letThrough(JO, ['EMAIL x', 'EMAIL x'])
  verdicts.letThrough(JO, ['EMAIL x'])
  verdicts.letThrough(JO, ['EMAIL x', 'IBAN y'])
  t.deepEqual(told, [
    { ...JO, findings: ['EMAIL x'] },
    { ...JO, findings: ['IBAN y'] },
  ])
  const other = new Verdicts((letThrough) => told.push(letThrough))
  for (const one of told.slice()) other.keep(one)
  t.is(told.length, 2)
  t.deepEqual([...other.of(JO)], ['EMAIL x', 'IBAN y'])
})

test('what a full conversation does not take is told to nobody', (t) => {
  const told: LetThrough[] = []
  const limits = { perConversation: 2, perClient: 8, total: 20 }
  const verdicts = new Verdicts((letThrough) => told.push(letThrough), limits)
  for (let turn = 0; turn < 3; turn++) verdicts.letThrough(JO, ['EMAIL x', 'EMAIL y', 'EMAIL z'])
  t.deepEqual(told, [{ ...JO, findings: ['EMAIL x', 'EMAIL y'] }])
})

test('what is kept is bounded: of a conversation, of a client, and in all', (t) => {
  const verdicts = new Verdicts(undefined, { perConversation: 4, perClient: 8, total: 20 })
  const findings = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n}`)
  verdicts.letThrough(JO, findings('a', 9))
  t.is(verdicts.of(JO).size, 4)
  for (const key of ['b', 'c', 'd']) verdicts.letThrough({ client: 'jo', key }, findings(key, 4))
  t.is(verdicts.of(JO).size, 0, 'the oldest conversation went')
  t.is(verdicts.of({ client: 'jo', key: 'd' }).size, 4)
  t.is(verdicts.size, 8)
  for (const client of ['ann', 'bob']) {
    for (const key of ['a', 'b']) verdicts.letThrough({ client, key }, findings(client, 4))
  }
  t.true(verdicts.size <= 20)
  t.is(verdicts.of({ client: 'jo', key: 'd' }).size, 0, 'the client that was heard of last went')
  t.is(verdicts.of({ client: 'bob', key: 'b' }).size, 4)
  for (let n = 0; n < 1000; n++) verdicts.letThrough({ client: `c${n % 50}`, key: `k${n}` }, findings('z', 3))
  t.true(verdicts.size <= 20)
})
