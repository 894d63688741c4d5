import test from 'ava'
import { addressBlock, addressNetwork, clientAddress, matchAddresses } from '../../../core/network/address-list.ts'

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

const BLOCKS: [string, string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
]

for (const [address, block] of BLOCKS) {
  test(`${address} is counted as ${block}`, (t) => t.is(addressBlock(address), block))
}

test('an address is in the network of its /24 or its /48', (t) => {
  t.is(addressNetwork('192.0.2.1'), addressNetwork('::ffff:192.0.2.255'))
  t.not(addressNetwork('192.0.2.1'), addressNetwork('192.0.3.1'))
  t.is(addressNetwork('2001:db8:1:2::1'), addressNetwork('2001:DB8:1:ffff::2'))
  t.not(addressNetwork('2001:db8:1::1'), addressNetwork('2001:db8:2::1'))
  t.not(addressNetwork('0.0.1.1'), addressNetwork('::1'))
  t.is(addressNetwork('not an address'), 'not an address')
})

test('an address is in a list however it is written', (t) => {
  t.true(isTrusted('10.255.0.1'))
  t.true(isTrusted('::ffff:10.0.0.1'))
  t.true(isTrusted('0:0:0:0:0:0:0:1'))
  for (const other of ['11.0.0.1', '::2', '', 'localhost', '010.0.0.1', '10.0.0.1.']) t.false(isTrusted(other), other)
})
