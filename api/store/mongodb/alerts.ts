import { createHash, randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import { type AlertCandidate, newAlert, subjectOf, takenInSince } from '../../../core/alerting/candidate.ts'
import { type Alert, type AlertStatus, SEVERITIES, type Severity } from '../../../core/model/alert.ts'
import type { AlertFilter, AlertSort, AlertStore, KeptRecords, RaisedAlert, Verdict } from '../alert-store.ts'
import type { EventDraft } from '../event-draft.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import { publishRaised, withStatus } from '../raised-alerts.ts'
import { addCounts } from '../sighting-sums.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import { Collection } from './collection.ts'
import { between, type Condition, equal, lessThan, oneOf, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

export interface AlertDocument extends Carrier, Omit<Alert, 'id' | 'tenant_id' | 'severity'> {
  /** 0 low to 3 critical, so that it sorts and grows. */
  readonly severity: number
  /** The same for alerts that are about the same. */
  readonly subject: string
  /** The subject again, on the newest alert about it: unique, so that two processes cannot make one each. */
  readonly open_subject?: string
  /** Grows with every change. */
  readonly revision?: number
  /** The last entry of the journal of interactions that added to it: what makes adding again impossible. */
  readonly applied?: number
}

const NEWEST_FIRST = orderBy(['created_at'], true)

/** The shared properties of candidates that are raised together. */
interface Raising {
  readonly tenantId: string
  readonly now: string
  readonly since: string
  readonly entry: number | undefined
  readonly draft: () => EventDraft
}

export class MongoAlerts implements AlertStore {
  readonly #alerts: Collection<AlertDocument>
  readonly #carriers: Carriers<AlertDocument>
  readonly #outbox: MongoOutbox

  constructor(db: Db, outbox: MongoOutbox) {
    this.#outbox = outbox
    this.#alerts = new Collection(db, 'alerts')
    this.#carriers = new Carriers(this.#alerts, outbox)
  }

  async raise(
    tenantId: string,
    candidates: readonly AlertCandidate[],
    now: string,
    since: string,
    /** The number of the journal's entry that this is a part of: raised again for the same entry, nothing changes. */
    entry?: number,
  ): Promise<RaisedAlert[]> {
    if (candidates.length === 0) return []
    const raising = { tenantId, now, since, entry, draft: await this.#outbox.drafts(tenantId) }
    const raised: RaisedAlert[] = []
    for (const candidate of candidates) {
      const one = await this.#raiseOne(candidate, raising)
      if (one !== undefined) raised.push(one)
    }
    return raised
  }

  /**
   * As a part of erasing interactions: what they raised stays, and no longer says whose it was, nor has a note, which may name people. The subject is a hash, and
   * stays as well: an entry of the journal that is carried out again finds its alerts by it.
   */
  async eraseUsers(tenantId: string, interactionIds: readonly string[]): Promise<void> {
    const raised = { ...oneOf('interaction_id', interactionIds), ...equal({ tenant_id: tenantId }) }
    await this.#alerts.updateMany(raised, { $set: { user_id: null }, $unset: { note: '' }, $inc: { revision: 1 } })
  }

  async get(tenantId: string, id: string): Promise<Alert | undefined> {
    const found = await this.#alerts.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toAlert(found)
  }

  async list(tenantId: string, filter: AlertFilter, sort: AlertSort, page: Page): Promise<Listed<Alert>> {
    const { status, type, user_id, platform_id, policy_id } = filter
    const severity = filter.severity === undefined ? undefined : rank(filter.severity)
    const condition = {
      ...equal({ tenant_id: tenantId, status, severity, type, user_id, platform_id, policy_ids: policy_id }),
      ...between('created_at', filter.start_date, filter.end_date),
    }
    const fields = sort.field === 'created_at' ? ['created_at', '_id'] : [sort.field, 'created_at', '_id']
    const { items, ...total } = await this.#alerts.list(condition, orderBy(fields, sort.descending), page)
    return { items: items.map(toAlert), ...total }
  }

  countOpen(tenantId: string): Promise<number> {
    return this.#alerts.count(equal({ tenant_id: tenantId, status: 'open' }))
  }

  async countOpenBySeverity(tenantId: string): Promise<Record<Severity, number>> {
    const counts = await this.#alerts.countBy(equal({ tenant_id: tenantId, status: 'open' }), 'severity')
    const of = (severity: Severity) => counts.get(String(rank(severity))) ?? 0
    return { low: of('low'), medium: of('medium'), high: of('high'), critical: of('critical') }
  }

  async setStatus(
    tenantId: string,
    id: string,
    status: AlertStatus,
    resolvedBy: string | null,
    now: string,
    effects?: Effects<Changed<Alert>>,
    verdict?: Verdict,
  ) {
    for (;;) {
      const found = await this.#alerts.findOne(equal({ _id: id, tenant_id: tenantId }))
      if (found === undefined) return undefined
      const before = toAlert(found)
      const after = withStatus(before, status, resolvedBy, now, verdict)
      if (after === undefined) return { before, after: before }
      const { updated_at, resolved_at, resolved_by, resolution, note } = after
      const said = { ...(resolution !== undefined && { resolution }), ...(note !== undefined && { note }) }
      const unsaid = { ...(resolution === undefined && { resolution: '' }), ...(note === undefined && { note: '' }) }
      const draft = await this.#outbox.draft(tenantId)
      draft.publish(effects, { before, after })
      const update = {
        $set: { status, updated_at, resolved_at, resolved_by, ...said },
        $unset: { open_subject: '', ...unsaid },
        $inc: { revision: 1 },
      }
      if ((await this.#carriers.update(atRevision(found), update, draft)) !== undefined) return { before, after }
    }
  }

  async deleteResolved(
    tenantId: string,
    before: string,
    limit: number,
    holds: readonly KeptRecords[] = [],
  ): Promise<number> {
    const held = holds.map(({ user_id, start_date, end_date }) => ({
      ...equal({ tenant_id: tenantId, user_id: user_id ?? undefined }),
      ...between('created_at', start_date ?? undefined, end_date ?? undefined),
    }))
    const old = {
      ...equal({ tenant_id: tenantId, status: 'resolved' }),
      ...lessThan('resolved_at', before),
      ...(held.length > 0 && { $nor: held }),
    }
    const ids = await this.#alerts.findIds(old, orderBy(['created_at', '_id'], false), { offset: 0, limit })
    if (ids.length > 0) await this.#alerts.deleteMany({ ...old, ...oneOf('_id', ids) })
    return ids.length
  }

  /** @returns undefined if the entry has raised it already */
  async #raiseOne(
    candidate: AlertCandidate,
    { tenantId, now, since: sinceUsually, entry, draft }: Raising,
  ): Promise<RaisedAlert | undefined> {
    const subject = subjectKey(tenantId, candidate)
    const since = takenInSince(candidate, now, sinceUsually)
    for (;;) {
      const related = await this.#alerts.find(relatedTo(subject, since, entry), NEWEST_FIRST)
      if (entry !== undefined && related.some(({ applied = -1 }) => applied >= entry)) return undefined
      const [open] = related
      const raised = open === undefined ? toNew(tenantId, candidate, now, entry) : addedTo(open, candidate, now)
      const events = draft()
      events.publish(publishRaised, raised)
      if (open !== undefined) {
        const { severity, count } = raised.alert
        const update = {
          $set: { severity: rank(severity), count, updated_at: now, ...(entry !== undefined && { applied: entry }) },
          $inc: { revision: 1 },
        }
        if (await this.#carriers.update(atRevision(open), update, events)) return raised
      } else {
        if (await this.#carriers.insertIfAbsent(toDocument(raised.alert, subject, entry), events)) return raised
        // One that is too old to add to makes room.
        await this.#alerts.update(
          { ...equal({ open_subject: subject }), ...lessThan('created_at', since) },
          { $unset: { open_subject: '' } },
        )
      }
    }
  }
}

/** The open alerts of late, and what the entry, or a later one, before which this one was finished, has raised. */
function relatedTo(subject: string, since: string, entry: number | undefined): Condition {
  const open = { ...equal({ subject, status: 'open' }), ...between('created_at', since, undefined) }
  if (entry === undefined) return open
  // The subject stands in both, so that each is found in an index: one subject may have an alert for every ten minutes.
  return { $or: [open, { ...equal({ subject }), ...between('applied', entry, undefined) }] }
}

/** What is published is what was read: where another change came between, it is read again. */
function atRevision({ _id, revision }: AlertDocument): Condition {
  // Alerts of earlier releases have none.
  return equal({ _id, revision: revision ?? null })
}

function addedTo(open: AlertDocument, candidate: AlertCandidate, now: string): RaisedAlert {
  const before = toAlert(open)
  const severity = rank(before.severity) > rank(candidate.severity) ? before.severity : candidate.severity
  return { before, alert: { ...before, severity, count: addCounts(before.count, candidate.count), updated_at: now } }
}

function toNew(tenantId: string, candidate: AlertCandidate, now: string, entry: number | undefined): RaisedAlert {
  const id = entry === undefined ? randomUUID() : idOf(subjectKey(tenantId, candidate), entry)
  return { alert: newAlert(candidate, tenantId, id, now), before: undefined }
}

/** The same however often an entry is carried out: a UUID of version 8 (RFC 9562, 5.8). */
function idOf(subject: string, entry: number): string {
  const hex = createHash('sha256').update(`${subject} ${entry}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function toDocument({ id, severity, ...fields }: Alert, subject: string, entry: number | undefined): AlertDocument {
  return {
    _id: id,
    ...fields,
    severity: rank(severity),
    subject,
    open_subject: subject,
    revision: 1,
    ...(entry !== undefined && { applied: entry }),
  }
}

/** What an alert is about may be too much for a key as it is. */
function subjectKey(tenantId: string, candidate: AlertCandidate): string {
  return hashSubject(tenantId, subjectOf(candidate))
}

export function hashSubject(tenantId: string, subject: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, ...subject]))
    .digest('base64url')
}

function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity)
}

export function toAlert(document: AlertDocument): Alert {
  const {
    _id,
    subject: _subject,
    open_subject: _open,
    revision: _revision,
    applied: _applied,
    ...rest
  } = withoutOutbox(document)
  const { severity, ...fields } = rest
  return { id: _id, ...fields, severity: SEVERITIES[severity] ?? 'critical' }
}
