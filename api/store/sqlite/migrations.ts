import { ALERT_POLICY_SCHEMA } from './alert-policy-schema.ts'
import { ALERT_SUBJECT_SCHEMA } from './alert-subject-schema.ts'
import { countChanges } from './change-triggers.ts'
import { DELIVERED_EVENTS_SCHEMA } from './delivered-events-schema.ts'
import { moveToDocumentTable } from './document-table.ts'
import { FIRST_MIGRATIONS } from './first-migrations.ts'
import { SCIM_MEMBERS, SCIM_SCHEMA } from './scim-schema.ts'

/**
 * The schema, one step an entry; the database's user_version counts the steps it has. A step that was released is never
 * edited: a change is a new step.
 */
export const MIGRATIONS: readonly string[] = [
  ...FIRST_MIGRATIONS,
  `
  -- One row: the keys of this installation, of no use without WEIR_JWT_SECRET (api/keys/material.ts).
  CREATE TABLE keyring (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, keys TEXT NOT NULL) STRICT;
  `,
  `
  -- DRIVING_LICENCE is called DRIVING_LICENSE. Where some were found, segments are built anew.
  DELETE FROM segments WHERE EXISTS (SELECT 1 FROM interactions WHERE instr(types, 'DRIVING_LICENCE') > 0);
  DELETE FROM segment_bits WHERE EXISTS (SELECT 1 FROM interactions WHERE instr(types, 'DRIVING_LICENCE') > 0);
  UPDATE interaction_heads SET sealed = 0, sealed_revision = sealed_revision + 1
    WHERE EXISTS (SELECT 1 FROM interactions WHERE instr(types, 'DRIVING_LICENCE') > 0);
  UPDATE interactions SET document = replace(document, '"DRIVING_LICENCE"', '"DRIVING_LICENSE"'),
      types = trim(replace(' ' || types || ' ', ' DRIVING_LICENCE ', ' DRIVING_LICENSE '))
    WHERE instr(types, 'DRIVING_LICENCE') > 0 OR instr(document, '"DRIVING_LICENCE"') > 0;
  INSERT INTO counters (tenant, unit, dimension, bucket, value, interactions, blocked, coached, logged, high_risk)
    SELECT tenant, unit, dimension, bucket, 'DRIVING_LICENSE', interactions, blocked, coached, logged, high_risk
    FROM counters WHERE dimension = 'classification' AND value = 'DRIVING_LICENCE'
    ON CONFLICT DO UPDATE SET interactions = interactions + excluded.interactions,
      blocked = blocked + excluded.blocked, coached = coached + excluded.coached, logged = logged + excluded.logged,
      high_risk = high_risk + excluded.high_risk;
  DELETE FROM counters WHERE dimension = 'classification' AND value = 'DRIVING_LICENCE';
  `,
  `
  -- When a token was used last: apart from the tokens, whose changes every process hears of.
  CREATE TABLE service_token_uses (id TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- The number of the entry within its tenant's log, which its seal covers; null where the seal does not.
  ALTER TABLE audit_seals ADD COLUMN place INTEGER;
  -- One row: where the logs ended when seals began to cover the number (api/anchor/checkpoint.ts).
  CREATE TABLE audit_checkpoint (id INTEGER PRIMARY KEY CHECK (id = 1), checkpoint TEXT NOT NULL) STRICT;
  `,
  `
  -- Types of findings and ids of policies that lists and statistics know, who has named each first, and on which day
  -- (api/store/indexed-names.ts).
  CREATE TABLE indexed_names (
    tenant INTEGER NOT NULL,
    name TEXT NOT NULL,
    added_by TEXT,
    added_on TEXT NOT NULL,
    PRIMARY KEY (tenant, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX indexed_names_by_adding ON indexed_names (tenant, added_by, added_on) WHERE added_by IS NOT NULL;
  INSERT INTO indexed_names (tenant, name, added_on)
    SELECT DISTINCT tenant, 'type ' || value, '' FROM counters WHERE dimension = 'classification';
  INSERT INTO indexed_names (tenant, name, added_on)
    SELECT number, 'policy ' || policies.id, '' FROM policies JOIN tenants ON tenants.id = policies.tenant_id;
  -- Whole documents of large interactions, whose rows have a short form (api/store/short-form.ts).
  CREATE TABLE interaction_documents (number INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;
  -- A part of each row's content hash: a text that was sent over and over is filtered like anything else. Segments are
  -- built anew.
  ALTER TABLE segments ADD COLUMN hashes BLOB;
  DELETE FROM segments;
  DELETE FROM segment_bits;
  UPDATE interaction_heads SET sealed = 0, sealed_revision = sealed_revision + 1;
  `,
  `
  -- What rows are looked up by is kept by segments (bitmap-index/lookups.ts), which are built anew: an index by a random
  -- key cost more than all else that is written of an interaction.
  DROP INDEX interactions_by_hash;
  DROP INDEX interactions_by_reference;
  CREATE TABLE lookups (
    tenant INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    first INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (tenant, segment, kind, first)
  ) STRICT, WITHOUT ROWID;
  DELETE FROM segments;
  DELETE FROM segment_bits;
  UPDATE interaction_heads SET sealed = 0, sealed_revision = sealed_revision + 1;
  `,
  `
  -- A JSON list of the sessions that their user ended one by one.
  ALTER TABLE users ADD COLUMN ended_sessions TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- Each in the order of a list, with all that lists are filtered by (alert-queries.ts).
  DROP INDEX alerts_by_creation;
  DROP INDEX alerts_by_update;
  DROP INDEX alerts_by_severity;
  DROP INDEX alerts_by_status;
  DROP INDEX alerts_by_type;
  DROP INDEX alerts_by_user;
  CREATE INDEX alerts_by_creation ON alerts (tenant_id, created_at, id, status, severity, type);
  CREATE INDEX alerts_by_update ON alerts (tenant_id, updated_at, created_at, id, status, severity, type, user_id);
  CREATE INDEX alerts_by_severity ON alerts (tenant_id, severity, created_at, id, status, type, user_id);
  CREATE INDEX alerts_by_status ON alerts (tenant_id, status, created_at, id, severity, type);
  CREATE INDEX alerts_by_user ON alerts (tenant_id, user_id, created_at, id, status, severity, type)
    WHERE user_id IS NOT NULL;
  -- How many there are of each kind: kept by the triggers, so that no list counts them.
  CREATE TABLE alert_counts (
    tenant_id TEXT NOT NULL,
    status TEXT NOT NULL,
    severity INTEGER NOT NULL,
    type TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, status, severity, type)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO alert_counts (tenant_id, status, severity, type, count)
    SELECT tenant_id, status, severity, type, count(*) FROM alerts GROUP BY tenant_id, status, severity, type;
  CREATE TRIGGER alert_counted AFTER INSERT ON alerts BEGIN
    INSERT INTO alert_counts (tenant_id, status, severity, type, count)
      VALUES (NEW.tenant_id, NEW.status, NEW.severity, NEW.type, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER alert_counted_anew AFTER UPDATE OF status, severity ON alerts
    WHEN OLD.status <> NEW.status OR OLD.severity <> NEW.severity BEGIN
    UPDATE alert_counts SET count = count - 1 WHERE tenant_id = OLD.tenant_id AND status = OLD.status
      AND severity = OLD.severity AND type = OLD.type;
    INSERT INTO alert_counts (tenant_id, status, severity, type, count)
      VALUES (NEW.tenant_id, NEW.status, NEW.severity, NEW.type, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER alert_no_longer_counted AFTER DELETE ON alerts BEGIN
    UPDATE alert_counts SET count = count - 1 WHERE tenant_id = OLD.tenant_id AND status = OLD.status
      AND severity = OLD.severity AND type = OLD.type;
  END;
  -- Of the audit log: each is in its order; the last has all that it is filtered by (audit-queries.ts).
  DROP INDEX audit_by_time;
  CREATE INDEX audit_by_kind ON audit_log (tenant_id, action, target_type, number);
  CREATE INDEX audit_by_all ON audit_log (tenant_id, number, actor_id, action, target_type, target_id, timestamp);
  `,
  `
  -- That clients refused our certificate, as JSON (RefusalSum); NULL where none has.
  ALTER TABLE inventory ADD COLUMN refused TEXT;
  `,
  `
  -- Which services the proxies of a tenant decrypt, and for whom (core/resources/service-switch.ts).
  CREATE TABLE service_switches (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    document TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT
  ) STRICT;
  CREATE INDEX service_switches_by_creation ON service_switches (tenant_id, created_at, id);
  ${countChanges('service_switches')}
  `,
  `
  -- What policies do not hold for (core/resources/exception.ts).
  CREATE TABLE exceptions (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    document TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX exceptions_by_creation ON exceptions (tenant_id, created_at, id);
  CREATE INDEX exceptions_by_end ON exceptions (expires_at);
  ${countChanges('exceptions')}
  `,
  `
  -- What single sign-on knows a user by (user-store.ts).
  ALTER TABLE users ADD COLUMN identity_issuer TEXT;
  ALTER TABLE users ADD COLUMN identity_subject TEXT;
  CREATE UNIQUE INDEX users_by_identity ON users (tenant_id, identity_issuer, identity_subject)
    WHERE identity_issuer IS NOT NULL;
  `,
  `
  -- Interactions of users, counted but not yet added to counters and inventory_users (user-counts.ts).
  CREATE TABLE user_counts (
    number INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL,
    -- How many since 1970.
    hour INTEGER NOT NULL,
    platform TEXT NOT NULL,
    user TEXT NOT NULL,
    interactions INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    coached INTEGER NOT NULL,
    logged INTEGER NOT NULL,
    high_risk INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- As JSON (SecondFactorRecord of user-store.ts); NULL where there is none.
  ALTER TABLE users ADD COLUMN second_factor TEXT;
  `,
  `
  -- Interactions of operations that the catalogue does not know, and when the last one came.
  ALTER TABLE inventory ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE inventory ADD COLUMN unknown_last INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- A JSON list (SessionRecord of user-store.ts). Who is signed in during the upgrade signs in once more.
  ALTER TABLE users ADD COLUMN sessions TEXT NOT NULL DEFAULT '[]';
  `,
  SCIM_SCHEMA,
  `
  -- What must be kept (core/resources/legal-hold.ts).
  CREATE TABLE legal_holds (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    document TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX legal_holds_by_creation ON legal_holds (tenant_id, created_at, id);
  `,
  SCIM_MEMBERS,
  ALERT_SUBJECT_SCHEMA,
  `
  -- What proxies said of themselves last (proxy-instances.ts).
  CREATE TABLE proxy_instances (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    instance_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (tenant_id, instance_id)
  ) STRICT, WITHOUT ROWID;
  `,
  ALERT_POLICY_SCHEMA,
  `
  -- The alert that was added to alert_policies last, where some are still to be (alert-policy-fill.ts). Missing where that step added them all.
  CREATE TABLE IF NOT EXISTS alert_policy_fill (after TEXT NOT NULL) STRICT;
  `,
  `
  -- What interactions count as in an hour, not yet added to counters (counters.ts).
  CREATE TABLE waiting_counts (
    number INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL,
    -- How many since 1970.
    hour INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    value TEXT NOT NULL,
    interactions INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    coached INTEGER NOT NULL,
    logged INTEGER NOT NULL,
    high_risk INTEGER NOT NULL
  ) STRICT;
  `,
  DELIVERED_EVENTS_SCHEMA,
  // The plurals of today's resources: what a later one is called does not change this step.
  ['service_switches', 'exceptions']
    .map((plural) => moveToDocumentTable({ plural, isWatched: true }))
    .concat(moveToDocumentTable({ plural: 'legal_holds', isWatched: false }))
    .join(''),
]
