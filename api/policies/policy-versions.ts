import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../core/model/audit.ts'
import { Rules } from '../../core/model/policy.ts'
import { PolicyField, type PolicyVersion, type PolicyVersions } from '../../core/model/policy-version.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import type { Store } from '../store/store.ts'
import { nextTurn, TimeSlices } from '../turns/next-turn.ts'
import type { PolicyContent } from './policy-changes.ts'

/** Entries of one policy that are read at most: those of its last years, however often it was moved and switched. */
const ENTRIES_MAX = 1000
/** One change may have two entries, since it also switched the policy. */
const ENTRIES_A_CHANGE = 2
/** Entries are read in one step: some milliseconds where each has the largest rules, twice. */
const PAGE = 20

/** What entries of policies say of a change (policy-changes.ts); entries of earlier releases say less. */
interface Details {
  readonly version?: unknown
  readonly changed?: unknown
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * What a policy was after each of its changes, newest first: the audit log says what each change replaced, so that the
 * present policy leads back to the first one.
 * @param policy as it is now; undefined if it was deleted
 */
export async function readVersions(
  store: Pick<Store, 'audit'>,
  tenantId: string,
  id: string,
  policy: PolicyRecord | undefined,
  limit: number,
): Promise<PolicyVersions> {
  const entries = await readEntries(store, tenantId, id, Math.min(ENTRIES_MAX, ENTRIES_A_CHANGE * (limit + 1) + PAGE))
  const versions: PolicyVersion[] = []
  let content: PolicyContent | undefined = policy
  const slices = new TimeSlices()
  for (const entry of entries) {
    await slices.pause()
    const details = entry.details as Details
    if (entry.action === 'policy.deleted') content = contentOf(details.before)
    const fields = fieldsOf(details)
    // What does not fit together was written by another release, or is not all there is.
    if (content === undefined || !fits(content, details)) break
    if (versions.length === limit) return { versions, complete: false }
    versions.push(versionOf(entry, content, fields))
    if (entry.action === 'policy.created') return { versions, complete: true }
    if (entry.action === 'policy.deleted') continue
    // Rules of thousands of values are not in the log.
    if (details.before === undefined || !isDeepStrictEqual(details.changed, fields)) break
    content = contentOf({ ...content, ...details.before })
  }
  if (versions.length === 0 && policy !== undefined) versions.push(unexplained(policy))
  return { versions, complete: false }
}

/** Newest first; a change that has two entries, since it also switched the policy, is one change. */
async function readEntries(
  { audit }: Pick<Store, 'audit'>,
  tenantId: string,
  id: string,
  most: number,
): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  const filter = { target_type: 'policy', target_id: id }
  while (found.length < most) {
    await nextTurn()
    const { items } = await audit.list(tenantId, filter, { offset: found.length, limit: PAGE })
    found.push(...items)
    if (items.length < PAGE) break
  }
  const versionOfEntry = ({ details }: AuditEntry) => (typeof details.version === 'number' ? details.version : -1)
  // Changes at the same time may have their entries in another order.
  const sorted = found.toSorted((one, other) => versionOfEntry(other) - versionOfEntry(one))
  return sorted.filter((entry, at) => {
    const next = sorted[at + 1]
    return versionOfEntry(entry) === -1 || next === undefined || versionOfEntry(next) !== versionOfEntry(entry)
  })
}

function fieldsOf({ before }: Details): PolicyField[] {
  return PolicyField.options.filter((field) => before !== undefined && field in before)
}

/** Whether a change led to this content. */
function fits(content: PolicyContent, { after = {} }: Details): boolean {
  return PolicyField.options.every(
    (field) => !(field in after) || isDeepStrictEqual(plain(content[field]), plain(after[field])),
  )
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

/** @returns undefined if something is missing, or is no policy of this release */
function contentOf(value: Readonly<Record<string, unknown>> | undefined): PolicyContent | undefined {
  const rules = Rules.safeParse(value?.rules)
  const { name, description, enabled, priority } = value ?? {}
  if (!rules.success || typeof name !== 'string' || typeof description !== 'string') return undefined
  if (typeof enabled !== 'boolean' || typeof priority !== 'number') return undefined
  return { name, description, rules: rules.data, enabled, priority }
}

function versionOf(entry: AuditEntry, content: PolicyContent, fields: PolicyField[]): PolicyVersion {
  const change =
    entry.action === 'policy.created' ? 'created' : entry.action === 'policy.deleted' ? 'deleted' : 'changed'
  return {
    changed_at: entry.timestamp,
    changed_by: entry.actor_email,
    change,
    fields: change === 'changed' ? fields : [],
    ...presentContent(content),
  }
}

/** The log does not tell of it: the policy as it is. */
function unexplained(policy: PolicyRecord): PolicyVersion {
  return { changed_at: policy.updated_at, changed_by: null, change: 'changed', fields: [], ...presentContent(policy) }
}

function presentContent({ name, description, rules, enabled, priority }: PolicyContent): PolicyContent {
  return { name, description, rules, enabled, priority }
}
