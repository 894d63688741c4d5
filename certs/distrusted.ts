import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * Authorities that laptops and programs were sold with and whose private keys everyone has, and one that signed for names of
 * others: SHA-1 fingerprints, as they were published. Some devices' stores still have them.
 */
const COMPROMISED: ReadonlySet<string> = new Set([
  // Superfish (Lenovo, 2015; US-CERT TA15-051A)
  'C8:64:48:48:69:D4:1D:2B:0D:32:31:9C:5A:62:F9:31:5A:AF:2C:BD',
  // eDellRoot and DSDTestProvider (Dell, 2015; CERT/CC VU#870761 and VU#925497)
  '98:A0:4E:41:63:35:77:90:C4:A7:9E:6D:71:3F:F0:AF:51:FE:69:27',
  '02:C2:D9:31:06:2D:7B:1D:C2:A5:C7:F5:F0:68:50:64:08:1F:B2:21',
  // CNNIC ROOT and its EV root (2015: an intermediate of theirs signed for Google's names)
  '8B:AF:4C:9B:1D:F0:2A:92:F7:DA:12:8E:B9:1B:AC:F4:98:60:4B:6F',
  '4F:99:AA:93:FB:2B:D1:37:26:A1:99:4A:CE:7F:F0:05:F2:93:5D:1E',
])

/** @param fingerprint SHA-1, in upper case hexadecimal pairs joined by colons */
export function isCompromised(fingerprint: string): boolean {
  return COMPROMISED.has(fingerprint)
}

/** Folders of certificates that an administrator of the machine has put on the list of p11-kit (man update-ca-trust). */
const BLOCKLISTS = [
  'etc/pki/ca-trust/source/blocklist',
  'etc/pki/ca-trust/source/blacklist',
  'usr/share/pki/ca-trust-source/blocklist',
  'usr/share/pki/ca-trust-source/blacklist',
  'etc/ca-certificates/trust-source/blocklist',
  'etc/ca-certificates/trust-source/blacklist',
]
/** Debian: a line that begins with `!` is a root that update-ca-certificates(8) leaves out. */
const DEBIAN_LIST = 'etc/ca-certificates.conf'
const DEBIAN_ROOTS = 'usr/share/ca-certificates'

/**
 * The roots that the administrator of this machine has distrusted. They have to be known by name, because Node brings the same
 * roots along. On Windows and macOS nothing says which: there WEIR_UPSTREAM_ROOTS=system keeps to the system's store.
 * @param root of the file system
 * @returns SHA-256 fingerprints
 */
export function distrustedBySystem(root = '/'): Set<string> {
  const debian = (read(join(root, DEBIAN_LIST)) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => join(root, DEBIAN_ROOTS, line.slice(1).trim()))
  const listed = BLOCKLISTS.flatMap((folder) => list(join(root, folder)))
  return new Set([...debian, ...listed].flatMap((file) => fingerprintsIn(file)))
}

function fingerprintsIn(file: string): string[] {
  const pem = read(file) ?? ''
  return (pem.match(PEM_CERTIFICATE) ?? []).flatMap((block) => {
    try {
      return [new X509Certificate(block).fingerprint256]
    } catch {
      // A broken file distrusts nothing, as for the system itself.
      return []
    }
  })
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    // Most systems have one of these folders, or none.
    return []
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
