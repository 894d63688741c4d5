import { readFileSync, writeFileSync } from 'node:fs'
import { headText, type PublishedHead, readHeads } from '../api/audit/head-text.ts'
import { verifyAuditLog } from '../api/audit/verify.ts'
import { WeirError } from '../core/errors.ts'
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

export class ShortenedAuditLogError extends WeirError {
  constructor(tenant: string, { entries, hash }: PublishedHead) {
    super(
      'ERR_AUDIT_SHORTENED',
      `The audit log of tenant ${JSON.stringify(tenant)} was cut off or rewritten: its entry ${entries} does not have the hash ${hash}`,
    )
  }
}

class NoHeadsError extends WeirError {
  constructor(file: string) {
    super(
      'ERR_AUDIT_HEADS',
      `${file} holds no record of where an audit log ended: give a file of what syslog received or what verify-audit --save wrote`,
    )
  }
}

class HeadsFileError extends WeirError {
  constructor(file: string, what: 'read' | 'written', cause: unknown) {
    super('ERR_AUDIT_HEADS', `${file} cannot be ${what}: ${(cause as Error).message}`, { cause })
  }
}

/** Walks every tenant's audit log from its first entry. */
export const verifyAudit: Command = {
  name: 'verify-audit',
  summary:
    'Checks that the audit log of every tenant is complete and unchanged, against what the data directory knows of its end, and prints its length.',
  options: [
    {
      name: 'against',
      value: 'FILE',
      meaning:
        'a file of earlier log ends, which the logs must still contain: what syslog received or what --save wrote',
    },
    { name: 'save', value: 'FILE', meaning: 'writes where each log ends now to a file' },
  ],
  needsDatabase: true,
  run: (call) => {
    const given = readPublished(call.optional('against'))
    return withStore(call.settings, async (store, keys, anchor) => {
      const verification = { keys: keys.of('audit'), known: anchor }
      const published = [...given, ...anchor.ends]
      const tenants = await store.tenants.list()
      const lost = published.find(({ tenant_id }) => !tenants.some(({ id }) => id === tenant_id))
      let failure: WeirError | undefined = lost && new ShortenedAuditLogError(lost.tenant_id, lost)
      let heads = ''
      const logs = []
      for (const { id, name } of tenants) {
        const missing = new Map(
          published.filter(({ tenant_id }) => tenant_id === id).map((head) => [`${head.entries} ${head.hash}`, head]),
        )
        let end = ''
        const { entries, first_invalid } = await verifyAuditLog(store, verification, id, (head) => {
          missing.delete(`${head.entries} ${head.hash}`)
          end = `${headText({ tenant_id: id, ...head })}\n`
        })
        heads += end
        const [cut] = missing.values()
        logs.push({ tenant: name, valid: first_invalid === undefined && cut === undefined, entries, first_invalid })
        if (first_invalid !== undefined) failure ??= new BrokenAuditLogError(name, first_invalid)
        else if (cut !== undefined) failure ??= new ShortenedAuditLogError(name, cut)
        else anchor.note(id)
      }
      const save = call.optional('save')
      if (save !== undefined && failure === undefined) writeHeads(save, heads)
      const valid = logs.filter((log) => log.valid)
      return {
        text: valid.map(({ tenant, entries }) => `${tenant}: valid, ${entries} entries\n`).join(''),
        json: logs,
        ...(failure !== undefined && { failure }),
      }
    })
  },
}

/** @throws HeadsFileError */
function writeHeads(file: string, heads: string): void {
  try {
    writeFileSync(file, heads, { mode: 0o600 })
  } catch (error) {
    throw new HeadsFileError(file, 'written', error)
  }
}

/** @throws NoHeadsError, HeadsFileError */
function readPublished(file: string | undefined): readonly PublishedHead[] {
  if (file === undefined) return []
  const published = readHeads(readHeadsFile(file))
  if (published.length === 0) throw new NoHeadsError(file)
  return published
}

function readHeadsFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new HeadsFileError(file, 'read', error)
  }
}
