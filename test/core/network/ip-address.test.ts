import { isIP } from 'node:net'
import test from 'ava'
import fc from 'fast-check'
import { isWithin, parseCidr, parseIp } from '../../../core/network/ip-address.ts'

const within = (address: string, cidr: string): boolean => {
  const [parsed, range] = [parseIp(address), parseCidr(cidr)]
  if (parsed === undefined || range === undefined) throw new Error(`${address} or ${cidr} cannot be read`)
  return isWithin(parsed, range)
}

test('every spelling of an IPv6 address is the same number', (t) => {
  for (const text of ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8::0.0.0.1', '2001:db8::1%eth0']) {
    t.deepEqual(parseIp(text), { family: 6, value: 0x20010db8_00000000_00000000_00000001n }, text)
  }
  t.deepEqual(parseIp('::'), { family: 6, value: 0n })
  t.deepEqual(parseIp('1::'), { family: 6, value: 1n << 112n })
})

for (const text of [
  '',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '0x7f.0.0.1',
  '1.2.3.4 ',
  '-1.2.3.4',
  ':',
  ':::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4::5:6:7:8',
  '1::2::3',
  '12345::',
  '::g',
  '1.2.3.4::',
  '::1.2.3.4:5',
  '::1.2.3',
  '[::1]',
]) {
  test(`${JSON.stringify(text)} is no address`, (t) => {
    t.is(parseIp(text), undefined)
  })
}

test('what is an address agrees with Node, for any arrangement of its characters', (t) => {
  const soup = fc.stringMatching(/^[0-9a-f:.]{0,20}$/)
  fc.assert(fc.property(fc.oneof(soup, fc.ipV4(), fc.ipV6()), (text) => (parseIp(text)?.family ?? 0) === isIP(text)))
  t.pass()
})

test('a range holds its first and its last address and no neighbour', (t) => {
  t.true(within('172.16.0.0', '172.16.0.0/12'))
  t.true(within('172.31.255.255', '172.16.0.0/12'))
  t.false(within('172.32.0.0', '172.16.0.0/12'))
  t.false(within('172.15.255.255', '172.16.0.0/12'))
  t.true(within('fe80::1', 'fe80::/10'))
  t.true(within('febf:ffff::', 'fe80::/10'))
  t.false(within('fec0::', 'fe80::/10'))
  t.true(within('255.1.2.3', '0.0.0.0/0'))
  t.false(within('::1', '0.0.0.0/0'))
  t.true(within('::1', '::1/128'))
})

for (const text of ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', 'x/8']) {
  test(`${text} is no range`, (t) => {
    t.is(parseCidr(text), undefined)
  })
}
