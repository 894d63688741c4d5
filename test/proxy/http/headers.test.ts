import test from 'ava'
import { forwardableRequestHeaders, forwardableResponseHeaders } from '../../../proxy/http/headers.ts'

test('end-to-end headers keep their order, spelling and repetition', (t) => {
  const raw = ['Host', 'a', 'X-One', '1', 'cookie', 'a=b', 'X-One', '2', 'Accept-Encoding', 'br']
  t.deepEqual(forwardableRequestHeaders(raw), raw)
})

test('headers of this hop, and those that Connection names, stay here', (t) => {
  const raw = [
    'Connection',
    'keep-alive, X-Secret-Hop',
    'X-Secret-Hop',
    '1',
    'Keep-Alive',
    'timeout=5',
    'Proxy-Authorization',
    'Basic abc',
    'Proxy-Connection',
    'keep-alive',
    'TE',
    'trailers',
    'Transfer-Encoding',
    'chunked',
    'Content-Length',
    '5',
    'Expect',
    '100-continue',
    'Upgrade',
    'h2c',
    'Host',
    'a',
  ]
  t.deepEqual(forwardableRequestHeaders(raw), ['Host', 'a'])
})

test('an answer loses what would lead a browser past the proxy, and keeps its length and cookies', (t) => {
  const raw = [
    'Alt-Svc',
    'h3=":443"',
    'Set-Cookie',
    'a',
    'Set-Cookie',
    'b',
    'Content-Length',
    '3',
    'Transfer-Encoding',
    'chunked',
  ]
  t.deepEqual(forwardableResponseHeaders(raw), ['Set-Cookie', 'a', 'Set-Cookie', 'b', 'Content-Length', '3'])
})
