import test from 'ava'
import { createIsOwnName } from '../../../proxy/listen/own-names.ts'

const isOwnName = createIsOwnName(
  { proxyHost: 'proxy.corp.example', publicUrl: new URL('https://Weir.corp.example:8443/') },
  'Machine-7',
)

for (const host of [
  '127.0.0.1',
  '::1',
  '192.0.2.1',
  'localhost',
  'LOCALHOST.',
  'weir.proxy',
  'machine-7',
  'proxy.corp.example',
  'weir.corp.example',
]) {
  test(`${host} means the proxy`, (t) => t.true(isOwnName(host)))
}

for (const host of [
  'evil.example',
  'localhost.evil.example',
  'weir.proxy.evil.example',
  'corp.example',
  '',
  'a b',
  '-',
]) {
  test(`${JSON.stringify(host)} does not mean the proxy`, (t) => t.false(isOwnName(host)))
}
