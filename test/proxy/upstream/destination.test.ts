import test from 'ava'
import { DestinationError } from '../../../proxy/errors.ts'
import { DestinationGuard } from '../../../proxy/upstream/destination.ts'

const NO_OWN_PORTS = new Set<number>()

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '64:ff9b:1::10.0.0.1',
  '2001:0:7f00:1::1',
  '2001:0:808:808:0:0:80ff:fffe',
  '2a00:1450::5efe:192.168.0.1',
  // Azure's WireServer, which tells a machine its secrets at a public address.
  '168.63.129.16',
  '::ffff:168.63.129.16',
]

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '64:ff9b::8.8.8.8',
  '2002:808:808::',
  // Dead ends of the network, which it tells of itself.
  '203.0.113.1',
  '2001:db8::1',
]

const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
]

for (const address of PRIVATE) {
  test(`${address} is refused where no setting allows it`, (t) => {
    const guard = new DestinationGuard([], NO_OWN_PORTS)
    t.throws(() => guard.checkAddress(address, 443), { instanceOf: DestinationError, code: 'ERR_DESTINATION_REFUSED' })
  })
}

for (const address of PUBLIC) {
  test(`${address} is reachable`, (t) => {
    t.notThrows(() => new DestinationGuard([], NO_OWN_PORTS).checkAddress(address, 443))
  })
}

for (const address of METADATA) {
  test(`${address} hands out credentials and is refused whatever the settings allow`, (t) => {
    const guard = new DestinationGuard(['0.0.0.0/0', '::/0'], NO_OWN_PORTS)
    t.throws(() => guard.checkAddress(address, 80), { instanceOf: DestinationError, message: /metadata/ })
  })
}

test('a service of the cloud platform is refused by its name, and can be allowed', (t) => {
  const message = /^168\.63\.129\.16 is a service of the cloud platform\. Whoever runs Weir allows it/
  t.throws(() => new DestinationGuard([], NO_OWN_PORTS).checkAddress('168.63.129.16', 80), { message })
  t.notThrows(() => new DestinationGuard(['168.63.129.16/32'], NO_OWN_PORTS).checkAddress('168.63.129.16', 80))
})

test('an allowed range is reachable, its neighbours are not', (t) => {
  const guard = new DestinationGuard(['10.1.0.0/16', '::1/128'], NO_OWN_PORTS)
  t.notThrows(() => guard.checkAddress('10.1.255.1', 443))
  t.notThrows(() => guard.checkAddress('::1', 443))
  t.notThrows(() => guard.checkAddress('::ffff:10.1.0.1', 443))
  t.throws(() => guard.checkAddress('10.2.0.1', 443))
  t.throws(() => guard.checkAddress('127.0.0.1', 443))
})

test("Weir's own ports are refused even where loopback is allowed", (t) => {
  const guard = new DestinationGuard(['127.0.0.0/8', '::1/128'], new Set([8080, 8443]))
  t.throws(() => guard.checkAddress('127.0.0.1', 8443), { message: /Weir's own/ })
  t.throws(() => guard.checkAddress('::1', 8080), { message: /Weir's own/ })
  t.notThrows(() => guard.checkAddress('127.0.0.1', 3000))
})

test('the name of a metadata service is refused before it is resolved', (t) => {
  t.throws(() => new DestinationGuard([], NO_OWN_PORTS).checkName('metadata.google.internal'), {
    instanceOf: DestinationError,
  })
  t.notThrows(() => new DestinationGuard([], NO_OWN_PORTS).checkName('example.com'))
})
