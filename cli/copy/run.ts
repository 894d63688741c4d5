import { isDeepStrictEqual } from 'node:util'
import type { AuditVerdict, Verification } from '../../api/audit/verify.ts'
import { verifyAuditLog } from '../../api/audit/verify.ts'
import type { Tenant } from '../../api/store/tenant-store.ts'
import { Digest } from './digest.ts'
import { CopyError } from './errors.ts'
import { KINDS, type Kind, type Side } from './kinds.ts'

export interface Watching {
  /** Says how far it is. */
  progress(text: string): void
  /** Between batches. @throws if the copy is to end */
  check(): void
}

/** How many records there are of each kind. */
export type Counts = Readonly<Record<string, number>>

/** What would be copied. */
export async function countAll(source: Side): Promise<Counts> {
  const tenants = await source.store.tenants.list()
  const counts: Record<string, number> = { tenants: tenants.length }
  for (const kind of KINDS) {
    counts[kind.name] = 0
    for (const { id } of tenants) counts[kind.name] = (counts[kind.name] ?? 0) + (await kind.count(source, id))
  }
  return counts
}

/** Copies everything, and reads the copy again to see that it is the same. @throws CopyError */
export async function copyAll(source: Side, target: Side, watching: Watching): Promise<Counts> {
  await source.store.outbox.settle()
  await source.copying.settle()
  const tenants = await source.store.tenants.list()
  await copyShared(source, target, tenants)
  const counts: Record<string, number> = { tenants: tenants.length }
  const before = await endsOf(source, tenants)
  for (const kind of KINDS) {
    counts[kind.name] = 0
    for (const { id } of tenants)
      counts[kind.name] = (counts[kind.name] ?? 0) + (await copyKind(kind, source, target, id, watching))
  }
  const after = await endsOf(source, tenants)
  if (!isDeepStrictEqual(after, before)) {
    throw new CopyError('The source changed while it was copied: stop every Weir that uses it, and copy again')
  }
  return counts
}

/** Whether the logs of the copy are as valid as those that they were copied from, by tenant. @throws CopyError */
export async function verifyLogs(
  source: Side,
  target: Side,
  verification: Verification,
): Promise<readonly (AuditVerdict & { readonly tenant: string })[]> {
  const verdicts = []
  for (const { id, name } of await source.store.tenants.list()) {
    const verdict = await verifyAuditLog(source.store, verification, id)
    const copied = await verifyAuditLog(target.store, verification, id)
    if (!isDeepStrictEqual(copied, verdict))
      throw new CopyError(`The audit log of tenant ${name} is not the same in the copy`)
    verdicts.push({ tenant: name, ...copied })
  }
  return verdicts
}

/** What all tenants share, and the tenants themselves. */
async function copyShared(source: Side, target: Side, tenants: readonly Tenant[]): Promise<void> {
  const { keyring, audit, clock } = source.store
  const keys = await keyring.read()
  if (keys !== undefined) await target.store.keyring.write(keys.keys, undefined)
  const checkpoint = await audit.checkpoint()
  if (checkpoint !== undefined) await target.store.audit.keepCheckpoint(checkpoint)
  const state = await clock.get()
  if (state !== undefined) await target.store.clock.set(undefined, state)
  for (const tenant of tenants) {
    await target.store.tenants.insert(tenant)
    await target.store.tenants.changeSettings(tenant.id, await source.store.tenants.settings(tenant.id))
  }
  if (!isDeepStrictEqual(await target.store.tenants.list(), tenants))
    throw new CopyError('The tenants are not the same in the copy')
}

/** @returns how many records there are */
async function copyKind(kind: Kind, source: Side, target: Side, tenantId: string, watching: Watching): Promise<number> {
  const total = await kind.count(source, tenantId)
  const read = new Digest()
  for await (const records of kind.read(source, tenantId)) {
    watching.check()
    await kind.write(target, tenantId, records)
    for (const record of records) read.add(record)
    watching.progress(`${kind.name}: ${read.count} of ${total} copied`)
  }
  const written = new Digest()
  for await (const records of kind.read(target, tenantId)) {
    watching.check()
    for (const record of records) written.add(record)
    watching.progress(`${kind.name}: ${written.count} of ${read.count} compared`)
  }
  if (written.count !== read.count || written.text !== read.text) {
    throw new CopyError(`${kind.name}: ${read.count} were copied, and the copy has ${written.count}, or not the same`)
  }
  return read.count
}

/** What tells whether somebody still writes. */
async function endsOf({ store }: Side, tenants: readonly Tenant[]) {
  const sort = { field: 'timestamp', descending: true } as const
  const ends = []
  for (const { id } of tenants) {
    const { items, total } = await store.interactions.list(id, {}, sort, { offset: 0, limit: 1 }, 'short')
    ends.push({ id, total, last: items[0]?.id, head: await store.audit.head(id) })
  }
  return ends
}
