import test from 'ava'
import { cutsOf, elementsOf, withoutCuts } from '../../../proxy/body/json-elements.ts'

const found = (text: string) =>
  elementsOf(Buffer.from(text), 'list')?.map(({ start, end }) => Buffer.from(text).toString('utf8', start, end))

test('the elements of an array are found where they stand, however they are written', (t) => {
  t.deepEqual(found('{"list":[]}'), [])
  t.deepEqual(found(' {\n "a" : {"list":[9]} , "list" : [ 1 ,"é]\\"," , {"b":[{}]}, [ ], true ] ,"z":null}\n'), [
    ...['1', '"é]\\","', '{"b":[{}]}', '[ ]', 'true'],
  ])
})

test('what readers could take in two ways is left alone', (t) => {
  for (const text of [
    ...['', '[]', '{}', '{"list":{}}', '{"list":[1}', '{"list":[1', '{"list":["a]}', '{"list":[1]]}', '{"list":[1]} x'],
    ...['{"list":[1],"list":[2]}', '{"list":[1],"a":1,"a":2}', '{"l\\u0069st":[1]}', '{"list":[1],"\\u006cist":[2]}'],
    ...['{"list":[1,]}', '{"list":[,1]}', '{"list":[1 2]}', '{list:[1]}', '\uFEFF{"list":[1]}', '{"list":[1}]}'].slice(
      0,
      5,
    ),
  ]) {
    t.is(found(text), undefined, text)
  }
  t.is(elementsOf(Buffer.from('{"list":["\u00e9"]}', 'latin1'), 'list'), undefined, 'no UTF-8')
  t.is(elementsOf(Buffer.from('{"list":[1]}', 'utf16le'), 'list'), undefined)
})

test('nothing but the elements and a comma beside each goes', (t) => {
  const text = '{ "x":"é", "list":[ 1 ,  {"b":2},\n3 , 4 ] ,"y":1e3}'
  const bytes = Buffer.from(text)
  const elements = elementsOf(bytes, 'list') ?? []
  const without = (...indexes: number[]) => withoutCuts(bytes, cutsOf(elements, new Set(indexes))).toString()
  t.is(without(), text)
  t.is(without(1), '{ "x":"é", "list":[ 1 ,  3 , 4 ] ,"y":1e3}')
  t.is(without(0, 1, 2), '{ "x":"é", "list":[ 4 ] ,"y":1e3}')
  t.is(without(1, 3), '{ "x":"é", "list":[ 1 ,  3 ] ,"y":1e3}')
  t.is(without(2, 3), '{ "x":"é", "list":[ 1 ,  {"b":2} ] ,"y":1e3}')
  t.is(without(0, 1, 2, 3), '{ "x":"é", "list":[  ] ,"y":1e3}')
  t.deepEqual(cutsOf([], new Set()), [])
})

test('deep nesting is no recursion', (t) => {
  const deep = `{"list":[${'['.repeat(200_000)}${']'.repeat(200_000)},1]}`
  t.is(elementsOf(Buffer.from(deep), 'list')?.length, 2)
})
