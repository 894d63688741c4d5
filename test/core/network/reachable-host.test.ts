import test from 'ava'
import { reachableHost } from '../../../core/network/address-list.ts'
import { formatHost } from '../../../core/network/host-name.ts'

test('what listens on every address is reached on loopback, anything else where it listens', (t) => {
  for (const host of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::0', '::ffff:0.0.0.0'])
    t.is(reachableHost(host), '127.0.0.1')
  for (const host of ['10.0.0.5', '::1', 'localhost', 'fd00::', '127.0.0.2']) t.is(reachableHost(host), host)
  t.is(formatHost('::1'), '[::1]')
  t.is(formatHost('weir.example'), 'weir.example')
})
