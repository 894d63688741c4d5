import { createHash, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { ContentHashes } from '../../api/interactions/content-hashes.ts'
import { SealedInteractions } from '../../api/interactions/sealed-interactions.ts'
import type { Keys } from '../../api/keys/keys.ts'
import type { Store } from '../../api/store/store.ts'
import type { Tenant } from '../../api/store/tenant-store.ts'
import { VERSION } from '../../config/version.ts'
import { Timestamp } from '../../core/model/common.ts'
import type { Call, Command } from '../command.ts'
import { UsageError } from '../errors.ts'
import { beginTime, endTime } from '../time-options.ts'
import { BrokenAuditLogError } from '../verify-audit.ts'
import { findTenant, SILENT, TENANT, withStore } from '../with-store.ts'
import { type AuditRange, auditEntriesOf, findAuditRange } from './audit-range.ts'
import { ExportFile, type WrittenPart } from './file.ts'
import { FORMAT, FORMAT_VERSION, type Manifest, PARTS, type Part } from './format.ts'
import { alertsOf, interactionsOf, type Period, policyVersionsOf } from './records.ts'
import { pemOf, publicKeyOf, signManifest } from './signing.ts'

export const exportPeriod: Command = {
  name: 'export',
  summary:
    "Writes what happened in a period to one signed file for an auditor: a tenant's interactions (hashes, never text), alerts, versions of policies and audit log. The server may be running.",
  options: [
    TENANT,
    { name: 'from', value: 'TIME', required: true, meaning: 'from this date or time on, such as 2026-01-31' },
    { name: 'to', value: 'TIME', required: true, meaning: 'up to this date, the whole day, or time' },
    { name: 'out', value: 'FILE', required: true, meaning: 'a file that must not be there yet' },
  ],
  needsDatabase: true,
  run: async (call) => {
    const period = periodOf(call)
    return withStore(call.settings, async (store, keys, anchor) => {
      const tenant = await findTenant(store, call)
      call.terminal.progress('verifying the audit log')
      const verification = { keys: keys.of('audit'), known: anchor }
      const range = await findAuditRange(store, verification, tenant.id, period)
      const path = resolve(call.cwd, call.text('out'))
      const manifest = await write(call, { store, keys, tenant, period, range, path }).finally(() =>
        call.terminal.progress(''),
      )
      const counts = manifest.parts.map(({ name, records }) => `${name} ${records}`).join(', ')
      const { valid, first_invalid, expected_entries } = range.verdict
      const where = first_invalid ?? `${range.head.entries} of ${expected_entries ?? 0}`
      return {
        text: `${path}: ${counts}\nsigned with key ${manifest.installation.key_id}\n`,
        json: { file: path, manifest },
        // The file is written nevertheless, and says so: an auditor is to see it.
        ...(!valid && { failure: new BrokenAuditLogError(tenant.name, where) }),
      }
    })
  },
}

export const exportKey: Command = {
  name: 'export-key',
  summary:
    'Prints the public keys of exports, the current one first, with their ids: give them to the auditor by another way than the exports.',
  options: [{ name: 'pem', meaning: 'prints the current key in PEM, for openssl' }],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (_store, keys) => {
      const { all } = keys.of('export')
      const listed = all.map((key, index) => {
        const public_key = publicKeyOf(key)
        return { id: key.id, public_key, pem: pemOf(public_key), state: index === 0 ? 'current' : 'older' }
      })
      const lines = listed.map(({ id, public_key, state }) => `${id}  ${public_key}  ${state}\n`).join('')
      return { text: call.has('pem') ? (listed[0]?.pem ?? '') : lines, json: listed }
    }),
}

interface Export {
  readonly store: Store
  readonly keys: Keys
  readonly tenant: Tenant
  readonly period: Period
  readonly range: AuditRange
  readonly path: string
}

/** The file appears only when the audit log has an entry of it. */
async function write(call: Call, { store, keys, tenant, period, range, path }: Export): Promise<Manifest> {
  const interactions = new SealedInteractions(store.interactions, new ContentHashes(keys.of('content_hash')))
  const records: Record<Part, AsyncIterable<unknown>> = {
    interactions: interactionsOf({ interactions }, tenant.id, period),
    alerts: alertsOf(store, tenant.id, period),
    policy_versions: policyVersionsOf(store, tenant.id, period),
    audit_log: auditEntriesOf(store, tenant.id, range),
  }
  const file = await ExportFile.create(path)
  try {
    const parts: WrittenPart[] = []
    for (const name of PARTS) {
      parts.push(await file.writePart(name, records[name], (count) => call.terminal.progress(`${name}: ${count}`)))
    }
    const key = keys.of('export').current
    const installation = { url: call.settings.publicUrl?.href ?? null, key_id: key.id, public_key: publicKeyOf(key) }
    const manifest: Manifest = {
      ...{ format: FORMAT, format_version: FORMAT_VERSION, id: randomUUID(), weir_version: VERSION },
      ...{ created_at: new Date().toISOString(), installation },
      ...{ tenant: { id: tenant.id, name: tenant.name }, period, parts, audit_log: presentRange(range) },
    }
    const line = JSON.stringify({ manifest })
    await file.writeLine(line)
    await file.writeLine(JSON.stringify({ signature: signManifest(line, key) }))
    await file.finish()
    await record(store, manifest, createHash('sha256').update(line).digest('hex'))
    await file.publish()
    return manifest
  } catch (error) {
    await file.discard()
    throw error
  }
}

async function record(store: Store, manifest: Manifest, sha256: string): Promise<void> {
  const { id, tenant, period, parts, installation } = manifest
  const counts = Object.fromEntries(parts.map(({ name, records }) => [name, records]))
  const action = { action: 'export.created', target_type: 'export', target_id: id }
  const details = { ...period, ...counts, key_id: installation.key_id, manifest_sha256: sha256 }
  const audit = new AuditLog(store, () => new Date(), SILENT)
  await audit.record(tenant.id, { caller: undefined, clientAddress: null }, { ...action, details })
}

function presentRange({ first, last, prevHash, lastHash, head, verdict }: AuditRange): Manifest['audit_log'] {
  const { valid, first_invalid, expected_entries } = verdict
  return {
    ...{ first_number: first, last_number: last, prev_hash: prevHash, last_hash: lastHash, head, valid },
    ...(first_invalid !== undefined && { first_invalid }),
    ...(expected_entries !== undefined && { expected_entries }),
  }
}

/** @throws UsageError */
function periodOf(call: Call): Period {
  const [from, to] = [beginTime(call, 'from'), endTime(call, 'to')].map((time) => Timestamp.safeParse(time))
  if (from?.data === undefined) throw new UsageError('--from must be a date or time, such as 2026-01-31')
  if (to?.data === undefined) throw new UsageError('--to must be a date or time, such as 2026-01-31')
  if (from.data > to.data) throw new UsageError('--from is after --to')
  return { from: from.data, to: to.data }
}
