import { X509Certificate } from 'node:crypto'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { once } from '../support/once.ts'

test('the API’s certificate names the configured host and this machine', (t) => {
  const { cert } = issueServerCertificate(newAuthority(t), ['weir.example', 'LOCALHOST', '10.0.0.7'], new Date())
  const leaf = new X509Certificate(cert)
  for (const host of ['weir.example', 'localhost']) t.is(leaf.checkHost(host), host)
  for (const address of ['10.0.0.7', '127.0.0.1', '::1']) t.is(leaf.checkIP(address), address)
  t.is(leaf.checkHost('other.example'), undefined)
  t.is(leaf.subjectAltName?.match(/DNS:localhost/g)?.length, 1)
})

test('a client that trusts the CA reaches the server by name and by address, also after a renewal', async (t) => {
  const authority = newAuthority(t)
  const server = createServer(issueServerCertificate(authority, [], new Date()), (_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const fetchSerial = async (host: string) => {
    const request = get({ host, port, ca: authority.certificatePem, agent: false, family: 4 })
    const [response] = await once(request, 'response')
    return response.resume().socket.getPeerCertificate().serialNumber
  }
  const first = await fetchSerial('localhost')
  t.is(await fetchSerial('127.0.0.1'), first)
  server.setSecureContext(issueServerCertificate(authority, [], new Date()))
  t.not(await fetchSerial('localhost'), first)
})

test('a host that no certificate can name is refused', (t) => {
  t.throws(() => issueServerCertificate(newAuthority(t), ['a b'], new Date()), { code: 'ERR_HOST_NAME' })
})
