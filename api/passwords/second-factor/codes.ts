import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { WeirError } from '../../../core/errors.ts'
import type { NamedKeys } from '../../store/named-keys.ts'
import type { SecondFactorRecord, UserRecord } from '../../store/user-store.ts'

const ISSUER = 'Weir'
/** What every authenticator app takes (RFC 6238, 1.2; Google's key URI format). */
const ALGORITHM = 'SHA1'
const DIGITS = 6
const PERIOD_SECONDS = 30
/** RFC 4226, 4: 160 bits. */
const SECRET_BYTES = 20
/** Codes of the step before and after count too: clocks differ (RFC 6238, 6). */
const WINDOW = 1
const NONCE_BYTES = 16
const RECOVERY_CODES = 10
/** 80 bits, so that a plain hash is enough. */
const RECOVERY_BYTES = 10

type Owner = Pick<UserRecord, 'id' | 'tenant_id' | 'email'>

/** The key that an authenticator app was set up with is gone, as after WEIR_JWT_SECRET was replaced without the old one. */
export class SecondFactorKeyError extends WeirError {
  constructor() {
    super('ERR_SECOND_FACTOR_KEY', 'The key of this second factor is not known: an admin can remove it')
  }
}

export function newSecondFactor(keys: NamedKeys, version: number): SecondFactorRecord {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  return { key: keys.current.id, nonce, confirmed: false, last_step: 0, recovery: [], version }
}

/** What the user's app has. @throws SecondFactorKeyError */
export function appOf(owner: Owner, factor: SecondFactorRecord, keys: NamedKeys): TOTP {
  const found = keys.find(factor.key)
  if (found === undefined) throw new SecondFactorKeyError()
  const bytes = createHmac('sha256', found.key)
    .update(JSON.stringify([owner.tenant_id, owner.id, factor.nonce]))
    .digest()
    .subarray(0, SECRET_BYTES)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  return new TOTP({
    issuer: ISSUER,
    label: owner.email,
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret,
  })
}

/**
 * The second factor after this code was used up; undefined where the code is wrong, or was used before.
 * @throws SecondFactorKeyError
 */
export function useCode(
  owner: Owner,
  factor: SecondFactorRecord,
  code: string,
  keys: NamedKeys,
  now: Date,
): SecondFactorRecord | undefined {
  const typed = code.replace(/[\s-]/g, '').toUpperCase()
  const version = factor.version + 1
  if (/^\d{6}$/.test(typed)) {
    const timestamp = now.getTime()
    const delta = appOf(owner, factor, keys).validate({ token: typed, timestamp, window: WINDOW })
    const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + (delta ?? 0)
    return delta === null || step <= factor.last_step ? undefined : { ...factor, last_step: step, version }
  }
  const hash = hashOf(typed)
  if (!factor.recovery.includes(hash)) return undefined
  return { ...factor, recovery: factor.recovery.filter((one) => one !== hash), version }
}

/** Codes for the day on which the app is lost, in groups of four, and what is kept of them. */
export function newRecoveryCodes(): { readonly shown: string[]; readonly kept: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    return new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32
  })
  return { shown: codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code), kept: codes.map(hashOf) }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
