import test from 'ava'
import { CertificateError } from '../../../certs/errors.ts'
import { normalizeHostName } from '../../../certs/host-name.ts'
import { formatAuthority, readHostName } from '../../../core/network/host-name.ts'

const VALID: readonly [given: string, kind: 'dns' | 'ip', name: string][] = [
  ['api.openai.com', 'dns', 'api.openai.com'],
  ['API.OpenAI.com', 'dns', 'api.openai.com'],
  ['api.openai.com.', 'dns', 'api.openai.com'],
  ['localhost', 'dns', 'localhost'],
  ['bücher.example', 'dns', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'dns', 'xn--bcher-kva.example'],
  ['my_host.example', 'dns', 'my_host.example'],
  ['127.0.0.1', 'ip', '127.0.0.1'],
  ['::1', 'ip', '::1'],
  ['[::1]', 'ip', '::1'],
  ['2001:DB8:0:0:0:0:0:1', 'ip', '2001:db8::1'],
  ['::ffff:192.0.2.1', 'ip', '::ffff:c000:201'],
  ['0x7f000001', 'ip', '127.0.0.1'],
  ['2130706433', 'ip', '127.0.0.1'],
  ['127.1', 'ip', '127.0.0.1'],
  ['[::FFFF:127.0.0.1]', 'ip', '::ffff:7f00:1'],
  [`${'a'.repeat(63)}.example`, 'dns', `${'a'.repeat(63)}.example`],
]

for (const [given, kind, name] of VALID) {
  test(`${given.slice(0, 40)} is spelt ${name.slice(0, 40)}`, (t) => {
    t.deepEqual(readHostName(given), { kind, name })
  })
}

const INVALID = [
  '',
  '.',
  'a..b',
  '.example',
  'a b.example',
  'a\0b.example',
  'a\nb.example',
  'a/b',
  'a\\b',
  '*.example.com',
  'user@example.com',
  'example.com:443',
  'ex%61mple.com',
  'fe80::1%eth0',
  '[::1',
  'a,b',
  '"quoted".example',
  `${'a'.repeat(64)}.example`,
  Array(64).fill('abc').join('.'),
  'x'.repeat(100_000),
  '999.1.1.1',
  '[api.openai.com]',
  '[127.0.0.1]',
  '1:2',
]

for (const given of INVALID) {
  test(`${JSON.stringify(given.slice(0, 40))} (${given.length}) is no host name, and nothing a certificate could name`, (t) => {
    t.is(readHostName(given), undefined)
    const error = t.throws(() => normalizeHostName(given), { instanceOf: CertificateError, code: 'ERR_HOST_NAME' })
    t.true((error?.message.length ?? 0) < 250)
  })
}

test('a name of 253 characters is the longest', (t) => {
  const longest = `${'a'.repeat(61)}.${Array(3).fill('b'.repeat(63)).join('.')}`
  t.is(longest.length, 253)
  t.is(normalizeHostName(longest).name, longest)
  t.throws(() => normalizeHostName(`a${longest}`), { code: 'ERR_HOST_NAME' })
})

test('an IPv6 address stands in brackets before a port', (t) => {
  t.is(formatAuthority('::1', 443), '[::1]:443')
  t.is(formatAuthority('a.example', 80), 'a.example:80')
})
