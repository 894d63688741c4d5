import { WeirError } from '../../core/errors.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import type { Command } from './command.ts'
import { withStore } from './with-store.ts'

export class BrokenAuditLogError extends WeirError {
  constructor(tenant: string, entry: string) {
    super(
      'ERR_AUDIT_BROKEN',
      `The audit log of tenant ${JSON.stringify(tenant)} was changed: entry ${entry} does not follow`,
    )
  }
}

/** Walks every tenant's audit log from its first entry. */
export const verifyAudit: Command = {
  name: 'verify-audit',
  summary: "Whether every tenant's audit log is as it was written, and how long it is.",
  options: [],
  needsDatabase: true,
  run: ({ settings }) =>
    withStore(settings, async (store) => {
      const logs = []
      let failure: WeirError | undefined
      for (const { id, name } of await store.tenants.list()) {
        const { entries, first_invalid } = await verifyAuditLog(store, id)
        logs.push({ tenant: name, valid: first_invalid === undefined, entries, first_invalid })
        if (first_invalid !== undefined) failure ??= new BrokenAuditLogError(name, first_invalid)
      }
      const valid = logs.filter((log) => log.valid)
      return {
        text: valid.map(({ tenant, entries }) => `${tenant}: valid, ${entries} entries\n`).join(''),
        json: logs,
        ...(failure !== undefined && { failure }),
      }
    }),
}
