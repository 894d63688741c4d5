import type { Db, Document } from 'mongodb'
import { type Alert, SEVERITIES } from '../../../core/model/alert.ts'
import type { CopiedKind, CopiedRecords } from '../copying.ts'
import { type AlertDocument, hashSubject, toAlert } from './alerts.ts'
import { type AuditDocument, toEntry } from './audit.ts'
import { DeliveredEvents } from './delivered-events.ts'
import { type DeliveryDocument, type JoinedDelivery, toDelivery, toDocument } from './delivery-documents.ts'
import { type InteractionDocument, keyOf, toFields, toInteraction } from './interaction-documents.ts'
import {
  type CounterDocument,
  emptiableId,
  type InventoryDocument,
  type InventoryUserDocument,
  inventoryKey,
} from './tallies.ts'

/** How one kind of what is copied stands in a collection. */
export interface MongoKind<T> {
  readonly collection: string
  /** Unique within the tenant, indexed with it, and the order in which documents are read. */
  readonly key: readonly string[]
  /** Adds to documents what other collections have of them, before they are read. */
  join?(db: Db, documents: readonly Document[]): Promise<readonly Document[]>
  /** Writes what other collections have of the records, before their documents are written. */
  prepare?(db: Db, records: readonly T[]): Promise<unknown>
  toRecord(document: Document, tenantId: string): T
  toDocument(record: T, tenantId: string): Document & { readonly _id: string }
}

/** The entry of the journal that is before all others of a database. */
const BEFORE_ALL = 0
const POLICY = 'policy '

export const KINDS: { readonly [K in CopiedKind]: MongoKind<CopiedRecords[K]> } = {
  interactions: {
    ...{ collection: 'interactions', key: ['timestamp', '_id'] },
    toRecord: (document) => {
      const { listed_as, types, facets, ...found } = document as InteractionDocument
      const interaction = toInteraction(document as InteractionDocument)
      return {
        interaction,
        listed_as: listed_as ?? found.platform_id,
        types: types ?? [],
        policies: facets.flatMap((facet) => (facet.startsWith(POLICY) ? [facet.slice(POLICY.length)] : [])),
      }
    },
    toDocument: ({ interaction, listed_as, types, policies }, tenant_id) => ({
      _id: keyOf(tenant_id, interaction.id),
      ...{ tenant_id, timestamp: interaction.timestamp },
      ...toFields(interaction, { types, policies }),
      ...(listed_as !== interaction.platform_id && { listed_as }),
      counted: BEFORE_ALL,
    }),
  },
  alerts: {
    ...{ collection: 'alerts', key: ['_id'] },
    toRecord: (document, tenantId) => {
      const alert = toAlert(document as AlertDocument)
      return { alert, subject: subjectIn(alert, document as AlertDocument, tenantId) }
    },
    toDocument: ({ alert: { id, severity, ...fields }, subject }, tenantId) => ({
      ...{ _id: id, ...fields, severity: SEVERITIES.indexOf(severity), revision: 1 },
      subject: hashSubject(tenantId, subject === null ? ['copied', id] : (JSON.parse(subject) as unknown[])),
    }),
  },
  deliveries: {
    ...{ collection: 'deliveries', key: ['_id'] },
    join: (db, documents) => new DeliveredEvents(db).join(documents as DeliveryDocument[]),
    prepare: (db, records) => new DeliveredEvents(db).keepAll(records),
    toRecord: (document) => toDelivery(document as JoinedDelivery),
    toDocument,
  },
  audit_log: {
    ...{ collection: 'audit_log', key: ['number'] },
    toRecord: (document) => ({
      ...toEntry(document as AuditDocument),
      number: (document as AuditDocument).number,
    }),
    toDocument: ({ id, details, ...entry }, tenant_id) => ({
      ...{ _id: id, tenant_id, ...entry },
      details: JSON.stringify(details),
    }),
  },
  counters: {
    ...{ collection: 'counters', key: ['unit', 'dimension', 'bucket', 'value'] },
    toRecord: (document) => {
      const { unit, dimension, bucket, value, ...sums } = document as CounterDocument
      const { interactions, blocked, coached, logged, high_risk } = sums
      return { unit, dimension, bucket, value, interactions, blocked, coached, logged, high_risk }
    },
    toDocument: ({ unit, dimension, bucket, value, ...sums }, tenant_id) => {
      const key = { tenant_id, unit, dimension, bucket, value }
      return { _id: emptiableId(key), ...key, ...sums, applied: BEFORE_ALL }
    },
  },
  inventory: {
    ...{ collection: 'inventory', key: ['_id'] },
    toRecord: (document) => {
      const { _id, tenant_id: _tenant, applied: _applied, ...found } = document as InventoryDocument & Document
      const { refused, unknown = 0, unknown_last = null, added_by = null, added_on = null, ...service } = found
      return { ...service, refused: refused ?? null, unknown, unknown_last, added_by, added_on }
    },
    toDocument: ({ refused, unknown_last, added_on, ...service }, tenant_id) => ({
      ...{ _id: inventoryKey(tenant_id, service.platform_id), tenant_id, ...service, applied: BEFORE_ALL },
      ...(refused !== null && { refused }),
      ...(unknown_last !== null && { unknown_last }),
      ...(added_on !== null && { added_on }),
    }),
  },
  inventory_users: {
    ...{ collection: 'inventory_users', key: ['platform_id', 'user_id'] },
    toRecord: (document) => {
      const { platform_id, user_id, interactions } = document as InventoryUserDocument
      return { platform_id, user_id, interactions }
    },
    toDocument: ({ platform_id, user_id, interactions }, tenant_id) => {
      const key = { tenant_id, platform_id, user_id }
      return { _id: emptiableId(key), ...key, interactions, applied: BEFORE_ALL }
    },
  },
  indexed_names: {
    ...{ collection: 'indexed_names', key: ['_id'] },
    toRecord: ({ _id, added_by, added_on }, tenantId) => ({ name: withoutTenant(_id, tenantId), added_by, added_on }),
    toDocument: ({ name, ...added }, tenant_id) => ({ _id: `${tenant_id}:${name}`, tenant_id, ...added }),
  },
  // Its documents have the tenant in their ids alone.
  sighting_batches: {
    ...{ collection: 'sighting_batches', key: ['_id'] },
    toRecord: ({ _id, at }, tenantId) => ({ id: withoutTenant(_id, tenantId), at }),
    toDocument: ({ id, at }, tenantId) => ({ _id: `${tenantId}:${id}`, at }),
  },
  erased_interactions: {
    ...{ collection: 'erased_interactions', key: ['_id'] },
    toRecord: ({ _id, at }, tenantId) => ({ hash: withoutTenant(_id, tenantId), at }),
    toDocument: ({ hash, at }, tenant_id) => ({ _id: `${tenant_id}:${hash}`, tenant_id, at }),
  },
}

/** The subject of most alerts follows from what they say; of others, a hash alone is known. */
function subjectIn({ type, user_id, platform_id, policy_ids }: Alert, { subject }: AlertDocument, tenantId: string) {
  const usual = [type, user_id, platform_id, policy_ids.toSorted()]
  const found = [usual, [...usual, 'a day']].find((one) => hashSubject(tenantId, one) === subject)
  return found === undefined ? null : JSON.stringify(found)
}

function withoutTenant(id: unknown, tenantId: string): string {
  return String(id).slice(tenantId.length + 1)
}
