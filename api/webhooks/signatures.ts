import { createHmac, randomBytes } from 'node:crypto'
import { WeirError } from '../../core/errors.ts'

/** Standard Webhooks 1.0, "Signature scheme": how a secret is written, and the bytes it may have. */
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SECRET_BYTES_MIN = 24
const SECRET_BYTES_MAX = 64
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A signing secret that is none. */
export class SigningSecretError extends WeirError {
  constructor() {
    super('ERR_SIGNING_SECRET', `a signing secret is ${SECRET_PREFIX} and the base64 of 24 to 64 bytes`)
  }
}

/** `whsec_` and the base64 of 32 random bytes. */
export function createSigningSecret(random: (size: number) => Buffer = randomBytes): string {
  return SECRET_PREFIX + random(SECRET_BYTES).toString('base64')
}

/**
 * X-Service-Signature: HMAC-SHA256 over the body (specification, Signature). The key is the secret as it is shown, with its
 * prefix, since the specification speaks of the `signing_secret` and of nothing to decode.
 * @returns `sha256=<hex>`
 */
export function signBody(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/**
 * One value of webhook-signature: HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes that the secret stands for
 * (Standard Webhooks 1.0).
 * @param timestamp of the attempt, in seconds since 1970
 * @returns `v1,<base64>`
 * @throws SigningSecretError
 */
export function signMessage(secret: string, id: string, timestamp: number, body: Uint8Array): string {
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return `v1,${signature}`
}

function keyOf(secret: string): Buffer {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : ''
  const key = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) throw new SigningSecretError()
  return key
}
