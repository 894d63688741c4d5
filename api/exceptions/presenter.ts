import type { Logger } from 'pino'
import type { Exception, ServedException, StoredException } from '../../core/resources/exception.ts'
import type { Owned } from '../../core/resources/resource.ts'
import type { KnownValueKeys } from '../detectors/keys.ts'
import { toServedValues } from './value-hashes.ts'

/** An exception as a store keeps it. */
export type ExceptionRecord = Owned<StoredException>

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
