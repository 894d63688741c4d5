import type { Logger } from 'pino'
import type { Exception, ServedException } from '../../core/model/exception.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { KnownValueKeys } from '../detectors/keys.ts'
import type { ExceptionRecord } from '../store/exception-store.ts'
import { toServedValues } from './value-hashes.ts'

export function presentException({ tenant_id: _tenant, hashed: _hashed, ...shown }: ExceptionRecord): Exception {
  return shown
}

/** The exceptions as proxies get them. One whose values were hashed with another secret can never apply, and is reported. */
export function servedExceptions(
  exceptions: readonly ExceptionRecord[],
  keys: KnownValueKeys,
  logger: Pick<Logger, 'error'>,
): ServedException[] {
  return exceptions.flatMap((exception) => {
    const { hashed, id, tenant_id } = exception
    const shown = presentException(exception)
    if (hashed === null) return [shown]
    const values = toServedValues(hashed, tenant_id, keys)
    if (values !== undefined) return [{ ...shown, hashed: values }]
    logger.error(
      { code: 'ERR_EXCEPTION_KEY', id, tenant_id },
      'the values of an exception were hashed with another secret: make it anew',
    )
    return []
  })
}

/** For the audit log: of users and values their number. */
export function auditedException(action: string) {
  return (exception: ExceptionRecord): AuditedAction => {
    const { id, policy_id, types, platform_ids, user_ids, value_count, reason, owner, expires_at } = exception
    const details = { policy_id, types: [...types], platform_ids: [...platform_ids], users: user_ids.length }
    return {
      action,
      target_type: 'exception',
      target_id: id,
      details: { ...details, values: value_count, reason, owner, expires_at },
    }
  }
}
