import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import test from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { LeafContexts } from '../../certs/contexts.ts'
import { normalizeHostName } from '../../certs/host-name.ts'
import { permits } from '../../certs/name-constraints.ts'
import { permitsServer } from '../../certs/server-certificate.ts'
import { caOptions } from '../../config/ca-options.ts'
import { loadSettings } from '../../config/settings.ts'
import { AI_SERVICES } from '../../core/catalogue/ai-services.ts'
import { openssl } from '../support/certificate-files.ts'
import { once } from '../support/once.ts'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'

const now = () => new Date()

test('a CA with name constraints signs for these names; what it signs for others is refused by clients', async (t) => {
  const authority = openAuthority(temporaryFolder(t), now, {
    permitted: ['allowed.example', '203.0.113.0/24', '2001:db8::1'],
  })
  const contexts = new LeafContexts(authority, { now })
  const server = createServer({ SNICallback: (name, callback) => callback(null, contexts.contextFor(name)) })
  server.on('tlsClientError', () => {}).on('secureConnection', (socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const reach = async (servername: string) => {
    const socket = connect({ port, host: '127.0.0.1', servername, ca: authority.certificatePem })
    try {
      await once(socket, 'secureConnect')
      return 'reached'
    } catch (error) {
      return (error as Error).message
    } finally {
      socket.destroy()
    }
  }
  for (const [name, isPermitted] of [
    ['allowed.example', true],
    ['deep.below.allowed.example', true],
    ['notallowed.example', false],
    ['example', false],
  ] as const) {
    t.is(await reach(name), isPermitted ? 'reached' : 'permitted subtree violation', name)
    t.is(authority.permits(normalizeHostName(name)), isPermitted, name)
  }
  for (const [address, isPermitted] of [
    ['203.0.113.7', true],
    ['203.0.114.7', false],
    ['2001:db8::1', true],
    ['2001:db8::2', false],
    ['10.1.2.3', true],
    ['::1', true],
  ] as const) {
    t.is(authority.permits(normalizeHostName(address)), isPermitted, address)
  }
})

testWith(test, 'openssl')('the setting takes the catalogue, hosts and this installation’s own names', (t) => {
  const env = {
    WEIR_CA_NAME_CONSTRAINTS: 'catalogue,*.corp.example,10.9.0.0/16',
    WEIR_INTERCEPT_HOSTS: '*.chat.test,api.corp.example',
    WEIR_PUBLIC_URL: 'https://weir.company.example',
  }
  const folder = temporaryFolder(t)
  const authority = openAuthority(folder, now, caOptions(loadSettings(env, folder)))
  const may = (name: string) => authority.permits(normalizeHostName(name))
  for (const { hosts } of AI_SERVICES) {
    for (const host of hosts) t.true(may(host.replaceAll('*', 'x')), host)
  }
  for (const host of ['a.chat.test', 'api.corp.example', 'corp.example', 'localhost', '127.0.0.1'])
    t.true(may(host), host)
  for (const host of ['bank.example', 'www.google.com', 'microsoft.com']) t.false(may(host), host)
  t.true(permitsServer(authority, ['weir.company.example']))
  t.false(permitsServer(authority, ['weir.elsewhere.example']))
  const text = openssl('x509', '-in', join(folder, 'ca.pem'), '-noout', '-text')
  t.regex(text, /Name Constraints: critical\s+Permitted:\s+DNS:/)
  t.deepEqual(caOptions(loadSettings({}, folder)).permitted, [])
})

test('a CA without constraints permits everything', (t) => {
  t.true(permits(undefined, { kind: 'dns', name: 'anything.example' }))
  t.true(openAuthority(temporaryFolder(t), now).permits({ kind: 'ip', name: '198.51.100.1' }))
})
