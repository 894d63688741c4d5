import test from 'ava'
import { parseJson, parseJsonLines, startsLikeJson, unescapeJson } from '../../../proxy/body/json.ts'

test('JSON is parsed, and hides nothing where no name comes twice', (t) => {
  const values = [
    { a: [1, 'b', { c: null }], 'with "quotes"': 'and \\ slashes', 'colon":': ':' },
    [{ a: 1 }, { a: 2 }],
    'text with ":" in it',
    '\\":',
    {},
    [],
    null,
    3,
    { '': '' },
  ]
  for (const value of values) {
    t.deepEqual(parseJson(JSON.stringify(value)), { value, hidden: [] })
    t.deepEqual(parseJson(JSON.stringify(value, null, 2)), { value, hidden: [] })
  }
})

const HIDDEN: readonly (readonly [json: string, hidden: readonly string[]])[] = [
  ['{"a":"first","a":"last"}', ['first', 'a']],
  ['{"a":{"b":"deep"},"a":1}', ['b', 'deep', 'a']],
  ['{"a" : "x" , "\\u0061":"y"}', ['x', 'a']],
  ['[{"k":"same","k":"same"}]', ['same', 'k']],
  ['{"__proto__":"p","__proto__":"q"}', ['p', '__proto__']],
  ['{"a":"\\u0046R","a":""}', ['FR', 'a']],
  // Sixteen digits are as few as a double may not hold.
  ['9007199254740993', ['9007199254740993']],
  ['[9007199254740993]', ['9007199254740993']],
  ['{"a":9007199254740993}', ['a: 9007199254740993']],
  ['[9007199254740993,"a"]', ['9007199254740993']],
  ['["a",9007199254740993,"b"]', ['a: 9007199254740993']],
  ['9007199254740993.5', ['9007199254740993']],
  ['[4111111111111111e3]', ['4111111111111111']],
  ['{"cardNumber":4111111111111111,"cardNumber":1}', ['card Number: 4111111111111111', 'cardNumber']],
  ['{"a":[4111111111111111,536228726],"a":1}', ['a: 4111111111111111', 'a: 536228726', 'a']],
  ['{"a":4111111111111111,"b":4111111111111111,"a":"x"}', ['a']],
  ['{"a":"x","cardNumber" : 9007199254740993 , "b":1}', ['card Number: 9007199254740993']],
]

for (const [json, hidden] of HIDDEN) {
  test(`${json} hides ${hidden.join(', ')}`, (t) => {
    t.deepEqual([...(parseJson(json)?.hidden ?? [])].sort(), [...hidden].sort())
  })
}

test('what is not JSON is not parsed', (t) => {
  for (const text of ['', '{', '{"a":}', "{'a':1}", '[1,]', '{"a":1}{"b":2}', '\ufeff{}', 'NaN', '{"a":"\n"}']) {
    t.is(parseJson(text), undefined, text)
  }
})

test('JSON lines are parsed line by line, blank ones left out', (t) => {
  t.deepEqual(parseJsonLines('{"a":1}\r\n\n["b"]\n'), { value: [{ a: 1 }, ['b']], hidden: [] })
  t.deepEqual(parseJsonLines('{"a":"x","a":"y"}')?.hidden, ['x', 'a'])
  t.is(parseJsonLines('{"a":1}\nnot json'), undefined)
})

test('escapes are undone wherever they stand', (t) => {
  t.is(unescapeJson('no escapes'), undefined)
  t.is(unescapeJson('{"a":"\\u0046R\\n76\\t\\"x\\" \\/ \\\\ \\b\\f\\r"}'), '{"a":"FR\n76\t"x" / \\ \b\f\r"}')
  t.is(unescapeJson('\\ud83d\\ude00'), '😀')
  t.is(unescapeJson('broken \\u00zz, \\u12, \\q and \\'), 'broken u00zz, u12, q and ')
})

test('a text starts like JSON with a brace or a bracket after white space', (t) => {
  for (const text of ['{', '[1', ' \r\n\t{"a"']) t.true(startsLikeJson(text))
  for (const text of ['', ' ', '"a"', 'a{', '1', '<{']) t.false(startsLikeJson(text))
})

test('nesting of any depth is parsed', (t) => {
  const depth = 200_000
  const json = `${'[{"a":'.repeat(depth)}"x"${'}]'.repeat(depth)}`
  t.deepEqual(parseJson(json)?.hidden, [])
  t.true((parseJson(`{"b":"x","b":"y","c":${json}}`)?.hidden ?? []).includes('x'))
})

test('a number may be of any length', (t) => {
  const digits = '1'.repeat(12_000_000)
  t.is(parseJson(`[${digits}]`)?.hidden[0]?.length, digits.length)
  t.is(parseJson(`{"a":[${digits}],"a":1}`)?.hidden.length, 2)
})
