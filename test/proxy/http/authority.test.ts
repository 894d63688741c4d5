import test from 'ava'
import { RequestError } from '../../../proxy/errors.ts'
import { formatAuthority, parseAuthority, parseHost } from '../../../proxy/http/authority.ts'

test('a CONNECT target is a host and a port', (t) => {
  t.deepEqual(parseAuthority('api.openai.com:443'), { host: 'api.openai.com', port: 443 })
  t.deepEqual(parseAuthority('[::1]:8443'), { host: '::1', port: 8443 })
  t.deepEqual(parseAuthority('API.OpenAI.com.:443'), { host: 'api.openai.com', port: 443 })
})

for (const authority of [
  '',
  'api.openai.com',
  'api.openai.com:',
  'api.openai.com:0',
  'api.openai.com:65536',
  'api.openai.com:443/path',
  'user@api.openai.com:443',
  'http://api.openai.com:443',
  ':443',
  '::1:443',
  'a b:443',
  'api.openai.com:443:443',
  '[::1:443',
  '[api.openai.com]:443',
]) {
  test(`${JSON.stringify(authority)} is no CONNECT target`, (t) => {
    t.throws(() => parseAuthority(authority), { instanceOf: RequestError })
  })
}

test('a Host header may leave out the port', (t) => {
  t.deepEqual(parseHost('api.openai.com', 443), { host: 'api.openai.com', port: 443 })
  t.deepEqual(parseHost('api.openai.com:8443', 443), { host: 'api.openai.com', port: 8443 })
  t.throws(() => parseHost('a/b', 443), { instanceOf: RequestError })
})

test('an authority is written with brackets around IPv6, and without the default port', (t) => {
  t.is(formatAuthority({ host: '::1', port: 80 }, 80), '[::1]')
  t.is(formatAuthority({ host: '::1', port: 81 }, 80), '[::1]:81')
  t.is(formatAuthority({ host: 'a.example', port: 443 }, 443), 'a.example')
})
