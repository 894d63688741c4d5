import { generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createSecureContext, createServer, type SecureContext, type Server, type TlsOptions } from 'node:tls'
import { anyExtension as any, buildCertificate, CLIENT_AUTH, SERVER_AUTH, type Signer } from './build-certificate.ts'
import { DAY, ecKey, pkcs8 } from './certificate-files.ts'
import { ocspResponse } from './ocsp-response.ts'
import type { Scope } from './scope.ts'

export interface BadServer {
  readonly host: string
  /** The label of the metric; undefined for a server that is right. */
  readonly cause: string | undefined
  /** What a person is told. */
  readonly reason: RegExp
  readonly port: number
  readonly certificate: X509Certificate
}

interface Row {
  readonly cause?: string
  readonly reason?: RegExp
  readonly certificate?: Partial<Parameters<typeof buildCertificate>[0]>
  /** What the server sends along; the issuer where not given. */
  readonly chain?: readonly X509Certificate[]
  readonly staple?: (leaf: X509Certificate) => Buffer
  /** A server of its own. */
  readonly tls?: TlsOptions
}

const SIGNS = any.keyUsage(0b0000_0110)
const LEAF = [any.notCa(), any.keyUsage(0b1000_0000), any.extendedKeyUsage(SERVER_AUTH)]
const FOR_CLIENTS = [any.notCa(), any.keyUsage(0b1000_0000), any.extendedKeyUsage(CLIENT_AUTH)]
/** keyEncipherment alone: for RSA key exchange, which nobody does any more. */
const FOR_ENCRYPTION = [any.notCa(), any.keyUsage(0b0010_0000), any.extendedKeyUsage(SERVER_AUTH)]
const EVERYTHING = 'ALL:@SECLEVEL=0'
/** 1,024 bits: RFC 2409's second group, which Logjam (weakdh.org) says to leave. */
const WEAK_DH = `-----BEGIN DH PARAMETERS-----
MIGHAoGBAP//////////yQ/aoiFowjTExmKLgNwc0SkCTgiKZ8x0Agu+pjsTmyJR
Sgh5jjQE3e+VGbPNOkMbMCsKbfJfFDdP4TVtbVHCReSFtXZiXn7G9ExC6aY37WsL
/1y29Aa37e44a/taiZ+lrp8kEXxLH+ZJKGZR7OZTgf//////////AgEC
-----END DH PARAMETERS-----
`

function rsaKey(modulusLength: number): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength }).privateKey
}

function authority(commonName: string, more: Partial<Parameters<typeof buildCertificate>[0]> = {}): Signer {
  const key = more.key ?? ecKey()
  return { key, certificate: buildCertificate({ key, commonName, extensions: [any.ca(), SIGNS], ...more }) }
}

/**
 * Servers with whatever can be wrong with a certificate or with TLS, each under a name of its own, and the roots that are trusted.
 * @param own signs as our own CA
 */
export async function startBadServers(scope: Scope, suffix: string, own: Signer) {
  const root = authority('Root')
  const rsaRoot = authority('RSA Root', { key: rsaKey(2048) })
  const stranger = authority('Nobody’s Root')
  const intermediate = (name: string, more: Partial<Parameters<typeof buildCertificate>[0]> = {}) =>
    authority(name, { issuer: root, ...more })
  const short = intermediate('Short', { extensions: [any.ca(0), SIGNS] })
  const rsaLeaf = rsaKey(2048)
  const past = { notBefore: new Date(Date.now() - 9 * DAY), notAfter: new Date(Date.now() - DAY) }
  const staple = (status: 'good' | 'revoked') => (leaf: X509Certificate) => ocspResponse({ leaf, issuer: root, status })
  const tls = (options: TlsOptions): TlsOptions => ({ ciphers: EVERYTHING, ...options })
  const rows: Readonly<Record<string, Row>> = {
    good: {},
    'good-rsa': { certificate: { issuer: rsaRoot, key: rsaLeaf } },
    'good-chain': { certificate: { issuer: intermediate('Good Intermediate') } },
    'good-staple': { certificate: { extensions: [...LEAF, any.mustStaple()] }, staple: staple('good') },
    'good-tls12': { tls: tls({ maxVersion: 'TLSv1.2' }) },
    expired: { cause: 'expired', reason: /it has expired/, certificate: past },
    'expired-intermediate': {
      cause: 'expired',
      reason: /it has expired/,
      certificate: { issuer: intermediate('Old', past) },
    },
    early: {
      cause: 'not_yet_valid',
      reason: /it is not valid yet/,
      certificate: { notBefore: new Date(Date.now() + DAY) },
    },
    'wrong-host': { cause: 'wrong_host', reason: /made for another name/, certificate: { names: ['else.example'] } },
    'too-wide': { cause: 'wrong_host', reason: /made for another name/, certificate: { names: ['*.example'] } },
    'common-name': { cause: 'no_san', reason: /names no host in its subjectAltName/, certificate: { names: [] } },
    'self-signed': { cause: 'self_signed', reason: /it is self-signed/, certificate: { issuer: undefined } },
    unknown: { cause: 'unknown_issuer', reason: /is not trusted/, certificate: { issuer: stranger } },
    'no-intermediate': {
      cause: 'unknown_issuer',
      reason: /is not trusted/,
      certificate: { issuer: intermediate('Missing') },
      chain: [],
    },
    'own-ca': { cause: 'unknown_issuer', reason: /is not trusted/, certificate: { issuer: own } },
    'bad-signature': {
      cause: 'bad_signature',
      reason: /its signature is wrong/,
      certificate: { issuer: { certificate: root.certificate, key: ecKey() } },
    },
    'rsa-1024': { cause: 'weak_key', reason: /its key is too small/, certificate: { key: rsaKey(1024) } },
    'rsa-1024-intermediate': {
      cause: 'weak_key',
      reason: /has a key that is too small/,
      certificate: { issuer: intermediate('Weak', { key: rsaKey(1024) }) },
    },
    sha1: {
      cause: 'weak_signature',
      reason: /signed with a hash that is too weak/,
      certificate: { issuer: rsaRoot, hash: 'sha1' },
    },
    md5: {
      cause: 'weak_signature',
      reason: /signed with a hash that is too weak/,
      certificate: { issuer: rsaRoot, hash: 'md5' },
    },
    'for-clients': {
      cause: 'wrong_usage',
      reason: /it was not made for servers/,
      certificate: { extensions: FOR_CLIENTS },
    },
    'for-encryption': {
      cause: 'wrong_usage',
      reason: /its key was not made for TLS/,
      certificate: { extensions: FOR_ENCRYPTION },
    },
    'leaf-as-ca': {
      cause: 'bad_chain',
      reason: /may not sign others|is no authority/,
      certificate: { issuer: intermediate('No CA', { extensions: LEAF }) },
    },
    'no-constraints': {
      cause: 'bad_chain',
      reason: /is no authority/,
      certificate: { issuer: intermediate('Unsaid', { extensions: [SIGNS] }) },
    },
    'version-1': {
      cause: 'wrong_usage',
      reason: /it was not made for servers/,
      certificate: { issuer: intermediate('Version 1', { version: 1 }) },
    },
    'may-not-sign': {
      cause: 'bad_chain',
      reason: /may not sign others/,
      certificate: { issuer: intermediate('Unsigning', { extensions: [any.ca(), any.keyUsage(0b1000_0000)] }) },
    },
    'path-length': {
      cause: 'bad_chain',
      reason: /its chain is too long/,
      certificate: { issuer: authority('Below Short', { issuer: short }) },
      chain: [short.certificate],
    },
    'name-constraints': {
      cause: 'name_constraints',
      reason: /may not sign for this name/,
      certificate: { issuer: intermediate('Narrow', { extensions: [any.ca(), SIGNS, any.permittedNames('a.test')] }) },
    },
    critical: {
      cause: 'bad_chain',
      reason: /a critical extension/,
      certificate: { extensions: [...LEAF, any.unknownCritical()] },
    },
    revoked: { cause: 'revoked', reason: /it was revoked/, staple: staple('revoked') },
    'no-staple': {
      cause: 'no_revocation_status',
      reason: /must come with a revocation status/,
      certificate: { extensions: [...LEAF, any.mustStaple()] },
    },
    'tls-1-0': {
      cause: 'protocol_version',
      reason: /no TLS 1\.2 or newer/,
      tls: tls({ minVersion: 'TLSv1', maxVersion: 'TLSv1' }),
    },
    'tls-1-1': {
      cause: 'protocol_version',
      reason: /no TLS 1\.2 or newer/,
      tls: tls({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }),
    },
    'cipher-cbc': {
      cause: 'weak_cipher',
      reason: /no cipher, group or signature/,
      tls: tls({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' }),
    },
    'cipher-null': {
      cause: 'weak_cipher',
      reason: /no cipher, group or signature/,
      tls: tls({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0' }),
    },
    'cipher-rsa': {
      cause: 'weak_cipher',
      reason: /no cipher, group or signature/,
      certificate: { issuer: rsaRoot, key: rsaLeaf },
      tls: tls({ maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:@SECLEVEL=0' }),
    },
    'dh-1024': {
      cause: 'weak_cipher',
      reason: /no cipher, group or signature/,
      certificate: { issuer: rsaRoot, key: rsaLeaf },
      tls: tls({ maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0', dhparam: WEAK_DH }),
    },
    'signature-sha1': {
      cause: 'weak_cipher',
      reason: /no cipher, group or signature/,
      certificate: { issuer: rsaRoot, key: rsaLeaf },
      tls: tls({ maxVersion: 'TLSv1.2', sigalgs: 'RSA+SHA1' }),
    },
  }
  const shared = ecKey()
  const contexts = new Map<string, SecureContext>()
  const staples = new Map<string, Buffer>()
  const servers: BadServer[] = []
  const listening = async (server: Server) => {
    server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    scope.teardown(() => server.close())
    return (server.address() as AddressInfo).port
  }
  const common = createServer({
    ciphers: EVERYTHING,
    SNICallback: (name, callback) => callback(null, contexts.get(name) ?? contexts.get(`expired.${suffix}`)),
  })
  common.on('secureConnection', answer)
  common.on('OCSPRequest', (certificate: Buffer, _issuer, callback) =>
    callback(null, staples.get(certificate.toString('hex')) ?? (null as unknown as Buffer)),
  )
  const port = await listening(common)
  for (const [name, { cause, reason = /^$/, certificate, chain, staple: stapled, tls: options }] of Object.entries(
    rows,
  )) {
    const host = `${name}.${suffix}`
    const key = certificate?.key ?? shared
    const template = { key, names: [host], issuer: root, commonName: host, extensions: LEAF, ...certificate }
    const leaf = buildCertificate(template)
    const sent = [leaf, ...(template.issuer === undefined ? [] : (chain ?? [])), ...sentIssuers(template.issuer, chain)]
    const credentials = { cert: sent.join(''), key: pkcs8(key), ciphers: EVERYTHING }
    if (stapled !== undefined) staples.set(leaf.raw.toString('hex'), stapled(leaf))
    if (options === undefined) contexts.set(host, createSecureContext(credentials))
    const own = options && createServer({ ...credentials, ...options }).on('secureConnection', answer)
    servers.push({ host, cause, reason, certificate: leaf, port: own === undefined ? port : await listening(own) })
  }
  return { servers, roots: `${root.certificate}${rsaRoot.certificate}` }
}

/** With an empty chain the server leaves its issuer out. */
function sentIssuers(issuer: Signer | undefined, chain: readonly X509Certificate[] | undefined): X509Certificate[] {
  return issuer === undefined || chain?.length === 0 ? [] : [issuer.certificate]
}

function answer(socket: import('node:tls').TLSSocket): void {
  socket.on('error', () => {})
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'))
}
