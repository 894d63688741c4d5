import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { NamedKey } from '../../api/store/named-keys.ts'
import type { Signature } from './format.ts'

/** A PKCS #8 key of Ed25519 up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_BEGIN = Buffer.from('302e020100300506032b657004220420', 'hex')
/** A key as `export-key` prints it, among other words. */
const KEYS_IN_TEXT = /(?<![\w+/-])[A-Za-z0-9_-]{43}(?![\w+/=-])/g

/** @param key of the purpose `export`: its 32 bytes are the private key of RFC 8032 */
function privateKey({ key }: NamedKey): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_BEGIN, key]), format: 'der', type: 'pkcs8' })
}

/** The public half, in base64url. */
export function publicKeyOf(key: NamedKey): string {
  return textOf(createPublicKey(privateKey(key)))
}

export function pemOf(publicKey: string): string {
  return keyObject(publicKey).export({ format: 'pem', type: 'spki' }).toString()
}

export function signManifest(line: string, key: NamedKey): Signature {
  return {
    algorithm: 'Ed25519',
    key_id: key.id,
    public_key: publicKeyOf(key),
    value: sign(null, Buffer.from(line), privateKey(key)).toString('base64'),
  }
}

export function isSignedBy(line: Buffer, { value }: Signature, publicKey: string): boolean {
  return verify(null, line, keyObject(publicKey), Buffer.from(value, 'base64'))
}

/** The keys in a text: one alone, what `export-key` printed, or a key in PEM. */
export function readPublicKeys(text: string): string[] {
  if (!text.includes('-----BEGIN')) return (text.match(KEYS_IN_TEXT) ?? []).map(canonical)
  try {
    const key = createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? [textOf(key)] : []
  } catch {
    // No key that can be read is the same as none, which the caller says.
    return []
  }
}

/** The last character of 43 has two bits that mean nothing. */
export function canonical(publicKey: string): string {
  return Buffer.from(publicKey, 'base64url').toString('base64url')
}

function keyObject(publicKey: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: canonical(publicKey) }, format: 'jwk' })
}

function textOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? ''
}
