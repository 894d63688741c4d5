import test from 'ava'
import { stapledStatus } from '../../certs/ocsp.ts'
import { anyExtension, buildCertificate, SERVER_AUTH } from '../support/build-certificate.ts'
import { DAY, ecKey } from '../support/certificate-files.ts'
import { ocspResponse } from '../support/ocsp-response.ts'

const caKey = ecKey()
const ca = {
  key: caKey,
  certificate: buildCertificate({ key: caKey, commonName: 'CA', extensions: [anyExtension.ca()] }),
}
const leaf = buildCertificate({ issuer: ca, key: ecKey(), names: ['up.example'] })
const other = buildCertificate({ issuer: ca, key: ecKey(), names: ['other.example'] })
const now = new Date()
const statusOf = (response: Buffer | undefined) => stapledStatus(response, leaf, ca.certificate, now)

function responder(usage: string, issuer = ca) {
  const key = ecKey()
  return { key, certificate: buildCertificate({ issuer, key, extensions: [anyExtension.extendedKeyUsage(usage)] }) }
}

test('a response that the issuer signed says whether the certificate is revoked', (t) => {
  t.is(statusOf(ocspResponse({ leaf, issuer: ca, status: 'good' })), 'good')
  t.is(statusOf(ocspResponse({ leaf, issuer: ca, status: 'revoked' })), 'revoked')
  t.is(statusOf(ocspResponse({ leaf, issuer: ca, status: 'unknown' })), 'none')
})

test('so does one of a responder that the issuer has certified for that', (t) => {
  const signing = '1.3.6.1.5.5.7.3.9'
  t.is(statusOf(ocspResponse({ leaf, issuer: ca, responder: responder(signing), status: 'revoked' })), 'revoked')
  t.is(statusOf(ocspResponse({ leaf, issuer: ca, responder: responder(SERVER_AUTH), status: 'good' })), 'none')
  const stranger = ecKey()
  const strange = { key: stranger, certificate: buildCertificate({ key: stranger, commonName: 'CA' }) }
  t.is(statusOf(ocspResponse({ leaf, issuer: ca, responder: responder(signing, strange), status: 'good' })), 'none')
})

test('a response about another certificate, of another time, or signed by another key proves nothing', (t) => {
  const good = { leaf, issuer: ca, status: 'good' } as const
  t.is(statusOf(ocspResponse({ ...good, leaf: other })), 'none')
  t.is(statusOf(ocspResponse({ ...good, nextUpdate: new Date(Date.now() - DAY / 2) })), 'none')
  t.is(statusOf(ocspResponse({ ...good, thisUpdate: new Date(Date.now() + DAY) })), 'none')
  t.is(statusOf(ocspResponse({ ...good, thisUpdate: new Date(Date.now() - 11 * DAY) })), 'none')
  t.is(statusOf(ocspResponse({ ...good, issuer: { ...ca, key: ecKey() } })), 'none')
})

test('any bytes in its place prove nothing', (t) => {
  const good = ocspResponse({ leaf, issuer: ca, status: 'good' })
  t.is(statusOf(undefined), 'none')
  t.is(statusOf(Buffer.alloc(0)), 'none')
  t.is(statusOf(Buffer.alloc(70_000, 0x30)), 'none')
  for (let at = 0; at < good.length; at++) {
    t.is(statusOf(good.subarray(0, at)), 'none')
    const changed = Buffer.from(good)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    t.notThrows(() => statusOf(changed))
  }
})
