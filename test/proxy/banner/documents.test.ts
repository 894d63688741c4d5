import type { IncomingMessage, ServerResponse } from 'node:http'
import zlib from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { PAGE_SCRIPT } from '../../../proxy/banner/page-script.ts'
import { once } from '../../support/once.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { ask, begin, NAVIGATION, type Received } from './chat.ts'

const scope = fileScope()
const HOST = 'chatgpt.com'
const OTHERS = ['huggingface.co', 'api.openai.com']
const BEGINNING = '<!doctype html><html><head>'
const REST = `<meta charset="utf-8"><title>chat</title></head><body>${'What a page holds. '.repeat(2000)}</body></html>`
const PAGE = Buffer.from(BEGINNING + REST)
const HTML = { 'content-type': 'text/html; charset=utf-8' }
const NONCE = 'cGFnZQ=='
const LARGE = Buffer.from(BEGINNING + REST.repeat(120))

type Played = (response: ServerResponse, request: IncomingMessage) => void

function plays(headers: Readonly<Record<string, string>>, body: Uint8Array = PAGE, status = 200): Played {
  return (response) => void response.writeHead(status, { ...HTML, ...headers }).end(body)
}

let goOn = Promise.withResolvers<void>()
const PATHS: Readonly<Record<string, Played>> = {
  '/': plays({
    'content-security-policy': `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    etag: '"1"',
    'cache-control': 'max-age=600',
  }),
  '/hashes': plays({ 'content-security-policy': "script-src 'sha256-YWJj'; object-src 'none'" }),
  '/gzip': plays({ 'content-encoding': 'gzip' }, zlib.gzipSync(PAGE)),
  '/br': plays({ 'content-encoding': 'br' }, zlib.brotliCompressSync(PAGE)),
  '/zstd': plays({ 'content-encoding': 'zstd' }, zlib.zstdCompressSync(PAGE)),
  '/deflate': plays({ 'content-encoding': 'deflate' }, zlib.deflateSync(PAGE)),
  '/large': plays({ 'content-encoding': 'br' }, zlib.brotliCompressSync(LARGE)),
  '/broken': plays({ 'content-encoding': 'gzip' }, zlib.gzipSync(PAGE).fill(7, 30)),
  '/cut': (response) => {
    response.writeHead(200, HTML).write(PAGE.subarray(0, 900))
    setTimeout(() => response.destroy(), 50)
  },
  '/pieces': async (response) => {
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' })
    const encoder = zlib.createGzip()
    encoder.pipe(response)
    encoder.write(BEGINNING)
    encoder.flush()
    await goOn.promise
    encoder.end(REST)
  },
  // What is passed on as it came.
  '/forbidden': plays({ 'content-security-policy': "script-src 'none'" }),
  '/wide': plays({ 'content-type': 'text/html; charset=utf-16le' }, Buffer.from(PAGE.toString(), 'utf16le')),
  '/dictionary': plays({ 'content-encoding': 'dcb' }, Buffer.from('bytes of a coding that is not known')),
  '/headless': plays({}, Buffer.from(`<!--${'x'.repeat(70_000)}--><html>`)),
  '/download': plays({ 'content-disposition': 'attachment; filename="chat.html"' }),
  '/json': plays({ 'content-type': 'application/json' }, Buffer.from('{"html":"<html><head>"}')),
  '/final': plays({ 'cache-control': 'private, No-Transform' }),
  '/missing': plays({}, PAGE, 404),
  '/part': plays({ 'content-range': 'bytes 0-9/100' }, PAGE.subarray(0, 10), 206),
}

let upstream: FakeUpstream
let weir: Weir
test.before(async () => {
  upstream = await startUpstream(scope, {
    hosts: [HOST, ...OTHERS],
    answer: (request, response) => (PATHS[request.url ?? ''] ?? plays({}))(response, request),
  })
  weir = await startWeir(scope, { upstreams: Object.fromEntries([HOST, ...OTHERS].map((host) => [host, upstream])) })
})

function open(
  t: ExecutionContext,
  path: string,
  headers: Readonly<Record<string, string>> = NAVIGATION,
): Promise<Received> {
  return ask(t, weir, `https://${HOST}${path}`, { headers })
}

function decoded({ headers, body }: Received): string {
  return (headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(body) : body).toString()
}

function withScript(nonce: string, rest = REST): string {
  return `${BEGINNING}<script nonce="${nonce}">${PAGE_SCRIPT}</script>${rest}`
}

test('a page gets the script with its own nonce, and its policy stays', async (t) => {
  const page = await open(t, '/')
  t.is(decoded(page), withScript(NONCE))
  t.is(page.headers['content-security-policy'], `script-src 'nonce-${NONCE}' 'strict-dynamic'`)
  t.is(page.headers['cache-control'], 'no-store')
  t.is(page.headers.etag, undefined)
  t.regex(String(page.headers['set-cookie']), /^__Host-weir-banner=[\w-]{22}; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
})

test('a page whose policy names hashes gets a nonce that holds for this answer', async (t) => {
  const [one, other] = [await open(t, '/hashes'), await open(t, '/hashes')]
  const policy = /^script-src 'sha256-YWJj' 'nonce-([\w+/]{22}==)'; object-src 'none'$/
  const nonce = policy.exec(String(one.headers['content-security-policy']))?.[1] ?? ''
  t.is(decoded(one), withScript(nonce))
  t.not(policy.exec(String(other.headers['content-security-policy']))?.[1], nonce)
})

for (const coding of ['gzip', 'br', 'zstd', 'deflate']) {
  test(`a page in ${coding} gets the script, and is compressed again`, async (t) => {
    const page = await open(t, `/${coding}`)
    t.is(page.headers['content-encoding'], 'gzip')
    t.regex(decoded(page), /<head><script nonce="[\w+/]{22}==">/)
    t.is(decoded(page).replace(/<script.*<\/script>/s, ''), PAGE.toString())
  })
}

test('a browser that takes no gzip gets the page uncompressed', async (t) => {
  const page = await open(t, '/br', { ...NAVIGATION, 'accept-encoding': 'br' })
  t.is(page.headers['content-encoding'], undefined)
  t.is(page.body.toString().replace(/<script.*<\/script>/s, ''), PAGE.toString())
})

test('a large page comes whole to a browser that reads it slowly', async (t) => {
  const response = await begin(t, weir, `https://${HOST}/large`, {
    headers: { ...NAVIGATION, 'accept-encoding': 'br' },
  })
  response.pause()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  t.true(
    Buffer.concat(pieces)
      .toString()
      .replace(/<script.*?<\/script>/s, '') === LARGE.toString(),
  )
})

test('the beginning of a page does not wait for the rest', async (t) => {
  goOn = Promise.withResolvers()
  const response = await begin(t, weir, `https://${HOST}/pieces`, { headers: NAVIGATION })
  const decoder = zlib.createGunzip()
  response.pipe(decoder)
  const [first] = (await once(decoder, 'data')) as [Buffer]
  t.true(first.toString().startsWith('<!doctype html><html><head><script nonce="'))
  goOn.resolve()
  let rest = ''
  for await (const piece of decoder) rest += piece
  t.true((first + rest).endsWith('</body></html>'))
})

for (const path of ['/broken', '/cut']) {
  test(`a page that breaks off is cut off: ${path}`, async (t) => {
    await t.throwsAsync(open(t, path))
  })
}

const UNTOUCHED = [
  '/forbidden',
  '/wide',
  '/dictionary',
  '/headless',
  '/download',
  '/json',
  '/final',
  '/missing',
  '/part',
]
for (const path of UNTOUCHED) {
  test(`it is passed on as it came: ${path}`, async (t) => {
    const seen = await open(t, path)
    const plain = await open(t, path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    t.deepEqual(seen.body, plain.body)
    t.is(seen.headers['content-security-policy'], plain.headers['content-security-policy'])
    t.is(seen.headers['content-encoding'], plain.headers['content-encoding'])
    t.is(seen.headers['cache-control'], path === '/headless' ? 'no-store' : plain.headers['cache-control'])
  })
}

for (const [what, headers] of [
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a script’s own request', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
  ['a service worker', { 'sec-fetch-dest': 'serviceworker', 'sec-fetch-mode': 'same-origin' }],
  ['an object', { 'sec-fetch-dest': 'object' }],
] as const) {
  test(`a page for ${what} is passed on as it came`, async (t) => {
    const page = await open(t, '/', { ...NAVIGATION, ...headers })
    t.deepEqual(page.body, PAGE)
    t.is(page.headers.etag, '"1"')
    t.is(page.headers['set-cookie'], undefined)
  })
}

test('pages of other services, and beside a chat on a shared host, are passed on as they came', async (t) => {
  for (const url of ['https://api.openai.com/page', 'https://huggingface.co/models']) {
    t.deepEqual((await ask(t, weir, url, { headers: NAVIGATION })).body, PAGE, url)
  }
  t.regex(
    (await ask(t, weir, 'https://huggingface.co/chat', { headers: NAVIGATION })).body.toString(),
    /<script nonce=/,
  )
})

test('a page is asked for whole, in a coding that can be read', async (t) => {
  const headers = { ...NAVIGATION, 'if-none-match': '"1"', 'available-dictionary': ':YWJj:', 'accept-language': 'fr' }
  await open(t, '/whole', headers)
  const arrived = upstream.arrivals.find(({ url }) => url === '/whole')?.headers
  t.is(arrived?.['if-none-match'], undefined)
  t.is(arrived?.['available-dictionary'], undefined)
  t.is(arrived?.['accept-language'], 'fr')
})

test.after('each page without a banner is counted with its reason', async (t) => {
  for (const outcome of ['added', 'content_policy', 'encoding', 'charset', 'no_transform', 'no_place'])
    t.true((await weir.metric('weir_proxy_banner_documents_total', { outcome })) > 0, outcome)
})

test('the script holds nothing that ends it', (t) => {
  t.notRegex(PAGE_SCRIPT, /<\/script|<!--|innerHTML|\beval\b/i)
  t.true(Buffer.byteLength(PAGE_SCRIPT) < 9000)
})
