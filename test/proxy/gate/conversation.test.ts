import test from 'ava'
import { RefusedTurns } from '../../../proxy/decide/refused-turns.ts'
import { Verdicts } from '../../../proxy/decide/verdicts.ts'
import { Conversation } from '../../../proxy/gate/conversation.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'

const CONNECTION = { client: { userId: 'a', user: undefined, address: '127.0.0.1' } } as never
const user = (...texts: string[]) => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) })
const bodyOf = (messages: readonly object[]) => Buffer.from(JSON.stringify({ messages }))
const many = (count: number) => Array.from({ length: count }, () => 'a')

function read(body: Buffer, ...said: readonly (readonly string[])[]): Conversation | undefined {
  const turns = new RefusedTurns(new Verdicts(), new Uint8Array(32))
  for (const texts of said) turns.add(CONNECTION, 'x', texts)
  return Conversation.read(body, 'messages', turns.of(CONNECTION, 'x'))
}

test('what was refused is told from what stands around it in one message, as much as was refused together', (t) => {
  const conversation = read(bodyOf([user('before', 'a', 'b', 'c', 'behind')]), ['a'], ['a', 'b', 'c'])
  t.deepEqual(
    conversation?.turns.map(({ said }) => said),
    [['before'], ['a', 'b', 'c'], ['behind']],
  )
  t.deepEqual(conversation?.without(conversation.turns.slice(1, 2)), bodyOf([user('before', 'behind')]))
})

test('a turn without a text is none that was refused', (t) => {
  const turns = new RefusedTurns(new Verdicts(), new Uint8Array(32))
  turns.add(CONNECTION, 'x', [])
  t.is(turns.of(CONNECTION, 'x'), undefined)
  turns.add(CONNECTION, 'x', ['a'])
  t.false(turns.of(CONNECTION, 'x')?.has([]))
})

test('messages and pieces cost as much as there are, up to a bound', (t) => {
  const messages = [user('secret'), ...many(4000).map(() => ({})), user('new')]
  const pieces = [user('secret', ...many(8000))]
  for (const [body, mostMs] of [
    [bodyOf(messages), 100],
    [bodyOf(pieces), 500],
  ] as const) {
    const cpuMs = cpuMsOf(() => {
      const conversation = read(body, ['secret'])
      t.true((conversation?.turns.length ?? 0) > 1)
      conversation?.without(conversation.turns.slice(0, 1))
    })
    t.true(cpuMs < mostMs, `${cpuMs} ms`)
  }
  t.is(read(bodyOf(many(4097).map(() => ({}))), ['secret']), undefined)
  t.is(read(bodyOf([user('secret', ...many(8192))]), ['secret']), undefined)
})
