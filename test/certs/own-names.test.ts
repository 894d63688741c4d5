import type { NetworkInterfaceInfo } from 'node:os'
import test from 'ava'
import { ownNames } from '../../certs/own-names.ts'

function at(address: string, internal = false): NetworkInterfaceInfo {
  return { address, internal, mac: '', cidr: null, netmask: '', family: 'IPv4' }
}

const HOSTS = `
127.0.0.1 localhost ads.example tracker.example
127.0.1.1 weir.corp.example weir   # as Debian's installer writes it
10.0.0.5  gateway.corp.example
192.0.2.9 elsewhere.example
# 10.0.0.5 commented.example
nonsense
`

test('a machine goes by its host name, the addresses of its interfaces, and the names of these in /etc/hosts', (t) => {
  const names = ownNames({
    hostname: () => 'weir',
    interfaces: () => ({ lo: [at('127.0.0.1', true)], eth0: [at('10.0.0.5'), at('fd00::5'), at('fe80::1')] }),
    hostsFile: () => HOSTS,
  })
  t.deepEqual([...new Set(names)].sort(), ['10.0.0.5', 'fd00::5', 'gateway.corp.example', 'weir', 'weir.corp.example'])
})

test('a machine with a thousand interfaces and names still has a certificate of a bearable size', (t) => {
  const many = Array.from({ length: 1000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
  const names = ownNames({
    hostname: () => 'weir',
    interfaces: () => ({ eth0: many.map((address) => at(address)) }),
    hostsFile: () => many.map((address, n) => `${address} name-${n}`).join('\n'),
  })
  t.true(names.length <= 100, `${names.length}`)
})

test('this very machine can be asked', (t) => {
  t.true(ownNames().length > 0)
})
