import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { requiredOptions } from './usage.ts'
import { withStore } from './with-store.ts'

export class BrokenAuditLogError extends WeirError {
  constructor(tenant: string, entry: string) {
    super(
      'ERR_AUDIT_BROKEN',
      `The audit log of tenant ${JSON.stringify(tenant)} was changed: entry ${entry} does not follow`,
    )
  }
}

/**
 * `verify-audit`: walks every tenant's audit log from its first entry, and says how long it is.
 * @throws BrokenAuditLogError for the first that was changed
 */
export function verifyAudit(settings: Settings, args: readonly string[]): Promise<string> {
  requiredOptions(args, [])
  return withStore(settings, async (store) => {
    let lines = ''
    for (const { id, name } of await store.tenants.list()) {
      const { entries, first_invalid } = await verifyAuditLog(store, id)
      if (first_invalid !== undefined) throw new BrokenAuditLogError(name, first_invalid)
      lines += `${name}: valid, ${entries} entries\n`
    }
    return lines
  })
}
