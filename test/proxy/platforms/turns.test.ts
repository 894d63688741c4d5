import test from 'ava'
import type { RequestTarget } from '../../../proxy/platforms/platform.ts'
import { mayChange, turnsOf } from '../../../proxy/platforms/turns.ts'

const spans = (elements: readonly unknown[]) => turnsOf(elements)?.map(({ start, end }) => [start, end])
const user = (content: unknown) => ({ role: 'user', content })

test('a turn is what a person says and all that follows, with the calls of tools and their results', (t) => {
  const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] }
  const openAi = [{ role: 'system', content: 's' }, user('a'), call, { role: 'tool', tool_call_id: 'c' }, user('b')]
  t.deepEqual(spans(openAi), [
    [1, 4],
    [4, 5],
  ])
  const result = user([{ type: 'tool_result', tool_use_id: 'c', content: 'x' }])
  t.deepEqual(spans([user('a'), { role: 'assistant', content: [] }, result, user([{ type: 'text', text: 'b' }])]), [
    [0, 3],
    [3, 4],
  ])
  const items = [user('a'), { type: 'function_call' }, { type: 'function_call_output', output: 'x' }, user('b')]
  t.deepEqual(spans(items), [
    [0, 3],
    [3, 4],
  ])
  const answer = { role: 'user', parts: [{ functionResponse: { name: 'f' } }] }
  t.deepEqual(spans([{ parts: [{ text: 'a' }] }, { role: 'model', parts: [] }, answer, { role: 'user', parts: [] }]), [
    [0, 3],
    [3, 4],
  ])
  t.is(turnsOf(['a', user('b')]), undefined)
  t.deepEqual(spans([{ role: 'assistant', content: 'a' }]), [])
})

test('a message is known again by what it says, whatever marks a client adds', (t) => {
  const said = (...elements: unknown[]) => JSON.stringify(turnsOf(elements)?.[0]?.said)
  const plain = user([{ type: 'text', text: 'a' }])
  t.is(said(plain), said({ ...user([{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }]), id: 'm' }))
  t.not(said(plain), said(user([{ type: 'text', text: 'b' }])))
  t.not(said(user('ab')), said(user([{ text: 'a' }, { text: 'b' }])))
  const result = user([{ type: 'tool_result', tool_use_id: 'c', content: 'x' }])
  const thought = { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] }
  t.is(said(user('a'), thought, result), said(user('a'), { role: 'assistant', content: [] }, result))
  t.not(said(user('go on'), result), said(user('go on')))
  t.is(said(user('a'), { role: 'developer', content: 'b' }, { role: 'tool', content: 'c' }), '["a","c"]')
  t.is(
    said(user('a'), { type: 'function_call', arguments: 'f' }, { type: 'function_call_output', output: 'x' }),
    '["a","x"]',
  )
})

test('a body that is signed, or that nobody knows enough of, is not changed', (t) => {
  const may = (headers: RequestTarget['headers'], body = '{}') => mayChange({ headers }, Buffer.from(body))
  t.true(may({ authorization: 'Bearer sk-1', 'user-agent': 'OpenAI/JS', 'content-encoding': 'identity' }))
  t.false(may({ authorization: 'AWS4-HMAC-SHA256 Credential=x' }))
  t.false(may({ 'user-agent': 'claude-cli/2.1.0 (external, cli)' }))
  t.false(may({ 'x-app': 'cli' }))
  t.false(may({ 'x-claude-code-session-id': 'a' }))
  t.false(may({}, '{"system":[{"text":"x-anthropic-billing-header: cc_version=2; cch=a1b2c;"}]}'))
  for (const name of ['content-digest', 'digest', 'content-md5', 'signature', 'x-amz-content-sha256']) {
    t.false(may({ [name]: 'x' }), name)
  }
})
