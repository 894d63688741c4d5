import { hashExceptedValues } from '../../core/policy/excepted-values.ts'
import type { ExceptedValues, StoredValues } from '../../core/resources/exception.ts'
import { checkOf, type KnownValueKeys } from '../detectors/keys.ts'

/** What is kept of an exception's values: they are hashed with a key of their own, made as those of known values are, and nobody can read them again. */
export function toStoredValues(values: readonly string[], tenantId: string, keys: KnownValueKeys): StoredValues {
  const { parts, key } = keys.newPair(tenantId)
  return { ...parts, key_check: checkOf(key), hashes: hashExceptedValues(values, key) }
}

/** What proxies get; undefined if the secret is not the one that the values were hashed with. */
export function toServedValues(
  { salt, key_id, key_check, hashes }: StoredValues,
  tenantId: string,
  keys: KnownValueKeys,
): ExceptedValues | undefined {
  const key = keys.keyOf(tenantId, key_id === undefined ? { salt } : { salt, key_id })
  return key !== undefined && checkOf(key) === key_check ? { key: key.toString('base64'), hashes } : undefined
}
