import test from 'ava'
import { request } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOSTS = ['api.openai.com', 'generativelanguage.googleapis.com', 'files.oaiusercontent.com']
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, {
    hosts: HOSTS,
    answer: ({ url = '', method }, response) => {
      if (method === 'POST' && url.startsWith('/begin/'))
        response.writeHead(201, { location: url.replace('/begin/', './kept/') })
      response.end('{"ok":true}')
    },
  })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])) })
  await weir.createPolicy(policyOn('CREDIT_CARD', 'block'))
})

interface Sent {
  readonly url: string
  readonly method?: 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function send({ url, method, headers, body }: Sent): Promise<number> {
  const answer = await request(url, { dispatcher: throughProxy(scope, weir), method: method ?? 'POST', headers, body })
  await answer.body.dump()
  return answer.statusCode
}

const FIRST = `${'Nothing to see in this line of the file. '.repeat(40)}The card is 4539 1488`
const SECOND = ` 0343 6467. ${'Nor is there anything to see in this line. '.repeat(40)}`
const google = 'https://generativelanguage.googleapis.com/upload/v1beta/files?upload_protocol=resumable&upload_id'
const storage = 'https://files.oaiusercontent.com'

type Ways = Readonly<Record<string, (file: string, start: number, body: string) => Sent>>
const WAYS: Ways = {
  'Google’s resumable upload': (file, start, body) => ({
    url: `${google}=${file}`,
    headers: {
      'x-goog-upload-command': start === 0 ? 'upload' : 'upload, finalize',
      'x-goog-upload-offset': `${start}`,
    },
    body,
  }),
  'Content-Range': (file, start, body) => ({
    url: `${storage}/${file}`,
    method: 'PUT',
    headers: { 'content-range': `bytes ${start}-${start + body.length - 1}/${FIRST.length + SECOND.length}` },
    body,
  }),
  tus: (file, start, body) => ({
    url: `https://generativelanguage.googleapis.com/upload/v1beta/files/${file}?upload_id=${start}`,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${start}` },
    body,
  }),
  'blocks of Azure’s storage': (file, start, body) => ({
    url: `${storage}/${file}?comp=block&blockid=${start}`,
    method: 'PUT',
    headers: {},
    body,
  }),
  'parts of OpenAI’s uploads': (file, _start, body) => ({
    url: `https://api.openai.com/v1/uploads/upload_${file}/parts`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\nContent-Disposition: form-data; name="data"; filename="part"\r\n\r\n${body}\r\n--b--\r\n`,
  }),
}

for (const [index, [way, piece]] of Object.entries(WAYS).entries()) {
  test(`a number that is cut between two pieces of a file is found (${way})`, async (t) => {
    t.is(await send(piece(`f${index}`, 0, FIRST)), 200)
    t.is(await send(piece(`other${index}`, FIRST.length, SECOND)), 200, 'a piece of another file')
    const blocked = await send(piece(`f${index}`, FIRST.length, SECOND))
    t.true(blocked >= 400 && blocked < 500, `${blocked}`)
    t.is(await send(piece(`whole${index}`, 0, 'Good day')), 200)
  })
}

for (const [name, begins] of Object.entries({
  tus: { 'tus-resumable': '1.0.0', 'upload-length': `${FIRST.length + SECOND.length}` },
  'tus without its length': { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
  'a draft of the IETF': { 'upload-complete': '?0' },
})) {
  test(`a number is found that is cut behind what came with the beginning of an upload (${name})`, async (t) => {
    const begin = (file: string, body: string): Sent => ({
      url: `${storage}/begin/${file}`,
      headers: { 'content-type': 'application/offset+octet-stream', ...begins },
      body,
    })
    const rest = (file: string): Sent => ({
      url: `${storage}/begin/kept/${file}`,
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${FIRST.length}` },
      body: SECOND,
    })
    const file = name.replaceAll(/\W/g, '')
    t.is(await send(begin(file, FIRST)), 201)
    t.is(await send(begin(`${file}2`, 'x'.repeat(FIRST.length))), 201, 'another that is as long')
    t.is(await send(rest(`${file}2`)), 200)
    const blocked = await send(rest(file))
    t.true(blocked >= 400 && blocked < 500, `${blocked}`)
  })
}

for (const way of ['blocks of Azure’s storage', 'parts of OpenAI’s uploads']) {
  test(`it is found as well where the second half comes first (${way})`, async (t) => {
    const piece = (start: number, body: string) => WAYS[way]?.('turned', start, body) as Sent
    t.is(await send(piece(FIRST.length, SECOND)), 200)
    t.is(await send(piece(9000, 'A piece between them that has nothing. '.repeat(40))), 200)
    const blocked = await send(piece(0, FIRST))
    t.true(blocked >= 400 && blocked < 500, `${blocked}`)
  })
}

test('the pieces that come through are the bytes that were sent', async (t) => {
  const piece = (start: number, body: string) => WAYS['Content-Range']?.('exact', start, body) as Sent
  t.is(await send(piece(0, FIRST)), 200)
  t.is(await send(piece(FIRST.length, 'é, and so on')), 200)
  const arrived = upstream.arrivals.filter(({ url }) => url === '/exact').map(({ body }) => body.toString())
  t.deepEqual(arrived, [FIRST, 'é, and so on'])
})
