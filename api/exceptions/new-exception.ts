import { randomUUID } from 'node:crypto'
import { EXCEPTIONS_MAX } from '../../core/model/common.ts'
import {
  EXCEPTED_VALUES_MAX,
  EXCEPTION_MAX_DAYS,
  EXCEPTIONS,
  type ExceptionCreate,
} from '../../core/resources/exception.ts'
import type { KnownValueKeys } from '../detectors/keys.ts'
import { badRequest, conflict } from '../http/api-error.ts'
import type { Creation } from '../resources/routes.ts'
import type { Store } from '../store/store.ts'
import type { ExceptionRecord } from './presenter.ts'
import { toStoredValues } from './value-hashes.ts'

const DAY_MS = 86_400_000

/**
 * What is stored of an exception that is asked for; its values as keyed hashes.
 * @throws ApiError 400 for an end that is past or too far, and for an unknown policy; 409 if the tenant has too many
 */
export async function newException(
  store: Pick<Store, 'documents' | 'policies'>,
  keys: KnownValueKeys,
  { policy_id, types = [], platform_ids = [], user_ids = [], values = [], ...fields }: ExceptionCreate,
  { tenantId, by, now }: Creation,
): Promise<ExceptionRecord> {
  const ahead = Date.parse(fields.expires_at) - now.getTime()
  if (ahead <= 0) throw refusal('expires_at', 'must be in the future')
  if (ahead > EXCEPTION_MAX_DAYS * DAY_MS)
    throw refusal('expires_at', `must be at most ${EXCEPTION_MAX_DAYS} days ahead`)
  if (policy_id !== undefined && (await store.policies.get(tenantId, policy_id)) === undefined) {
    throw refusal('policy_id', 'is no policy of yours')
  }
  await requireRoom(store, tenantId, values.length)
  return {
    id: randomUUID(),
    tenant_id: tenantId,
    policy_id: policy_id ?? null,
    types,
    platform_ids,
    user_ids,
    ...fields,
    value_count: values.length,
    hashed: values.length === 0 ? null : toStoredValues(values, tenantId, keys),
    created_at: now.toISOString(),
    created_by: by,
  }
}

/** Two processes at the same moment may pass it by one, which does no harm. */
async function requireRoom(store: Pick<Store, 'documents'>, tenantId: string, values: number): Promise<void> {
  const all = await store.documents(EXCEPTIONS).list(tenantId)
  if (all.length >= EXCEPTIONS_MAX)
    throw conflict(`A tenant has at most ${EXCEPTIONS_MAX} exceptions: delete some first`)
  const count = all.reduce((sum, { value_count }) => sum + value_count, values)
  if (values > 0 && count > EXCEPTED_VALUES_MAX) {
    throw conflict(
      `The exceptions of a tenant have at most ${EXCEPTED_VALUES_MAX} values together; these would make ${count}`,
    )
  }
}

function refusal(path: string, message: string) {
  return badRequest('The request body is not valid', [{ path, message }])
}
