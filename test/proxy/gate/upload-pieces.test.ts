import test from 'ava'
import { contentsOf, piecesOf, UploadPieces } from '../../../proxy/gate/upload-pieces.ts'
import type { RequestTarget } from '../../../proxy/platforms/platform.ts'

const target = (url: string, headers: RequestTarget['headers'] = {}, method = 'PUT'): RequestTarget => {
  const { pathname, searchParams } = new URL(url, 'https://files.example')
  return { method, path: pathname, query: searchParams, headers }
}
const at = (start: number | undefined, upload = 'u') => ({ upload, start })
const bytes = (text: string) => Buffer.from(text)
const NOTHING = Buffer.alloc(0)

test('what is cut in two is read across the cut, whichever piece comes first', (t) => {
  const pieces = new UploadPieces()
  t.is(pieces.seams('ann', at(0), bytes('The number is 4539 1488')), undefined)
  t.is(pieces.seams('ann', at(23), bytes(' 0343 6467, thank you')), 'The number is 4539 1488 0343 6467, thank you')
  t.is(pieces.seams('ann', at(100, 'v'), bytes(' 0343 6467, thank you')), undefined)
  const late = pieces.seams('ann', at(77, 'v'), bytes('The number is 4539 1488'))
  t.is(late, 'The number is 4539 1488 0343 6467, thank you')
  t.is(pieces.seams('ben', at(121, 'v'), bytes('another client’s')), undefined)
  t.is(pieces.seams('ann', at(500, 'v'), bytes('not beside the others')), undefined)
})

test('pieces of a few bytes add up, with and without offsets', (t) => {
  for (const isKnown of [true, false]) {
    const pieces = new UploadPieces()
    let last: string | undefined
    const text = 'card 4539 1488 0343 6467'
    for (let index = 0; index < text.length; index++) {
      last = pieces.seams('ann', at(isKnown ? index : undefined), bytes(text[index] ?? ''))
    }
    t.is(last?.split('\n')[0], text)
  }
})

test('a value that is cut twice is read whole, whatever the order of its pieces', (t) => {
  const cut = ['The card 4539 1', '488 03', '43 6467 of ours']
  const starts = [0, 15, 21]
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const pieces = new UploadPieces()
    const seams = order.map((one) => pieces.seams('ann', at(starts[one]), bytes(cut[one] ?? '')))
    t.is(seams.at(-1), cut.join(''), order.join())
  }
})

test('of long pieces only the ends are kept, and of many uploads the newest', (t) => {
  let now = 0
  const pieces = new UploadPieces(() => now)
  pieces.seams('ann', at(undefined), bytes(`${'a'.repeat(1_000_000)} end`))
  const second = pieces.seams('ann', at(undefined), bytes(`begin ${'b'.repeat(1_000_000)}`))
  // As the second of the two, and as the first.
  t.deepEqual(
    second?.split('\n').map(({ length }) => length),
    [1024, 1024],
  )
  for (let index = 0; index < 5000; index++) pieces.seams('ann', at(0, `u${index}`), bytes('a piece of it'))
  t.is(pieces.size, 64)
  for (let index = 0; index < 5000; index++) pieces.seams(`c${index}`, at(0), bytes('a piece of it'))
  t.is(pieces.size, 1024)
  t.is(pieces.seams('c4999', at(13), bytes(' and the rest')), 'a piece of it and the rest')
  now = 3_600_000
  t.is(pieces.seams('c4998', at(13), bytes(' and the rest')), undefined, 'an hour later')
})

test('where the order is told at last, each piece is read beside the ones before it, on both sides', (t) => {
  const pieces = new UploadPieces()
  const long = (head: string, tail: string) => bytes(`${head}${'-'.repeat(2000)}${tail}`)
  pieces.seams('ann', at(undefined), long(' 0343 6467, thank you', 'the end'))
  pieces.seams('ann', at(undefined), long('something', 'else'))
  const seam = pieces.seams('ann', at(undefined), long('The', 'number is 4539 1488'))
  t.true(seam?.includes('number is 4539 1488 0343 6467, thank you'))
  t.false(pieces.seams('ben', at(undefined), long('The', 'number is 4539 1488'))?.includes('0343') === true)
  for (let at8 = 0; at8 < 20; at8++) pieces.seams('ann', at(undefined), long(`h${at8}`, `t${at8}`))
  t.true((pieces.seams('ann', at(undefined), long('a', 'b'))?.length ?? 0) <= 17 * 1025, 'of many, the last are kept')
})

test('a value that is cut twice is read whole where the order is told at last, whatever comes between', (t) => {
  const long = (head: string, tail: string) => bytes(`${head}${'-'.repeat(2000)}${tail}`)
  const cut = [long('The', 'card 4539 1'), bytes('488 03'), long('43 6467 of ours', 'the end')]
  const between = [long('something', 'else'), bytes('a short one'), long('nor', 'here'), bytes('8')]
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const pieces = new UploadPieces()
    let seams: string | undefined
    for (const one of order) {
      seams = pieces.seams('ann', at(undefined), cut[one] ?? NOTHING)
      if (one !== order.at(-1)) for (const other of between.slice(0, 3)) pieces.seams('ann', at(undefined), other)
    }
    t.true(seams?.includes('card 4539 1488 0343 6467 of ours'), order.join())
  }
})

test('what is read of pieces in an unknown order has a bound', (t) => {
  for (const length of [1, 250, 511, 512, 4096]) {
    const pieces = new UploadPieces()
    let longest = 0
    for (let piece = 0; piece < 30; piece++) {
      const content = bytes(String.fromCodePoint(0x41 + piece).repeat(length))
      longest = Math.max(longest, pieces.seams('ann', at(undefined), content)?.length ?? 0)
    }
    t.true(longest < 190_000, `${length}: ${longest}`)
  }
})

const pieceOf = (host: string, request: RequestTarget) => piecesOf(host, request)[0]

test('a client that names several places for a piece hides no cut, whichever of them its service takes', (t) => {
  const headers = [
    (at: number, other: number) => ({
      'x-goog-upload-offset': `${at}`,
      'content-range': `bytes ${other}-${other + 9}/*`,
    }),
    (at: number, other: number) => ({ 'x-goog-upload-offset': `${other}`, 'content-range': `bytes ${at}-${at + 9}/*` }),
    (at: number, other: number) => ({ 'upload-offset': `${at}`, 'x-goog-upload-offset': `${other}` }),
  ]
  for (const both of headers) {
    const pieces = new UploadPieces()
    t.is(pieces.seamsOf('ann', 'h', target('/f', both(0, 7000)), bytes('card 4539 1488')), undefined)
    const seam = pieces.seamsOf('ann', 'h', target('/f', both(14, 99)), bytes(' 0343 6467'))
    t.is(seam, 'card 4539 1488 0343 6467')
  }
  const pieces = new UploadPieces()
  const part = (at: number) => target('/v1/uploads/u/parts?comp=x&comp=block', { 'upload-offset': `${at}` }, 'POST')
  pieces.seamsOf('ann', 'h', part(5), bytes('card 4539 1488'))
  const [seam] = pieces.seamsOf('ann', 'h', part(500), bytes(' 0343 6467'))?.split('\n') ?? []
  t.is(seam, 'card 4539 1488 0343 6467')
})

test('an offset that only a lenient service reads hides no cut', (t) => {
  for (const spelled of [
    ...['+14', '%2B14', '%2b14', ' 14', '014', '00000000000000000014', '+ 14', '"14"', '14.0', '1.4e1', '0xe', '0XE'],
    ...['14, 99', '99, 14', '1_4', '\u00a014', '14abc'],
  ]) {
    for (const headers of [
      (at: string) => ({ 'upload-offset': at }),
      (at: string) => ({ 'x-goog-upload-offset': at }),
      (at: string) => ({ 'content-range': `bytes ${at}-23/*` }),
      (at: string) => ({ 'content-range': `bytes=${at}-23/24` }),
      (at: string) => ({ 'content-range': `Bytes  ${at} - 23 / 24` }),
    ]) {
      const pieces = new UploadPieces()
      pieces.seamsOf('ann', 'h', target('/f', headers('0')), bytes('card 4539 1488'))
      const seam = pieces.seamsOf('ann', 'h', target('/f', headers(spelled)), bytes(' 0343 6467'))
      t.is(seam, 'card 4539 1488 0343 6467', JSON.stringify(headers(spelled)))
    }
  }
  const pieces = new UploadPieces()
  pieces.seamsOf('ann', 'h', target('/f', { 'upload-offset': 'first' }), bytes('card 4539 1488'))
  const seam = pieces.seamsOf('ann', 'h', target('/f', { 'upload-offset': 'second' }), bytes(' 0343 6467'))
  t.is(seam?.split('\n')[0], 'card 4539 1488 0343 6467', 'what is no number at all')
})

test('a part of a form without the name of a file hides no cut', (t) => {
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const file = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${text}\r\n`
  for (const [first, second] of [
    [part, part],
    [part, file],
    [file, part],
    [(_: string, text: string) => `--b\r\n\r\n${text}\r\n`, (_: string, text: string) => `--b\r\n\r\n${text}\r\n`],
  ] as const) {
    const pieces = new UploadPieces()
    const send = (one: string) =>
      pieces.seamsOf('ann', 'h', target('/v1/uploads/u/parts', form, 'POST'), bytes(`${one}--b--\r\n`))
    send(`${['a', 'b', 'c'].map((name) => part(name, name)).join('')}${first('data', 'card 4539 1488')}`)
    const seams = send(second('data', ' 0343 6467'))?.split('\n')
    t.true(seams?.includes('card 4539 1488 0343 6467'))
  }
})

test('a name for the upload that its service does not know tells no pieces apart', (t) => {
  for (const [path, headers] of [
    ['/v1/uploads/u/parts?', () => ({})],
    ['/f?comp=block&', () => ({})],
    ['/f?', (at: number) => ({ 'upload-offset': `${at}` })],
    ['/f?upload_id=known&', (at: number) => ({ 'content-range': `bytes ${at}-${at}/*` })],
    ['/f?upload_id=known&', (at: number) => ({ 'x-goog-upload-offset': `${at}` })],
  ] as const) {
    const pieces = new UploadPieces()
    pieces.seamsOf('ann', 'h', target(`${path}upload_id=1`, headers(0)), bytes('card 4539 1488'))
    const seam = pieces.seamsOf('ann', 'h', target(`${path}upload_id=2`, headers(14)), bytes(' 0343 6467'))
    t.is(seam?.split('\n')[0], 'card 4539 1488 0343 6467', path)
  }
})

test('what stands before a file in its form, or beside it, hides no cut', (t) => {
  const form = { 'content-type': 'multipart/form-data; boundary="b"' }
  const file = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; filename="f"; name="${name}"\r\n\r\n${text}\r\n`
  const parts = target('/v1/uploads/u/parts', form, 'POST')
  const pieces = new UploadPieces()
  const send = (text: string) => pieces.seamsOf('ann', 'h', parts, bytes(`${text}--b--\r\n`))
  t.is(send(`ahead\r\n${file('decoy', 'nothing here')}${file('data', 'card 4539 1488')}`), undefined)
  const seams = send(`--c\r\n${file('data', ' 0343 6467')}${file('decoy', ', nor there')}`)?.split('\n')
  for (const one of ['card 4539 1488 0343 6467', 'nothing here, nor there']) t.true(seams?.includes(one))
})

test('neither other files nor a long head hide the file that a service takes', (t) => {
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  const file = (name: string, text: string, head = '') =>
    `--b\r\n${head}Content-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${text}\r\n`
  const decoys = ['p', 'q', 'r', 's', 't'].map((name) => file(name, 'x')).join('')
  for (const around of [
    (one: string) => `${decoys}${file('data', one)}`,
    (one: string) => file('data', one, `X-Long: ${'y'.repeat(9000)}\r\n`),
    (one: string) => `${file('data', one)}${file('data', 'x')}`,
    (one: string) => `${file('file', 'x')}${file('file', one)}`,
  ]) {
    const pieces = new UploadPieces()
    const send = (one: string) =>
      pieces.seamsOf('ann', 'h', target('/v1/uploads/u/parts', form, 'POST'), bytes(`${around(one)}--b--\r\n`))
    send('card 4539 1488')
    t.true(send(' 0343 6467')?.split('\n').includes('card 4539 1488 0343 6467'))
  }
})

test('an upload is the same however its path is spelled', (t) => {
  const pieces = new UploadPieces()
  pieces.seamsOf('ann', 'h', target('/v1/uploads/u/parts', {}, 'POST'), bytes('card 4539 1488'))
  const seam = pieces.seamsOf('ann', 'h', target('/v1//uploads/%75/parts/', {}, 'POST'), bytes(' 0343 6467'))
  t.is(seam?.split('\n')[0], 'card 4539 1488 0343 6467')
})

test('pieces are known by what their protocols say of them', (t) => {
  const google = { 'x-goog-upload-offset': '262144', 'x-goog-upload-command': 'upload' }
  t.is(pieceOf('h', target('/upload/v1beta/files?upload_id=1', google, 'POST'))?.start, 262_144)
  const first = pieceOf('h', target('/upload?upload_id=1', google))?.upload
  t.not(first, pieceOf('h', target('/upload?upload_id=2', google))?.upload)
  t.not(first, pieceOf('i', target('/upload?upload_id=1', google))?.upload)
  t.is(pieceOf('h', target('/files/1', { 'upload-offset': '7' }, 'PATCH'))?.start, 7)
  t.is(pieceOf('h', target('/files/1', { 'content-range': 'bytes 10-19/*' }))?.start, 10)
  t.deepEqual(
    pieceOf('h', target('/v1/uploads/upload_1/parts', {}, 'POST')),
    at(undefined, 'h /v1/uploads/upload_1/parts'),
  )
  t.is(pieceOf('h', target('/f?comp=block&blockid=a'))?.start, undefined)
  t.truthy(pieceOf('h', target('/f?comp=block&blockid=a')))
  for (const query of ['comp=appendblock', 'comp=page', 'Comp=Block', 'partNumber=2&uploadId=a']) {
    t.truthy(pieceOf('h', target(`/f?${query}`)), query)
  }
  t.is(pieceOf('h', target('/f?comp=metadata')), undefined)
  for (const headers of [{}, { 'content-range': 'bytes */10' }]) {
    t.is(pieceOf('h', target('/files/1', headers)), undefined)
  }
  t.is(pieceOf('h', target('/files/1', { 'upload-offset': '7' }, 'GET')), undefined)
})

test('the content of a piece is its body, or the file of its form', (t) => {
  const read = (body: string, headers: RequestTarget['headers']) =>
    [...contentsOf(bytes(body), target('/', headers)).values()][0]?.toString()
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  t.is(read('plain', {}), 'plain')
  for (const coding of ['gzip', 'aws-chunked', 'any']) t.is(read('plain', { 'content-encoding': coding }), 'plain')
  const field = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nno file\r\n'
  const file = '--b\r\nContent-Disposition: form-data; name="data"; filename="a"\r\n\r\nthe\r\nfile\r\n'
  t.is(read(`${field}${file}--b--\r\n`, form), 'the\r\nfile')
  t.is(read(`${file}${field}--b--\r\n`, form), 'the\r\nfile')
  t.is(read(file.replace('the\r\nfile\r\n', ''), form), '')
  t.is(read('--b\r\n\r\n--b', form), '')
  t.is(read(`${field}--b--\r\n`, form), 'no file', 'where a form has none, its fields are the content')
  for (const broken of ['', '--b', '--b filename']) t.is(read(broken, form), undefined, broken)
})

test('the files of a form are found in linear time, wherever the end of a head is', (t) => {
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  for (const body of [
    `${'\r\n--b'.repeat(1_000_000)}\r\n\r\n`,
    '\r\n--b'.repeat(1_000_000),
    '\r\n--b\r\n\r\n'.repeat(500_000),
  ]) {
    const started = performance.now()
    contentsOf(bytes(body), target('/v1/uploads/u/parts', form, 'POST'))
    t.true(performance.now() - started < 1000)
  }
})
