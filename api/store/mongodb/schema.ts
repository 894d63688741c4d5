import type { Db } from 'mongodb'
import { namesOf } from '../indexed-names.ts'
import { type InteractionDocument, toFacets, toInteraction } from './interaction-documents.ts'
import { moveEvents } from './move-events.ts'

/** One step of the schema. Several processes may run it at the same time, or again: it must not mind. */
export type Step = (db: Db) => Promise<void>

interface Index {
  readonly name: string
  readonly key: Readonly<Record<string, 1 | -1>>
  readonly unique?: true
  /** Leaves out the documents that lack the field. */
  readonly sparse?: true
}

/** Every list is of one tenant, and its order ends with the id, so that pages never overlap. */
function listIndex(name: string, ...fields: readonly string[]): Index {
  return { name, key: keyOf('tenant_id', ...fields, '_id') }
}

function uniqueIndex(name: string, ...fields: readonly string[]): Index {
  return { name, key: keyOf(...fields), unique: true }
}

function keyOf(...fields: readonly string[]): Index['key'] {
  return Object.fromEntries(fields.map((field) => [field, 1]))
}

const BY_EMPTYING: Index = { name: 'by_emptying', key: keyOf('emptied_at'), sparse: true }

const INDEXES: Readonly<Record<string, readonly Index[]>> = {
  tenants: [uniqueIndex('by_name', 'name')],
  users: [
    uniqueIndex('by_email', 'tenant_id', 'email'),
    listIndex('by_creation', 'created_at'),
    { name: 'by_address', key: keyOf('email', 'created_at', '_id') },
    { name: 'by_invitation', key: keyOf('invitation.token_hash'), sparse: true },
  ],
  policies: [
    uniqueIndex('by_name', 'tenant_id', 'name'),
    listIndex('by_priority', 'priority', 'created_at'),
    listIndex('by_creation', 'created_at'),
  ],
  service_tokens: [
    uniqueIndex('by_name', 'tenant_id', 'name'),
    { name: 'by_hash', key: keyOf('token_hash') },
    listIndex('by_creation', 'created_at'),
  ],
  // One for every documented filter, each in the default order of lists, and one for every sort.
  interactions: [
    listIndex('by_time', 'timestamp'),
    listIndex('by_risk', 'risk_score', 'timestamp'),
    listIndex('by_platform', 'platform_id', 'timestamp'),
    listIndex('by_type', 'classifications.type', 'timestamp'),
    listIndex('by_source', 'source', 'timestamp'),
    listIndex('by_direction', 'direction', 'timestamp'),
    listIndex('by_user', 'user_id', 'timestamp'),
    listIndex('by_hash', 'content_hash', 'timestamp'),
    { name: 'by_pending', key: keyOf('pending'), sparse: true },
  ],
  counters: [{ name: 'by_dimension', key: keyOf('tenant_id', 'unit', 'dimension', 'bucket', 'value') }, BY_EMPTYING],
  inventory: [{ name: 'by_interactions', key: { tenant_id: 1, interactions: -1, platform_id: 1 } }],
  inventory_users: [{ name: 'by_platform', key: keyOf('tenant_id', 'platform_id') }, BY_EMPTYING],
  alerts: [
    listIndex('by_creation', 'created_at'),
    listIndex('by_update', 'updated_at', 'created_at'),
    listIndex('by_severity', 'severity', 'created_at'),
    listIndex('by_status', 'status', 'created_at'),
    listIndex('by_type', 'type', 'created_at'),
    listIndex('by_user', 'user_id', 'created_at'),
    { name: 'by_subject', key: keyOf('subject', 'status', 'created_at') },
    { name: 'by_open_subject', key: keyOf('open_subject'), unique: true, sparse: true },
  ],
  audit_log: [
    uniqueIndex('by_number', 'tenant_id', 'number'),
    { name: 'by_actor', key: keyOf('tenant_id', 'actor_id', 'number') },
    { name: 'by_action', key: keyOf('tenant_id', 'action', 'number') },
    { name: 'by_target_type', key: keyOf('tenant_id', 'target_type', 'number') },
    { name: 'by_target', key: keyOf('tenant_id', 'target_id', 'number') },
    { name: 'by_time', key: keyOf('tenant_id', 'timestamp', 'number') },
  ],
}

const DELIVERY_INDEXES: typeof INDEXES = {
  webhooks: [listIndex('by_creation', 'created_at')],
  deliveries: [
    // Only of what is pending: the others have neither field.
    { name: 'by_due', key: keyOf('pending_for', 'due_at'), sparse: true },
    { name: 'by_creation', key: keyOf('webhook_id', 'created_at', '_id') },
  ],
}

const BY_UNSENT: Index = { name: 'by_unsent', key: keyOf('unsent_at'), sparse: true }
const CARRIER_INDEXES: typeof INDEXES = {
  users: [BY_UNSENT],
  policies: [BY_UNSENT],
  alerts: [BY_UNSENT, { name: 'by_applied', key: keyOf('subject', 'applied') }],
}

const DETECTOR_INDEXES: typeof INDEXES = {
  detectors: [uniqueIndex('by_name', 'tenant_id', 'name'), listIndex('by_creation', 'created_at')],
}

const SIGHTING_INDEXES: typeof INDEXES = { sighting_batches: [{ name: 'by_time', key: keyOf('at') }] }

const FACET_INDEXES: typeof INDEXES = { interactions: [listIndex('by_facet', 'facets', 'timestamp')] }
const FILLED_AT_ONCE = 500

/**
 * Gives their facets to the interactions of the releases before. What a process of such a release records meanwhile has
 * none until it is revised: those processes end first.
 */
async function fillFacets(db: Db): Promise<void> {
  const interactions = db.collection<InteractionDocument>('interactions')
  for (;;) {
    const found = await interactions.find({ facets: { $exists: false } }, { limit: FILLED_AT_ONCE }).toArray()
    if (found.length === 0) return
    const updates = found.map((document) => ({
      updateOne: { filter: { _id: document._id }, update: { $set: { facets: facetsWhole(document) } } },
    }))
    await interactions.bulkWrite(updates, { ordered: false })
  }
}

function facetsWhole(document: InteractionDocument): string[] {
  const interaction = toInteraction(document)
  return toFacets(interaction, namesOf([interaction]).names[0]?.policies ?? [])
}

const TYPE_INDEXES: typeof INDEXES = {
  interactions: [listIndex('by_indexed_type', 'types', 'timestamp')],
  indexed_names: [{ name: 'by_adding', key: keyOf('tenant_id', 'added_by', 'added_on') }],
}

/**
 * Gives the interactions of the releases before the types that they are listed by, which are those that they were counted
 * by: all. As with facets, processes of such a release end first.
 */
async function fillTypes(db: Db): Promise<void> {
  const interactions = db.collection<InteractionDocument>('interactions')
  for (;;) {
    const found = await interactions
      .find({ types: { $exists: false } }, { limit: FILLED_AT_ONCE, projection: { classifications: 1 } })
      .toArray()
    if (found.length === 0) return
    const updates = found.map(({ _id, classifications }) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { types: [...new Set(classifications.map(({ type }) => type))] } },
      },
    }))
    await interactions.bulkWrite(updates, { ordered: false })
  }
}

/** They carry entries of the audit log as well. */
const AUDITED_INDEXES: typeof INDEXES = { webhooks: [BY_UNSENT], service_tokens: [BY_UNSENT], detectors: [BY_UNSENT] }

/** Sparse, yet null is a value: it counts those without an interaction as well, which no erasure asks for. */
const ERASURE_INDEXES: typeof INDEXES = {
  alerts: [{ name: 'by_interaction', key: keyOf('interaction_id'), sparse: true }],
}

/**
 * The schema, one step an entry; the database's schema version counts the steps it has. A step that was released is never
 * edited: a change is a new step.
 */
export const STEPS: readonly Step[] = [
  (db) => createIndexes(db, INDEXES),
  (db) => createIndexes(db, DELIVERY_INDEXES),
  (db) => createIndexes(db, CARRIER_INDEXES),
  (db) => createIndexes(db, DETECTOR_INDEXES),
  (db) => createIndexes(db, SIGHTING_INDEXES),
  async (db) => {
    await createIndexes(db, FACET_INDEXES)
    await fillFacets(db)
  },
  (db) => createIndexes(db, AUDITED_INDEXES),
  (db) => createIndexes(db, ERASURE_INDEXES),
  (db) => createIndexes(db, { erased_interactions: [{ name: 'by_time', key: keyOf('tenant_id', 'at') }] }),
  (db) => createIndexes(db, { inventory: [{ name: 'by_adding', key: keyOf('tenant_id', 'added_by', 'added_on') }] }),
  async (db) => {
    await createIndexes(db, TYPE_INDEXES)
    await fillTypes(db)
    await dropIndex(db, 'interactions', 'by_type')
    // mongo-java-server, on which this is tested, drops the indexes of that name of all collections.
    await createIndexes(db, { alerts: INDEXES.alerts ?? [] })
  },
  (db) => createIndexes(db, SECOND_FILTER_INDEXES),
  (db) => createIndexes(db, { service_switches: [BY_UNSENT, listIndex('by_creation', 'created_at')] }),
  (db) => {
    const byEnd = { name: 'by_end', key: keyOf('expires_at') }
    return createIndexes(db, { exceptions: [BY_UNSENT, listIndex('by_creation', 'created_at'), byEnd] })
  },
  (db) =>
    createIndexes(db, {
      users: [{ name: 'by_identity', key: keyOf('identity_key'), unique: true, sparse: true }],
    }),
  (db) => createIndexes(db, SCIM_INDEXES),
  (db) => createIndexes(db, { legal_holds: [BY_UNSENT, listIndex('by_creation', 'created_at')] }),
  (db) => createIndexes(db, { alerts: ALERT_SUBJECT_INDEXES }),
  (db) => createIndexes(db, { proxy_instances: [listIndex('by_tenant')] }),
  async (db) => {
    await dropIndex(db, 'deliveries', 'by_interaction')
    await createIndexes(db, DELIVERED_EVENT_INDEXES)
    await moveEvents(db)
  },
]

const DELIVERED_EVENT_INDEXES: typeof INDEXES = {
  deliveries: [
    { name: 'by_event', key: keyOf('event_id') },
    { name: 'by_waiting', key: keyOf('pending_for', 'pending_bytes'), sparse: true },
  ],
  delivered_events: [
    { name: 'by_interaction', key: keyOf('interaction_id'), sparse: true },
    { name: 'by_delivery', key: keyOf('tenant_id', 'delivery_at') },
  ],
}

const SCIM_INDEXES: typeof INDEXES = {
  users: [
    { name: 'by_scim_name', key: keyOf('scim_key'), unique: true, sparse: true },
    { name: 'by_scim_external_id', key: keyOf('tenant_id', 'scim.external_id') },
  ],
  scim_groups: [
    BY_UNSENT,
    listIndex('by_creation', 'created_at'),
    listIndex('by_name', 'display_name'),
    listIndex('by_external_id', 'external_id'),
    listIndex('by_member', 'members'),
  ],
}

/** Each filter of alerts in the other order of lists, and what the log is filtered by together. */
const SECOND_FILTER_INDEXES: typeof INDEXES = {
  alerts: (['status', 'severity', 'type', 'user_id'] as const).map((field) =>
    listIndex(`by_${field}_update`, field, 'updated_at', 'created_at'),
  ),
  audit_log: [{ name: 'by_kind', key: keyOf('tenant_id', 'action', 'target_type', 'number') }],
}

/** What alerts are about, in both orders of lists. */
const ALERT_SUBJECT_INDEXES = ['platform_id', 'policy_ids'].flatMap((field) => [
  listIndex(`by_${field}`, field, 'created_at'),
  listIndex(`by_${field}_update`, field, 'updated_at', 'created_at'),
])

/** Another process may have dropped it, and newer databases never had it. */
async function dropIndex(db: Db, collection: string, name: string): Promise<void> {
  const indexes = await db.collection(collection).indexes()
  if (indexes.some((index) => index.name === name)) await db.collection(collection).dropIndex(name)
}

async function createIndexes(db: Db, all: typeof INDEXES): Promise<void> {
  for (const [collection, indexes] of Object.entries(all)) await db.collection(collection).createIndexes([...indexes])
}
