import test from 'ava'
import { lastValueIn, toRawHeaders } from '../../../proxy/http/fields.ts'

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
