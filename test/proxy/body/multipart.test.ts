import test from 'ava'
import { boundaryOf, parseMultipart } from '../../../proxy/body/multipart.ts'

function body(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

test('fields and files are told apart, with their names', (t) => {
  const { parts, malformed } = parseMultipart(
    body(
      '--b',
      'Content-Disposition: form-data; name="purpose"',
      '',
      'assistants',
      '--b',
      'content-disposition: form-data; name="file"; filename="a \\"b\\".txt"',
      'Content-Type: text/plain',
      '',
      'line 1',
      'line 2',
      '--b--',
      '',
    ),
    'b',
  )
  t.false(malformed)
  t.deepEqual(parts, [
    { name: 'purpose', filename: undefined, text: 'assistants' },
    { name: 'file', filename: 'a "b".txt', text: 'line 1\r\nline 2' },
  ])
})

test('charsets, transfer encodings and encoded file names of parts are undone', (t) => {
  const { parts, malformed } = parseMultipart(
    body(
      '--b',
      'Content-Disposition: form-data; name=latin',
      'Content-Type: text/plain; charset=ISO-8859-1',
      '',
      'd\xe9j\xe0',
      '--b',
      'Content-Disposition: form-data; name="base64"',
      'Content-Transfer-Encoding: base64',
      '',
      'aGVs',
      'bG8=',
      '--b',
      'Content-Disposition: form-data; name="quoted"',
      'Content-Transfer-Encoding: Quoted-Printable',
      '',
      'caf=C3=A9 soft=',
      ' break 100=zz',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="x"; filename*=UTF-8\'\'%e2%82%ac.txt',
      '',
      '',
      '--b--',
    ),
    'b',
  )
  t.false(malformed)
  t.deepEqual(
    parts.map(({ text, filename }) => filename ?? text),
    ['déjà', 'hello', 'café soft break 100=zz', '€.txt'],
  )
})

test('a part that is no text has none, one without headers has its text', (t) => {
  const { parts, malformed } = parseMultipart(
    body('--b', 'Content-Type: image/png', '', '\x89PNG\r\n\0\0', '--b', '', 'bare', '--b--'),
    'b',
  )
  t.false(malformed)
  t.deepEqual(parts, [
    { name: '', filename: undefined, text: undefined, legible: '', file: { recognised: true, broken: false } },
    { name: '', filename: undefined, text: 'bare' },
  ])
})

test('nested multiparts are read into the same list, to a depth', (t) => {
  const nested = (depth: number): string[] =>
    depth === 0
      ? ['', 'innermost']
      : [`Content-Type: multipart/mixed; boundary=n${depth}`, '', `--n${depth}`, ...nested(depth - 1), `--n${depth}--`]
  const shallow = parseMultipart(body('--b', ...nested(2), '--b--'), 'b')
  t.false(shallow.malformed)
  t.deepEqual(
    shallow.parts.map(({ text }) => text),
    ['innermost'],
  )
  t.true(parseMultipart(body('--b', ...nested(3), '--b--'), 'b').malformed)
})

const MALFORMED: Readonly<Record<string, readonly [bytes: Buffer, boundary: string]>> = {
  'no boundary': [body('--b', '', 'x', '--b--'), ''],
  'a boundary that is too long': [body(`--${'b'.repeat(71)}`, '', 'x', `--${'b'.repeat(71)}--`), 'b'.repeat(71)],
  'another boundary than declared': [body('--c', '', 'x', '--c--'), 'b'],
  'a preamble': [body('hidden', '--b', '', 'x', '--b--'), 'b'],
  'an epilogue': [body('--b', '', 'x', '--b--', 'hidden'), 'b'],
  'no last delimiter': [body('--b', '', 'x', '--b', ''), 'b'],
  'a cut-off last part': [body('--b', '', 'x'), 'b'],
  'a part without a blank line': [body('--b', 'Content-Disposition: form-data; name="a"', '--b--'), 'b'],
  'line feeds alone': [Buffer.from('--b\nContent-Disposition: form-data; name="a"\n\nx\n--b--\n'), 'b'],
  'text after a delimiter': [body('--b hidden', '', 'x', '--b--'), 'b'],
  'endless headers': [body('--b', `X: ${'y'.repeat(20_000)}`, '', 'x', '--b--'), 'b'],
  'a longer delimiter that starts alike': [body('--b', '', 'x', '--bc', '', 'y', '--b--'), 'b'],
  'a delimiter behind a line feed alone': [body('--b', '', 'x\n--b\nX: y\n\nz', '--b--'), 'b'],
  'a delimiter behind a carriage return alone': [body('--b', '', 'x\r--b--', '--b--'), 'b'],
  'a line feed alone within a head': [
    body('--b', 'Content-Disposition: form-data; name="a"\n\nx', '', 'y', '--b--'),
    'b',
  ],
  'a carriage return alone within a head': [body('--b', 'X: y\rZ: z', '', 'y', '--b--'), 'b'],
  'NUL within a head': [body('--b', 'X: y\0', '', 'y', '--b--'), 'b'],
  'a charset in which ASCII is not itself': [
    body('--b', 'Content-Type: text/plain; charset=ibm037', '', 'x', '--b--'),
    'b',
  ],
  'an inner boundary that readers part about': [
    body('--b', 'Content-Type: multipart/mixed; boundary=c; boundary=d', '', '--c', '', 'x', '--c--', '--b--'),
    'b',
  ],
  'nothing at all': [Buffer.alloc(0), 'b'],
}

for (const [fault, [bytes, boundary]] of Object.entries(MALFORMED)) {
  test(`${fault} is malformed`, (t) => {
    t.true(parseMultipart(bytes, boundary).malformed)
  })
}

test('a boundary is one where all readers take the same', (t) => {
  for (const [header, boundary] of [
    ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxk', '----WebKitFormBoundary7MA4YWxk'],
    ['multipart/related;Boundary="=_Part_0:1.2"; type="a/b"', '=_Part_0:1.2'],
    ['multipart/form-data; charset=utf-8; boundary = b', 'b'],
    ['multipart/form-data', ''],
    ['multipart/form-data; boundary=b; boundary=c', ''],
    ["multipart/form-data; boundary=b; boundary*=utf-8''c", ''],
    ['multipart/form-data; boundary*0=b; boundary*1=c', ''],
    ['multipart/form-data; x="; boundary=b"; boundary=c', ''],
    ['multipart/form-data; boundary="a\\b"', ''],
    ['multipart/form-data; boundary=a b', ''],
    ['multipart/form-data; boundary=a"b"', ''],
  ] as const) {
    t.is(boundaryOf(header), boundary, header)
  }
  t.is(boundaryOf(undefined), '')
})

test('a boundary within a line is content', (t) => {
  const { parts, malformed } = parseMultipart(body('--b', '', 'x --b--', '--b--'), 'b')
  t.false(malformed)
  t.is(parts[0]?.text, 'x --b--')
})

test('a thousand parts are read, more than ten thousand are too many', (t) => {
  const many = (count: number) =>
    body(...Array.from({ length: count }, (_, part) => `--b\r\n\r\npart ${part}`), '--b--')
  const { parts, malformed } = parseMultipart(many(1000), 'b')
  t.false(malformed)
  t.is(parts.at(-1)?.text, 'part 999')
  t.true(parseMultipart(many(10_001), 'b').malformed)
})

const CARD = '4111 1111 1111 1111'
const HIDING: Readonly<Record<string, Buffer>> = {
  'base64 over plain text': body(
    '--b',
    'Content-Disposition: form-data; name="a"',
    'Content-Transfer-Encoding: base64',
    '',
    CARD,
    '--b--',
  ),
  'an inner header': body(
    '--b',
    'Content-Type: multipart/mixed; boundary=c',
    '',
    '--c',
    `X-Note: ${CARD}`,
    '',
    'x',
    '--c--',
    '--b--',
  ),
  'a parameter of a header': body('--b', `Content-Disposition: form-data; name="a"; note="${CARD}"`, '', 'x', '--b--'),
  'a type of its own': body('--b', `Content-Type: text/plain; note="${CARD}"`, '', 'x', '--b--'),
  'base64 over a nested multipart': body(
    '--b',
    'Content-Type: multipart/mixed; boundary=c',
    'Content-Transfer-Encoding: base64',
    '',
    CARD,
    '--b--',
  ),
  'UTF-16 with one odd byte': Buffer.concat([
    body('--b', 'Content-Type: text/plain; charset=utf-16le', '', 'x'),
    Buffer.from(`é ${CARD}`, 'utf16le'),
    body('', '--b--'),
  ]),
  'a byte order mark before ASCII': Buffer.concat([
    body('--b', '', ''),
    Buffer.from([0xff, 0xfe]),
    body(`card ${CARD}`, '--b--'),
  ]),
}

for (const [what, bytes] of Object.entries(HIDING)) {
  test(`${what} hides nothing`, (t) => {
    const texts = parseMultipart(bytes, 'b').parts.flatMap(({ text, legible, others }) => [
      text,
      legible,
      ...(others ?? []),
    ])
    t.true(texts.some((text) => text?.includes(CARD)))
  })
}
