import { type HelloFields, numbers } from './hello-fields.ts'

/**
 * The scale of "The Security Impact of HTTPS Interception" (Durumeric et al., NDSS 2017, section 4): A is what a browser does,
 * B is not ideal, C has a known attack, F lets an active attacker read along.
 */
export type Grade = 'A' | 'B' | 'C' | 'F'

/** Named as the IANA registry of TLS parameters does. */
const WITH_FORWARD_SECRECY = new Set([...[0x1301, 0x1302, 0x1303], ...[0xc02b, 0xc02c, 0xc02f, 0xc030, 0xcca8, 0xcca9]])
const RC4 = new Set([0x0004, 0x0005, 0x0018, 0xc002, 0xc007, 0xc00c, 0xc011, 0xc016, 0x0003, 0x0017])
const RENEGOTIATION_SIGNAL = 0x00ff
const EXTENSION = { status: 5, groups: 10, signatures: 13, alpn: 16, extendedMaster: 23, versions: 43 } as const
const TLS_1_2 = 0x0303
/** rsa_pkcs1_md5 is 0x0101, and so on: the first byte is the hash of TLS 1.2, 1 for MD5 and 2 for SHA-1. */
const isWeakHash = (algorithm: number) => algorithm >> 8 === 1 || algorithm >> 8 === 2
const X25519_MLKEM768 = 0x11ec

export interface Observed {
  readonly hello: HelloFields
  /** Of what no client may accept: names of servers that were accepted. */
  readonly accepted: readonly string[]
}

/** Servers that only a client without (right) validation accepts, against those with known attacks. */
const KNOWN_ATTACK = /^(tls-1|cipher-|dh-|signature-)/

export function gradeOf({ hello, accepted }: Observed): { grade: Grade; reasons: string[] } {
  const suites = hello.ciphers.filter((suite) => suite !== RENEGOTIATION_SIGNAL)
  const groups = listed(hello, EXTENSION.groups)
  const found: (readonly [Grade, string])[] = [
    ...accepted.map((name) => [KNOWN_ATTACK.test(name) ? 'C' : 'F', `accepts ${name}`] as const),
    ...suites.filter((suite) => RC4.has(suite)).map((suite) => ['C', `offers RC4: ${hex(suite)}`] as const),
    ...versions(hello)
      .filter((version) => version < TLS_1_2)
      .map((version) => ['C', `offers version ${hex(version)}`] as const),
    ...(hello.compressions.some((method) => method !== 0) ? [['C', 'offers compression (CRIME)'] as const] : []),
    ...groups
      .filter((group) => group >= 0x0100 && group < 0x0200)
      .map((group) => ['B', `offers finite fields: ${hex(group)}`] as const),
    ...suites
      .filter((suite) => !WITH_FORWARD_SECRECY.has(suite))
      .map((suite) => ['B', `offers ${hex(suite)}, without forward secrecy or authenticated encryption`] as const),
    ...listed(hello, EXTENSION.signatures)
      .filter(isWeakHash)
      .map((algorithm) => ['B', `takes signatures of ${hex(algorithm)}`] as const),
    ...(hello.extensions.has(0) ? [] : [['B', 'names no server'] as const]),
  ]
  const worst = (['F', 'C', 'B'] as const).find((grade) => found.some(([one]) => one === grade))
  return { grade: worst ?? 'A', reasons: found.map(([grade, reason]) => `${grade}: ${reason}`) }
}

/** What the paper's scale does not ask for, and browsers have. */
export function extrasOf({ hello, accepted }: Observed): string[] {
  const refuses = (name: string) => !accepted.includes(name)
  const extras: readonly (readonly [boolean, string])[] = [
    [refuses('revoked'), 'revocation by stapled OCSP'],
    [refuses('no-staple'), 'must-staple'],
    [refuses('common-name'), 'subjectAltName required'],
    [refuses('own-ca'), 'its own CA is never trusted'],
    [versions(hello).includes(0x0304), 'TLS 1.3'],
    [listed(hello, EXTENSION.groups).includes(X25519_MLKEM768), 'post-quantum key agreement (X25519MLKEM768)'],
    [hello.extensions.has(EXTENSION.extendedMaster), 'extended master secret'],
    [hello.extensions.has(EXTENSION.status), 'asks for OCSP'],
    [hello.extensions.has(EXTENSION.alpn), 'ALPN'],
  ]
  return extras.filter(([isThere]) => isThere).map(([, extra]) => extra)
}

/** An extension that is a list with a length of two bytes. */
function listed({ extensions }: HelloFields, type: number): number[] {
  return numbers((extensions.get(type) ?? Buffer.alloc(2)).subarray(2))
}

/** supported_versions has a length of one byte. */
function versions({ extensions }: HelloFields): number[] {
  return numbers((extensions.get(EXTENSION.versions) ?? Buffer.alloc(1)).subarray(1))
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(4, '0')}`
}
