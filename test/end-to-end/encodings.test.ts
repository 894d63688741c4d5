import zlib from 'node:zlib'
import test from 'ava'
import { curlJson, curlTest } from '../support/curl.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const URL = 'https://api.openai.com/v1/responses'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: ['api.openai.com'] })
  weir = await startWeir(scope, { upstreams: { 'api.openai.com': upstream } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  identity: (text) => Buffer.from(text),
  // Level 1 gives other bytes than the default, so that recompressing would show.
  gzip: (text) => zlib.gzipSync(text, { level: 1 }),
  'x-gzip': (text) => zlib.gzipSync(text),
  deflate: (text) => zlib.deflateSync(text, { level: 1 }),
  Br: (text) => zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }),
  zstd: (text) => zlib.zstdCompressSync(text),
  'gzip, br': (text) => zlib.brotliCompressSync(zlib.gzipSync(text)),
}

for (const [encoding, encode] of Object.entries(ENCODINGS)) {
  curlTest(`a ${encoding} body is read, and forwarded byte for byte`, async (t) => {
    const header = ['--header', `content-encoding: ${encoding}`]
    const blocked = await curlJson(weir, URL, encode(JSON.stringify({ input: `${encoding} ${IBAN}` })), header)
    t.is(blocked.headers.get('x-weir-action'), 'block')

    const text = `${encoding} is harmless`
    const body = encode(JSON.stringify({ input: text }))
    const passed = await curlJson(weir, URL, body, header)
    t.is(passed.status, 200)
    const [arrival, ...others] = upstream.arrivals.filter(({ headers }) => headers['content-encoding'] === encoding)
    t.deepEqual(arrival?.body, body)
    t.is(arrival?.headers['content-length'], String(body.length))
    t.deepEqual(others, [])
    const [record] = await weir.interactionsOf(text)
    t.deepEqual(record?.content_metadata.inspection, { status: 'full' })
    t.is(record?.content_metadata.body_bytes, body.length)
  })
}

curlTest('a raw deflate body, which some senders mean by deflate, is read as well', async (t) => {
  const body = zlib.deflateRawSync(JSON.stringify({ input: `raw ${IBAN}` }))
  const answer = await curlJson(weir, URL, body, ['--header', 'content-encoding: deflate'])
  t.is(answer.headers.get('x-weir-action'), 'block')
})

curlTest('a body in chunks arrives whole, with its length', async (t) => {
  const body = JSON.stringify({ input: `chunks ${'of text '.repeat(20_000)}` })
  const answer = await curlJson(weir, URL, body, ['--header', 'transfer-encoding: chunked'])
  t.is(answer.status, 200)
  const arrival = upstream.arrivals.find((arrival) => arrival.body.toString() === body)
  t.is(arrival?.headers['content-length'], String(body.length))
  t.is(arrival?.headers['transfer-encoding'], undefined)
})

curlTest('a body of megabytes is read to its end, and forwarded byte for byte', async (t) => {
  const text = `${'All work and no play makes Jack a dull boy. '.repeat(50_000)}the end`
  const body = JSON.stringify({ input: text })
  const passed = await curlJson(weir, URL, body)
  t.is(passed.status, 200)
  t.true(upstream.arrivals.some((arrival) => arrival.body.toString() === body))
  const [record] = await weir.interactionsOf(text)
  t.deepEqual(record?.content_metadata.inspection, { status: 'full' })
  const blocked = await curlJson(weir, URL, JSON.stringify({ input: `${text} ${IBAN}` }))
  t.is(blocked.headers.get('x-weir-action'), 'block')
})
