import test from 'ava'
import { clientAddress } from '../../api/http/client-address.ts'
import { matchAddresses } from '../../config/addresses.ts'

const isTrusted = matchAddresses(['10.0.0.0/8', '::1/128'])

const CASES: [string, string | undefined, string][] = [
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['::ffff:10.0.0.1', ' ::ffff:198.51.100.7 ', '198.51.100.7'],
  ['::1', '2001:db8::1', '2001:db8::1'],
  ['10.0.0.1', '203.0.113.5, 198.51.100.7', '198.51.100.7'],
  ['10.0.0.1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.7, not an address', '10.0.0.1'],
  ['10.0.0.1', ',,', '10.0.0.1'],
]

for (const [peer, forwardedFor, expected] of CASES) {
  test(`a request from ${peer} with X-Forwarded-For ${forwardedFor ?? 'absent'} comes from ${expected}`, (t) => {
    t.is(clientAddress(peer, forwardedFor, isTrusted), expected)
  })
}
