import test from 'ava'
import { valueAt, withPrefix } from '../../../proxy/coaching/json-text.ts'

test('a string has its prefix, and all else is as it was written', (t) => {
  const json = ' { "a" : [ 1.0 , {"b\\u0063":"x\\"]}" } ,"text"], "d":{} } '
  t.is(withPrefix(json, ['a', 1, 'bc'], 'é"\n'), json.replace('"x', '"é\\"\\nx'))
  t.is(withPrefix(json, ['a', 2], 'My '), json.replace('"text"', '"My text"'))
})

test('of a name that comes twice the last one counts, as in JSON.parse', (t) => {
  const json = '{"a":{"b":"1"},"a":{"b":"2","b":"3"}}'
  t.is(withPrefix(json, ['a', 'b'], '>'), '{"a":{"b":"1"},"a":{"b":"2","b":">3"}}')
  t.is(valueAt(JSON.parse(json), ['a', 'b']), '3')
})

test('where no string stands nothing changes', (t) => {
  const json = '{"a":[null,{"b":1}]}'
  for (const path of [[], ['a'], ['a', 0], ['a', 1, 'b'], ['a', 1, 'c'], ['a', 7], ['a', 'b'], [0]]) {
    t.is(withPrefix(json, path, '>'), undefined, path.join('.'))
  }
  t.is(valueAt(JSON.parse(json), ['constructor']), undefined)
})
