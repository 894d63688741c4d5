import { createHash } from 'node:crypto'
import type { Place } from './guides/guide.ts'

/** CERT_SHA1_HASH_PROP_ID and CERT_CERT_PROP_ID of wincrypt.h. */
const SHA1_PROPERTY = 3
const CERTIFICATE_PROPERTY = 32

const TRUSTED_ROOTS = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\SystemCertificates\\ROOT\\Certificates'

/**
 * A registry file for Windows (Registration Entries, version 5, UTF-16 with a byte-order mark): the CA among the trusted roots of the
 * machine, the auto-configuration for browsers, no QUIC in Chrome and Edge, the roots of Windows for Firefox, and the variables
 * that programs of the command line read.
 */
export function renderRegistryFile(certificates: readonly Buffer[], { url, direct }: Place): Buffer {
  const roots = certificates.map((der) => {
    const thumbprint = createHash('sha1').update(der).digest()
    const blob = Buffer.concat([property(SHA1_PROPERTY, thumbprint), property(CERTIFICATE_PROPERTY, der)])
    return section(`${TRUSTED_ROOTS}\\${thumbprint.toString('hex').toUpperCase()}`, { Blob: hex(blob) })
  })
  const policies = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies'
  const user = 'HKEY_CURRENT_USER'
  const lines = [
    'Windows Registry Editor Version 5.00',
    '',
    ...roots.flat(),
    ...section(`${user}\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings`, {
      AutoConfigURL: text(`${url}/proxy.pac`),
    }),
    ...section(`${policies}\\Google\\Chrome`, { QuicAllowed: number(0) }),
    ...section(`${policies}\\Microsoft\\Edge`, { QuicAllowed: number(0) }),
    ...section(`${policies}\\Mozilla\\Firefox\\Certificates`, { ImportEnterpriseRoots: number(1) }),
    ...section(`${user}\\Environment`, {
      HTTPS_PROXY: text(url),
      NO_PROXY: text(direct),
      NODE_USE_ENV_PROXY: text('1'),
      NODE_USE_SYSTEM_CA: text('1'),
    }),
  ]
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le')
}

function section(path: string, values: Readonly<Record<string, string>>): string[] {
  return [`[${path}]`, ...Object.entries(values).map(([name, value]) => `"${name}"=${value}`), '']
}

function text(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}

function number(value: number): string {
  return `dword:${value.toString(16).padStart(8, '0')}`
}

function hex(bytes: Buffer): string {
  return `hex:${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(',')}`
}

/** A property of a serialized certificate: its number, 1, the length and the value (CertSerializeCertificateStoreElement). */
function property(id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt32LE(id, 0)
  head.writeUInt32LE(1, 4)
  head.writeUInt32LE(value.length, 8)
  return Buffer.concat([head, value])
}
