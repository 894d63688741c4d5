import test from 'ava'
import { parseBody } from '../../../proxy/body/parse.ts'
import { envelope, protobuf } from '../../support/protobuf.ts'
import { formData } from '../../support/read-request.ts'

function parse(body: string | Buffer, contentType?: string) {
  const { body: parsed, hidden, malformed } = parseBody(Buffer.from(body), contentType)
  return { ...parsed, hidden, malformed }
}

const fine = { hidden: [], malformed: false }

test('JSON is JSON by its type', (t) => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON ; Charset="UTF-8"',
    'application/vnd.api+json',
    'text/json',
  ]) {
    t.deepEqual(parse('{"a":1}', type), { kind: 'json', value: { a: 1 }, ...fine })
  }
})

test('JSON is JSON by its bytes, whatever other type it goes by', (t) => {
  for (const type of [
    undefined,
    '',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/octet-stream',
    'x',
    ';;;',
  ]) {
    t.deepEqual(parse(' [{"a":1}]', type), { kind: 'json', value: [{ a: 1 }], ...fine })
  }
  t.deepEqual(parse('{"a":"b=c&d"}', 'application/x-www-form-urlencoded'), {
    kind: 'json',
    value: { a: 'b=c&d' },
    ...fine,
  })
})

test('JSON lines are an array', (t) => {
  for (const type of ['application/x-ndjson', 'application/jsonl']) {
    t.deepEqual(parse('{"a":1}\n{"a":2}\n', type), { kind: 'json', value: [{ a: 1 }, { a: 2 }], ...fine })
  }
  t.true(parse('{"a":1}\n{"a"', 'application/x-ndjson').malformed)
})

test('a form is its fields, decoded', (t) => {
  t.deepEqual(parse('a=1&b=x+y%21&a=%E2%82%AC&c', 'application/x-www-form-urlencoded; charset=utf-8'), {
    kind: 'form',
    fields: [
      ['a', '1'],
      ['b', 'x y!'],
      ['a', '€'],
      ['c', ''],
    ],
    ...fine,
  })
})

test('a multipart body is its parts; with a wrong boundary it is malformed, and read as the text it is', (t) => {
  const { body, headers } = formData({ a: 'x', b: ['f.txt', 'y'] })
  t.like(parse(body, headers['content-type']), { kind: 'multipart', malformed: false })
  for (const type of [
    'multipart/form-data; boundary=wrong',
    'multipart/form-data',
    'multipart/form-data; boundary=""',
  ]) {
    t.deepEqual(parse(body, type), { kind: 'text', text: body.toString(), hidden: [], malformed: true })
  }
})

test('a damaged multipart body of bytes that are no text is still searched for text', (t) => {
  const result = parse(Buffer.from('--b\r\n\r\n\0\xff visible', 'latin1'), 'multipart/form-data; boundary=b')
  t.true(result.malformed)
  t.true(result.kind === 'text' && result.text.includes('visible'))
})

test('malformed JSON is malformed, and its text is there, with and without its escapes', (t) => {
  t.deepEqual(parse('{"a":"\\u0041b', 'application/json'), {
    kind: 'text',
    text: '{"a":"\\u0041b',
    hidden: ['{"a":"Ab'],
    malformed: true,
  })
  t.like(parse('not json', 'application/json'), { kind: 'text', text: 'not json', malformed: true })
  t.like(parse('{not json', undefined), { kind: 'text', malformed: true })
  t.like(parse('{not json', 'application/x-www-form-urlencoded'), { kind: 'text', malformed: true })
})

test('a text that only starts like JSON is a text', (t) => {
  for (const type of ['text/plain', 'application/octet-stream', 'text/markdown']) {
    t.deepEqual(parse('[section]\nkey=value', type), { kind: 'text', text: '[section]\nkey=value', ...fine })
  }
})

test('JSON that is not valid UTF-8 is read, and malformed', (t) => {
  const bytes = Buffer.from('{"name":"Zo\xe9"}', 'latin1')
  t.deepEqual(parse(bytes, 'application/json'), {
    kind: 'json',
    value: { name: 'Zo\ufffd' },
    hidden: [],
    malformed: true,
  })
})

test('JSON in UTF-16 and behind a byte order mark is read', (t) => {
  const value = { text: 'Grüße' }
  for (const bytes of [
    Buffer.from(JSON.stringify(value), 'utf16le'),
    Buffer.from(`\ufeff${JSON.stringify(value)}`, 'utf16le').swap16(),
    Buffer.from(`\ufeff${JSON.stringify(value)}`),
  ]) {
    for (const type of ['application/json', undefined])
      t.deepEqual(parse(bytes, type), { kind: 'json', value, ...fine })
  }
})

test('names that come twice are told', (t) => {
  t.deepEqual([...parse('{"a":"x","a":"y"}', 'application/json').hidden].sort(), ['a', 'x'])
})

test('bytes that are no text are binary; as JSON they are malformed', (t) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000', 'hex')
  t.deepEqual(parse(bytes, 'image/png'), {
    kind: 'binary',
    legible: '',
    file: { recognised: true, broken: false },
    ...fine,
  })
  t.deepEqual(parse(bytes), { kind: 'binary', legible: '', file: { recognised: true, broken: false }, ...fine })
  t.deepEqual(parse(bytes, 'application/json'), {
    kind: 'binary',
    legible: '',
    file: { recognised: true, broken: false },
    hidden: [],
    malformed: true,
  })
})

test('text is text, also by the type of an image', (t) => {
  t.deepEqual(parse('hello', 'image/png'), { kind: 'text', text: 'hello', ...fine })
  t.deepEqual(parse(Buffer.from('d\xe9j\xe0', 'latin1'), 'text/plain; charset=latin1'), {
    kind: 'text',
    text: 'déjà',
    ...fine,
  })
})

test('an empty body is empty, whatever its type says', (t) => {
  for (const type of [undefined, 'application/json', 'multipart/form-data; boundary=b']) {
    t.deepEqual(parse('', type), { kind: 'empty', ...fine })
  }
})

test('random bytes of any type never throw', (t) => {
  const types = [
    'application/json',
    'application/x-ndjson',
    'multipart/form-data; boundary=b',
    'text/plain; charset=utf-16',
    '',
  ]
  for (let length = 0; length < 300; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * index * 167 + length * 31) & 0xff))
    for (const type of types) t.notThrows(() => parseBody(bytes, type))
  }
})

test('a charset that is not read here makes a body malformed, whatever its type', (t) => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    t.true(parseBody(Buffer.from('{"a":"b"}'), `${type}; charset=ibm037`).malformed, type)
    t.false(parseBody(Buffer.from('{"a":"b"}'), `${type}; charset=utf-8`).malformed, type)
  }
})

test('a form is read in the charset of its type as well', (t) => {
  const { body, hidden } = parseBody(Buffer.from('a=%D6+%A5'), 'application/x-www-form-urlencoded; charset=iso-8859-15')
  t.deepEqual(body, { kind: 'form', fields: [['a', '\ufffd \ufffd']] })
  t.deepEqual(hidden, ['a=Ö ¥'])
})

test('messages of gRPC-Web in base64 are messages, in one piece or several', (t) => {
  const message = envelope(protobuf([[1, 'hello']]))
  const pieces = [message.subarray(0, 4), message.subarray(4)].map((piece) => piece.toString('base64')).join('')
  for (const type of ['application/grpc-web-text', 'application/grpc-web-text+proto; x=y']) {
    for (const text of [message.toString('base64'), `${message.toString('base64')}\r\n`, pieces]) {
      const { body, malformed } = parseBody(Buffer.from(text), type)
      t.deepEqual(JSON.parse(JSON.stringify(body)), { kind: 'json', value: [{ 1: 'hello' }] })
      t.false(malformed)
    }
  }
  const json = envelope(Buffer.from('{"a":"b"}')).toString('base64')
  t.deepEqual(parseBody(Buffer.from(json), 'application/grpc-web-text+json').body, {
    kind: 'json',
    value: [{ a: 'b' }],
  })
  const { hidden, malformed } = parseBody(Buffer.from('not base64: 4111'), 'application/grpc-web-text')
  t.true(malformed)
  t.true(hidden.join('\n').includes('not base64: 4111'))
})
