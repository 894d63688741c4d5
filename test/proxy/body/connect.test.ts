import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import test from 'ava'
import { codingOfMessages, holdsCompressed, mayUnfold, readEnvelopes } from '../../../proxy/body/envelopes.ts'
import { parseBody } from '../../../proxy/body/parse.ts'
import { ProtoFile, type ProtoMessage, ReadingWork, readProtobuf } from '../../../proxy/body/protobuf.ts'
import { refuseLikeConnect } from '../../../proxy/platforms/formats/connect.ts'
import { envelope, type Fields, protobuf } from '../../support/protobuf.ts'
import { readRequest } from '../../support/read-request.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const PROTO = 'application/connect+proto'

test('a message is read by the numbers of its fields, whatever they hold', (t) => {
  const message = protobuf([
    [1, 'hello'],
    [
      2,
      [
        [1, 'deep'],
        [1, 'deeper'],
        [9, 300],
      ],
    ],
    [3, Buffer.from([0xff, 0xfe, 0, 1])],
    [15, ''],
    [1000, 'far'],
  ])
  t.deepEqual(plain(readProtobuf(message)), {
    1: 'hello',
    2: { 1: ['deep', 'deeper'], 9: 300 },
    3: '',
    15: '',
    1000: 'far',
  })
})

test('a number of eight bytes is read as a double and as an integer', (t) => {
  const fixed = (write: (bytes: Buffer) => void) => {
    const bytes = Buffer.alloc(9, 9)
    write(bytes)
    return plain(readProtobuf(bytes))
  }
  t.deepEqual(
    fixed((bytes) => bytes.writeDoubleLE(4111111111111111, 1)),
    { 1: 4111111111111111 },
  )
  t.deepEqual(
    fixed((bytes) => bytes.writeBigInt64LE(4111111111111111n, 1)),
    { 1: 4111111111111111 },
  )
  for (const small of [0.5, 12, Number.NaN, 1e300]) {
    t.deepEqual(
      fixed((bytes) => bytes.writeDoubleLE(small, 1)),
      {},
    )
  }
})

test('a number in the result of a tool is read over gRPC too, with its name', (t) => {
  const number = Buffer.alloc(9, 0x11)
  number.writeDoubleLE(33612345678, 1)
  const struct: Fields = [
    [
      1,
      [
        [1, 'phone'],
        [2, number],
      ],
    ],
  ]
  const result: Fields = [
    [1, 'find'],
    [2, struct],
  ]
  const request: Fields = [
    [1, 'models/x'],
    [2, [[1, [[6, result]]]]],
  ]
  const { lines } = readRequest(
    'https://generativelanguage.googleapis.com/google.ai.generativelanguage.v1beta.GenerativeService/GenerateContent',
    envelope(protobuf(request)),
    { headers: { 'content-type': 'application/grpc' } },
  )
  t.true(
    lines.some((line) => line.includes('phone: 33612345678')),
    JSON.stringify(lines),
  )
})

test('what is a text and a message at once is read as both, so that neither hides the other', (t) => {
  // The length of 48 is the digit 0: as a text alone, the number would begin with it.
  const number = '4111111111111111 is the number of the card, ok??'
  t.is(number.length, 48)
  const message = protobuf([[1, [[4, number]]]])
  t.deepEqual(plain(readProtobuf(message)), { 1: [`"0${number}`, { 4: number }] })
})

test('one control character, or bytes that might be a message, hide nothing of a text', (t) => {
  const read = (value: string | Buffer) => JSON.stringify(readProtobuf(protobuf([[1, value]])))
  // No message.
  t.deepEqual(plain(readProtobuf(protobuf([[1, 'Ann Roe\u0001 Lima']]))), { 1: 'Ann Roe\u0001 Lima' })
  t.deepEqual(plain(readProtobuf(protobuf([[1, '\u0001\u0000']]))), { 1: '' })
  t.true(read(Buffer.from('Ann Roe', 'utf16le')).includes('Ann Roe'))
  // Nothing but numbers of 64 and 32 bits; then numbers, a length, and the rest of the text.
  for (const text of [
    '9jane.r@x1.com.y\u0009z',
    '\u0011jane.roe1@ex.com5',
    '8\u0001jane.roe1@xy',
    '\u00084 20 11 11 11 11 1 \u0001',
  ]) {
    t.true(read(text).includes(JSON.stringify(text).slice(1, -1)), JSON.stringify(text))
  }
  const fixed = Buffer.concat([Buffer.from([9]), Buffer.from('06123456'), Buffer.from([0x1a, 2, 0xff, 0xfe])])
  t.true(read(fixed).includes('06123456'))
})

test('a message whose texts say all that its bytes do is no text', (t) => {
  const message: Fields = [
    [1, 'hello'],
    [2, 3],
    [5, 'a text that is longer than thirty-two'],
    [7, [[1, 'deep enough']]],
  ]
  t.deepEqual(plain(readProtobuf(protobuf([[1, message]]))), {
    1: { 1: 'hello', 2: 3, 5: 'a text that is longer than thirty-two', 7: { 1: 'deep enough' } },
  })
})

test('messages that could as well be texts are read at their places, each of them', (t) => {
  const read = (path: string, fields: Fields) =>
    readRequest(`https://${path}`, envelope(protobuf(fields)), { headers: { 'content-type': PROTO } }).lines
  const [one, two] = ['Write a letter to Ann Roe in Lima, please', 'and another one to John Doe of Cusco, Peru']
  const said = (text: string): Fields => [[1, text]]
  const chat = read('api2.cursor.sh/aiserver.v1.ChatService/StreamUnifiedChatWithTools', [
    [
      1,
      [
        [1, said(one)],
        [1, said(two)],
        [2, 1],
      ],
    ],
  ])
  t.deepEqual(chat.slice(0, 2), [`system: ${one}`, `system: ${two}`])
  const windsurf = read('server.codeium.com/exa.api_server_pb.ApiServerService/GetChatMessage', [
    [3, said(one)],
    [3, said(two)],
    [3, 'no message at all'],
  ])
  for (const text of [one, two, 'no message at all']) t.true(windsurf.join('\n').includes(text), text)
  const agent = read('api2.cursor.sh/agent.v1.AgentService/Run', [[1, [[2, [[1, [[1, said(one)]]]]]]]])
  t.is(agent[0], `user: ${one}`)
  // An empty message, and the one that says it.
  const twice = read('api2.cursor.sh/agent.v1.AgentService/Run', [
    [
      1,
      [
        [
          2,
          [
            [
              1,
              [
                [1, ''],
                [1, said('Hi')],
              ],
            ],
          ],
        ],
      ],
    ],
  ])
  t.is(twice[0], 'user: Hi')
})

test('bytes that are no message are no message', (t) => {
  const whole = protobuf([
    [1, 'hello'],
    [2, 7],
  ])
  for (let end = 1; end < whole.length; end++) {
    if (end === 7) continue
    t.is(readProtobuf(whole.subarray(0, end)), undefined, `${end}`)
  }
  for (const bytes of [[0], [0x07], [0x0b, 0x0c], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]]) {
    t.is(readProtobuf(Buffer.from(bytes)), undefined)
  }
})

test('nesting without end is read to some depth, and a field named like a prototype is a field', (t) => {
  let nested: Fields = [[1, 'the core of it all']]
  for (let depth = 0; depth < 200; depth++) nested = [[1, nested]]
  t.true(JSON.stringify(readProtobuf(protobuf(nested))).includes('the core of it all'))
  t.is(Object.getPrototypeOf(readProtobuf(protobuf([[1, 'a']]))), null)
})

test('however messages nest that could all be texts, their bytes are read a bounded number of times', (t) => {
  // Lengths in three bytes that are UTF-8 themselves, so that each message is a text as well.
  const wrap = (inner: Buffer) => {
    const length = Buffer.from([0xc4, 0x80 | ((inner.length >> 7) & 0x3f), (inner.length >> 14) + 1])
    const stated = ((length[0] ?? 0) % 128) + (((length[1] ?? 0) % 128) << 7) + ((length[2] ?? 0) << 14)
    return Buffer.concat([Buffer.from([0x0a]), length, inner, Buffer.alloc(Math.max(0, stated - inner.length), 'x')])
  }
  const core = Buffer.from(`${'a word and another, '.repeat(1500)} the core of it all`)
  for (const end of ['', '\u0007']) {
    let nested = Buffer.concat([core, Buffer.from(end)])
    for (let depth = 0; depth < 30; depth++) nested = Buffer.concat([wrap(nested), Buffer.from(end)])
    const message = protobuf([
      [1, nested],
      [2, nested],
    ])
    const work = new ReadingWork(message.length)
    const read = JSON.stringify(readProtobuf(message, 0, work))
    t.true(work.done <= 10 * message.length + 16_384, `${work.done} of ${message.length}`)
    t.true(read.length <= 12 * message.length)
    t.is(read.split('the core of it all').length > 2, true)
  }
  const deep = protobuf([[1, [[1, [[1, [[1, [[1, [[1, [[1, [[1, core.toString()]]]]]]]]]]]]]]]])
  const work = new ReadingWork(deep.length)
  t.true(JSON.stringify(readProtobuf(deep, 0, work)).includes('"1":{"1":'))
  t.true(work.done <= 2 * deep.length, 'what services nest costs next to nothing')
})

test('a file in a field is a file, and an id that begins like one is none', (t) => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(300, 0xee)])
  const message = readProtobuf(
    protobuf([
      [1, [[3, png]]],
      [2, Buffer.from('BM\xff\xfe0123456789ab', 'latin1')],
    ]),
  )
  const [inner] = [message?.['1']].flat()
  t.true((inner as ProtoMessage)['3'] instanceof ProtoFile)
  t.is(typeof message?.['2'], 'string')
  const headers = { 'content-type': PROTO }
  const read = (path: string) =>
    readRequest(
      `https://${path}`,
      envelope(
        protobuf([
          [
            1,
            [
              [
                2,
                [
                  [1, 'Look'],
                  [3, png],
                ],
              ],
            ],
          ],
        ]),
      ),
      { headers },
    ).prompt.unread
  for (const path of [
    'api2.cursor.sh/agent.v1.AgentService/Run',
    'api2.cursor.sh/aiserver.v1.ChatService/StreamUnifiedChatWithTools',
    'server.codeium.com/exa.api_server_pb.ApiServerService/GetChatMessage',
    'api2.cursor.sh/a.b.New/Thing',
  ]) {
    t.deepEqual(read(path), ['unreadable_file'], path)
  }
})

test('envelopes are split, and decompressed one by one', (t) => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => protobuf([[1, text]])) as [Buffer, Buffer, Buffer]
  const bytes = Buffer.concat([envelope(a), envelope(gzipSync(b), 1), envelope(zstdCompressSync(c), 1)])
  const { body, malformed } = parseBody(bytes, PROTO)
  t.false(malformed)
  t.deepEqual(plain(body), { kind: 'json', value: [{ 1: 'a' }, { 1: 'b' }, { 1: 'c' }] })
  for (const type of ['application/grpc', 'application/grpc+proto', 'application/grpc-web+proto']) {
    t.deepEqual(plain(parseBody(envelope(a), type).body), { kind: 'json', value: [{ 1: 'a' }] }, type)
  }
})

test('what is cut, damaged, too large or of no known compression is malformed, and read as far as it goes', (t) => {
  const whole = envelope(protobuf([[1, 'the first message']]))
  const cut = parseBody(
    Buffer.concat([whole, envelope(Buffer.from('a message that never ends')).subarray(0, 20)]),
    PROTO,
  )
  t.true(cut.malformed)
  t.deepEqual(plain(cut.body), { kind: 'json', value: [{ 1: 'the first message' }] })
  t.true(cut.hidden.join('').includes('a message that'))
  for (const bad of [
    envelope(Buffer.from('not compressed at all'), 1),
    envelope(gzipSync(Buffer.from('x')).subarray(0, 12), 1),
    envelope(gzipSync(Buffer.alloc(70_000_000)), 1),
  ]) {
    t.true(readEnvelopes(bad).isDamaged)
    t.true(parseBody(bad, PROTO).malformed)
  }
  t.true(parseBody(envelope(Buffer.from('no protobuf, but a text')), PROTO).malformed)
})

test('a body that says it is protobuf, and is none, is what it is', (t) => {
  const { body, malformed } = parseBody(Buffer.from('no protobuf, but a text'), 'application/x-protobuf')
  t.deepEqual(body, { kind: 'text', text: 'no protobuf, but a text' })
  t.false(malformed)
  t.is(parseBody(Buffer.from('0a93fe00', 'hex'), 'application/x-protobuf').body.kind, 'binary')
})

test('a key of Windsurf’s own does not count as a leak, another at its place does', (t) => {
  const url = 'https://server.codeium.com/exa.api_server_pb.ApiServerService/GetChatMessage'
  const key = 'sk-ws-01-8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0Yc'
  const read = (third: string) =>
    readRequest(
      url,
      envelope(
        protobuf([
          [1, [[3, third]]],
          [
            3,
            [
              [2, 1],
              [3, 'Hello'],
            ],
          ],
        ]),
      ),
      {
        headers: { 'content-type': PROTO },
      },
    ).lines
  t.deepEqual(read(key), ['user: Hello'])
  t.deepEqual(read('write to jane.roe@example.com'), ['user: Hello', 'definition: write to jane.roe@example.com'])
})

test('the error of a refused stream stands in one envelope, whatever its length', (t) => {
  for (let length = 1; length < 600; length += 7) {
    const { body, status } = refuseLikeConnect({
      message: `No. ${'é'.repeat(length)}`,
      interactionId: '6f1d2c3b-4a59-4687-9b0c-1d2e3f405162',
      target: { method: 'POST', path: '/', query: new URLSearchParams(), headers: { 'content-type': PROTO } },
      prompt: undefined,
    })
    const bytes = Buffer.from(body)
    t.is(status, 200)
    t.is(bytes[0], 2)
    t.is(bytes.readUInt32BE(1), bytes.length - 5)
    t.is(JSON.parse(bytes.subarray(5).toString()).error.code, 'permission_denied')
  }
})

test('compressions without a signature are known by the name in the headers', (t) => {
  const message = protobuf([[1, 'hello']])
  for (const [coding, packed] of [
    ['deflate', deflateSync(message)],
    ['br', brotliCompressSync(message)],
    // What the bytes show counts more than the name.
    ['snappy', gzipSync(message)],
  ] as const) {
    const { messages, isDamaged } = readEnvelopes(envelope(packed, 1), coding)
    t.deepEqual(messages, [message], coding)
    t.false(isDamaged)
    for (const headers of [{ 'grpc-encoding': coding.toUpperCase() }, { 'connect-content-encoding': coding }]) {
      t.is(codingOfMessages(headers), coding)
    }
  }
  t.true(readEnvelopes(envelope(deflateSync(message), 1), 'snappy').isDamaged)
})

test('bytes behind the end of a compressed message are not passed over: there are readers that read on', (t) => {
  const message = protobuf([[1, 'hello']])
  const more = protobuf([[1, 'and more']])
  for (const [coding, pack, isReadOn] of [
    ['gzip', gzipSync, true],
    ['zstd', zstdCompressSync, true],
    ['deflate', deflateSync, false],
    ['br', brotliCompressSync, false],
  ] as const) {
    const read = (...behind: readonly Buffer[]) =>
      readEnvelopes(envelope(Buffer.concat([pack(message), ...behind]), 1), coding)
    const twice = read(pack(more))
    t.deepEqual(twice, {
      messages: [isReadOn ? Buffer.concat([message, more]) : message],
      rest: Buffer.alloc(0),
      isDamaged: !isReadOn,
    })
    t.true(read(Buffer.from('in plain')).isDamaged, coding)
    t.true(read(Buffer.alloc(8)).isDamaged, coding)
  }
})

test('a compressed message is seen without being unfolded', (t) => {
  const message = protobuf([[1, 'hello']])
  t.false(holdsCompressed(Buffer.concat([envelope(message), envelope(message)])))
  t.true(holdsCompressed(Buffer.concat([envelope(message), envelope(gzipSync(message), 1)])))
  t.false(holdsCompressed(Buffer.from([1, 0, 0])))
  const packed = envelope(gzipSync(message), 1)
  t.true(mayUnfold('application/grpc', packed))
  t.true(mayUnfold('application/grpc-web-text', Buffer.from(packed.toString('base64'))))
  t.false(mayUnfold('application/grpc', envelope(message)))
  t.false(mayUnfold('application/json', packed))
})
