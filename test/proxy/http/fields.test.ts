import test from 'ava'
import { lastValueIn, toRawHeaders } from '../../../proxy/http/fields.ts'
import { readFields } from '../../../proxy/http/h1/syntax.ts'

const BLOCK =
  'Date: content-type: no\r\nX-Content-Type: text/a\r\nContent-Type:text/b\r\ncontent-types: text/c\r\nCONTENT-TYPE: \t text/d; a="b: c" \r\nVia:\r\n'

test('the last value of a name is found, whatever its case', (t) => {
  t.is(lastValueIn(BLOCK, 'content-type'), 'text/d; a="b: c"')
  t.is(lastValueIn(BLOCK, 'x-content-type'), 'text/a')
  t.is(lastValueIn(BLOCK, 'via'), '')
  t.is(lastValueIn(BLOCK, 'content'), '')
  t.is(lastValueIn('', 'via'), '')
})

test('it is the value that splitting the fields gives', (t) => {
  const raw = toRawHeaders(BLOCK)
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const values = raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name)
    t.is(lastValueIn(BLOCK, name), values.at(-1) ?? '')
  }
})

test('the record of fields has every name in lower case, and the values of one name together', (t) => {
  const names = [
    'Host',
    'HOST',
    'CONTENT-type',
    'Content-Typf',
    'te',
    'X-Own',
    'x-own',
    'Cookie',
    'cookie',
    'Sec-Fetch-Mode',
  ]
  const text = [...names, '__Proto__'].map((name, index) => `${name}: v${index}\r\n`).join('')
  const record = readFields(text, 0, 20).toRecord()
  t.deepEqual(
    new Map(Object.entries(record)),
    new Map([
      ['host', 'v0, v1'],
      ['content-type', 'v2'],
      ['content-typf', 'v3'],
      ['te', 'v4'],
      ['x-own', 'v5, v6'],
      ['cookie', 'v7; v8'],
      ['sec-fetch-mode', 'v9'],
      ['__proto__', 'v10'],
    ]),
  )
})

test('fields are dropped by few names and by many', (t) => {
  for (const more of [[], Array.from({ length: 20 }, (_, index) => `x-${index}`)]) {
    const fields = readFields('A: 1\r\nX-Drop: 2\r\nB: 3\r\nx-drop: 4\r\n', 0, 10)
    fields.dropNamed(new Set(['x-drop', ...more]))
    t.is(fields.forwardable(), 'A: 1\r\nB: 3\r\n')
  }
})
