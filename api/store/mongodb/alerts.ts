import { createHash, randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import { type Alert, type AlertStatus, SEVERITIES, type Severity } from '../../../core/model/alert.ts'
import type { AlertCandidate, AlertFilter, AlertSort, AlertStore, RaisedAlert } from '../alert-store.ts'
import type { Listed, Page } from '../store.ts'
import { Collection, type Stored } from './collection.ts'
import { between, equal, lessThan, oneOf, orderBy } from './conditions.ts'

interface AlertDocument extends Stored, Omit<Alert, 'id' | 'severity'> {
  /** 0 low to 3 critical, so that it sorts and grows. */
  readonly severity: number
  /** The same for alerts that are about the same. */
  readonly subject: string
  /** The subject again, on the newest alert about it: unique, so that two processes cannot make one each. */
  readonly open_subject?: string
}

export class MongoAlerts implements AlertStore {
  readonly #alerts: Collection<AlertDocument>

  constructor(db: Db) {
    this.#alerts = new Collection(db, 'alerts')
  }

  async raise(
    tenantId: string,
    candidates: readonly AlertCandidate[],
    now: string,
    since: string,
  ): Promise<RaisedAlert[]> {
    const raised: RaisedAlert[] = []
    for (const candidate of candidates) raised.push(await this.#raiseOne(tenantId, candidate, now, since))
    return raised
  }

  async get(tenantId: string, id: string): Promise<Alert | undefined> {
    const found = await this.#alerts.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toAlert(found)
  }

  async list(tenantId: string, filter: AlertFilter, sort: AlertSort, page: Page): Promise<Listed<Alert>> {
    const { status, type, user_id } = filter
    const severity = filter.severity === undefined ? undefined : rank(filter.severity)
    const condition = {
      ...equal({ tenant_id: tenantId, status, severity, type, user_id }),
      ...between('created_at', filter.start_date, filter.end_date),
    }
    const fields = sort.field === 'created_at' ? ['created_at', '_id'] : [sort.field, 'created_at', '_id']
    const { items, total } = await this.#alerts.list(condition, orderBy(fields, sort.descending), page)
    return { items: items.map(toAlert), total }
  }

  countOpen(tenantId: string): Promise<number> {
    return this.#alerts.count(equal({ tenant_id: tenantId, status: 'open' }))
  }

  async setStatus(tenantId: string, id: string, status: AlertStatus, resolvedBy: string | null, now: string) {
    const changes = {
      status,
      updated_at: now,
      resolved_at: status === 'resolved' ? now : null,
      resolved_by: resolvedBy,
    }
    const other = status === 'open' ? 'resolved' : 'open'
    const found = await this.#alerts.update(equal({ _id: id, tenant_id: tenantId, status: other }), {
      $set: changes,
      $unset: { open_subject: '' },
    })
    if (found !== undefined) return { before: toAlert(found), after: { ...toAlert(found), ...changes } }
    const unchanged = await this.get(tenantId, id)
    return unchanged && { before: unchanged, after: unchanged }
  }

  async deleteResolved(tenantId: string, before: string, limit: number): Promise<number> {
    const old = { ...equal({ tenant_id: tenantId, status: 'resolved' }), ...lessThan('resolved_at', before) }
    const ids = await this.#alerts.findIds(old, orderBy(['created_at', '_id'], false), { offset: 0, limit })
    if (ids.length > 0) await this.#alerts.deleteMany({ ...old, ...oneOf('_id', ids) })
    return ids.length
  }

  async #raiseOne(tenantId: string, candidate: AlertCandidate, now: string, since: string): Promise<RaisedAlert> {
    const subject = subjectOf(tenantId, candidate)
    for (;;) {
      const added = await this.#addToOpen(subject, candidate, now, since)
      if (added !== undefined) return added
      // One that is too old to add to makes room for the next.
      await this.#alerts.update(
        { ...equal({ open_subject: subject }), ...lessThan('created_at', since) },
        { $unset: { open_subject: '' } },
      )
      const alert: Alert = {
        ...candidate,
        id: randomUUID(),
        tenant_id: tenantId,
        status: 'open',
        created_at: now,
        updated_at: now,
        resolved_at: null,
        resolved_by: null,
      }
      const { id, severity, ...fields } = alert
      const document = { _id: id, ...fields, severity: rank(severity), subject, open_subject: subject }
      if (await this.#alerts.insertIfAbsent(document)) return { alert, before: undefined }
    }
  }

  async #addToOpen(subject: string, candidate: AlertCandidate, now: string, since: string) {
    const found = await this.#alerts.update(
      { ...equal({ subject, status: 'open' }), ...between('created_at', since, undefined) },
      { $inc: { count: candidate.count }, $max: { severity: rank(candidate.severity) }, $set: { updated_at: now } },
      orderBy(['created_at'], true),
    )
    if (found === undefined) return undefined
    const before = toAlert(found)
    const severity = rank(before.severity) > rank(candidate.severity) ? before.severity : candidate.severity
    return { before, alert: { ...before, severity, count: before.count + candidate.count, updated_at: now } }
  }
}

/** The same type, user, platform and policies (api-decisions, Alerts), which may be too many for a key as they are. */
function subjectOf(tenantId: string, { type, user_id, platform_id, policy_ids }: AlertCandidate): string {
  const subject = JSON.stringify([tenantId, type, user_id, platform_id, policy_ids.toSorted()])
  return createHash('sha256').update(subject).digest('base64url')
}

function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity)
}

function toAlert({ _id, subject: _subject, open_subject: _open, severity, ...fields }: AlertDocument): Alert {
  return { id: _id, ...fields, severity: SEVERITIES[severity] ?? 'critical' }
}
