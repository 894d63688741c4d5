import test from 'ava'
import { normalisePath, pathReadings } from '../../../proxy/platforms/path.ts'
import { readRequest } from '../../support/read-request.ts'

const SAME: readonly string[] = [
  '/v1/%65mbeddings',
  '/%76%31/embedding%73',
  '//v1/embeddings',
  '/v1//embeddings',
  '/v1/embeddings/',
  '/v1/embeddings//',
  '/v1/./embeddings',
  '/v1/x/../embeddings',
  '/../v1/embeddings',
  '/v1/%2e/embeddings',
  '/v1/x/%2E%2e/embeddings',
  '/v1/embeddings;v=1',
]

for (const path of SAME) {
  test(`${path} is /v1/embeddings, and its token arrays are seen`, (t) => {
    t.is(normalisePath(path), '/v1/embeddings')
  })
}

test('token arrays are recognised whatever the path is', (t) => {
  for (const path of ['/v1/embeddings', '/V1/Embeddings', '/v1/%65mbeddings', '/v9/unknown', '/v1/chat/completions']) {
    for (const body of [
      { input: [15339, 1917] },
      { input: [[15339], [1917]] },
      { input: ['text', [15339]] },
      { deep: { prompt: [1, 2, 3] } },
      [{ token_ids: [5] }],
      { messages: [{ role: 'user', content: [15339, 1917] }] },
    ]) {
      const url = `https://api.openai.com${path}`
      const isContent = JSON.stringify(body).includes('content')
      if (isContent && path !== '/v1/chat/completions') continue
      t.deepEqual(readRequest(url, body).prompt.unread, ['token_array'], `${path} ${JSON.stringify(body)}`)
    }
  }
})

test('numbers that are no tokens are none', (t) => {
  for (const body of [
    { input: 'text', dimensions: 5 },
    { input: ['a', 'b'] },
    { vector: [1, 2] },
    { input: [0.5, -1] },
  ]) {
    t.deepEqual(readRequest('https://api.openai.com/v1/embeddings', body).prompt.unread, [])
  }
})

test('case of a path does not lead around its operation', (t) => {
  t.is(readRequest('https://api.openai.com/V1/Chat/Completions', { messages: [] }).operation, 'chat_completions')
  const gemini = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3%3AgenerateContent'
  t.is(readRequest(gemini, { contents: [] }).operation, 'generate_content')
})

test('an ordinary path stays as it is', (t) => {
  for (const path of ['/', '/v1/files/file-1/content', '/a%2Fb', '/a%20b', '/.well-known']) {
    t.is(normalisePath(path), path)
  }
})

test('whatever a server undoes, its path is one of the readings', (t) => {
  for (const path of [
    '/v1/%2565mbeddings',
    '/v1/%252565mbeddings',
    '/v1/%u0065mbeddings',
    '/v1/%25u0065mbeddings',
    '/v1/%%36%35mbeddings',
    '/v1%252Fembeddings',
    '/v1%25252Fembeddings',
    '/v1/%c1%a5mbeddings',
    '/v1%c0%afembeddings',
    '/v1/embeddings%3Bv=1',
    '/v1/embeddings%253Bv=1',
    '/v1/embeddings%20',
    '/v1/%09embeddings%00/',
    '/v1/embeddings%3Fx=1',
    '/v1/embeddings%23x',
    '/v1/x/%252e%252e/embeddings',
    '/v1/x/..%3Bv/embeddings',
    '/;v/v1/embeddings',
    '/v1;a=b/embeddings',
  ]) {
    t.true(pathReadings(path).includes('/v1/embeddings'), `${path}: ${pathReadings(path).join(' ')}`)
  }
  const started = performance.now()
  for (const piece of ['%25', '%2', '%u00', '/%20', ' ', '%c0%af', ';', '%3f']) {
    t.true(pathReadings(`/${piece.repeat(20_000)}x`).length <= 16, piece)
  }
  t.true(performance.now() - started < 1000, 'in linear time')
})

test('an escaped slash or backslash does not lead around an operation, and stays a part of a name', (t) => {
  for (const path of [
    '/v1%2Fembeddings',
    '/v1%2fembeddings',
    '/v1%5Cembeddings',
    '/v1/x%2F..%2fembeddings',
    '/v1\\embeddings',
  ]) {
    t.true(pathReadings(path).includes('/v1/embeddings'), path)
  }
  for (const path of ['/v1%2Fembeddings', '/v1/x%2F..%2Fembeddings', '/v1%5Cembeddings']) {
    t.is(readRequest(`https://api.openai.com${path}`, { input: 'text' }).operation, 'embeddings', path)
  }
  const gemini = 'https://generativelanguage.googleapis.com/v1beta/models/tuned%2Fmine:generateContent'
  t.is(readRequest(gemini, { contents: [] }).operation, 'generate_content')
})
