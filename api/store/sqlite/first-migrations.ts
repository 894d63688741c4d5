import { countChanges } from './change-triggers.ts'
import { FIRST_SCHEMA } from './first-schema.ts'

/** What a delivery has of its attempts. */
export const DELIVERY_COURSE = `created_at TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts TEXT NOT NULL,
    next_attempt_at TEXT,
    -- Where it is pending: next_attempt_at, or the end of the lease of whoever has claimed it.
    due_at TEXT,
    claim TEXT`

/** The oldest steps of the schema (migrations.ts). */
export const FIRST_MIGRATIONS: readonly string[] = [
  FIRST_SCHEMA,
  `
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    active INTEGER NOT NULL,
    headers TEXT NOT NULL,
    auth_token TEXT,
    signing_secret TEXT NOT NULL,
    previous_secret TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    last_delivery TEXT,
    delivery_count INTEGER NOT NULL,
    -- How many of its deliveries are pending: kept by the triggers below.
    pending INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX webhooks_by_creation ON webhooks (tenant_id, created_at, id);
  CREATE INDEX webhooks_active ON webhooks (tenant_id, id) WHERE active = 1;
  -- Whose deliveries are still being deleted.
  CREATE TABLE deleted_webhooks (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  -- Deliveries that were not written, since the backlog was full. It outlives its webhook: the sum only grows.
  CREATE TABLE overflows (webhook_id TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    interaction_id TEXT,
    body TEXT NOT NULL,
    ${DELIVERY_COURSE}
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_creation ON deliveries (webhook_id, created_at, id);
  CREATE INDEX deliveries_by_interaction ON deliveries (interaction_id) WHERE interaction_id IS NOT NULL;
  CREATE TRIGGER delivery_inserted AFTER INSERT ON deliveries WHEN NEW.state = 'pending' BEGIN
    UPDATE webhooks SET pending = pending + 1 WHERE id = NEW.webhook_id;
  END;
  CREATE TRIGGER delivery_ended AFTER UPDATE OF state ON deliveries
    WHEN OLD.state = 'pending' AND NEW.state <> 'pending' BEGIN
    UPDATE webhooks SET pending = pending - 1 WHERE id = NEW.webhook_id;
  END;
  CREATE TRIGGER delivery_deleted AFTER DELETE ON deliveries WHEN OLD.state = 'pending' BEGIN
    UPDATE webhooks SET pending = pending - 1 WHERE id = OLD.webhook_id;
  END;
  ${countChanges('webhooks', [
    'url',
    'events',
    'description',
    'active',
    'headers',
    'auth_token',
    'signing_secret',
    'previous_secret',
  ])}
  `,
  `
  -- Numbers of users, by whose binary digits lists are filtered (bitmap-index/user-numbers.ts).
  CREATE TABLE interaction_users (
    tenant INTEGER NOT NULL,
    user BLOB NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (tenant, user)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX interaction_users_by_number ON interaction_users (tenant, number);
  INSERT INTO interaction_users (tenant, user, number)
    SELECT tenant, user, row_number() OVER (PARTITION BY tenant ORDER BY user)
    FROM (SELECT DISTINCT tenant, user FROM interactions WHERE user IS NOT NULL);
  DROP INDEX interactions_by_user;
  -- The segments there are know nothing of them: the next batch of the tenant builds them anew.
  DELETE FROM segments;
  DELETE FROM segment_bits;
  UPDATE interaction_heads SET sealed = 0, sealed_revision = sealed_revision + 1;
  `,
  `
  -- How many alerts are open: kept by the triggers, so that a dashboard counts none.
  CREATE TABLE open_alerts (tenant_id TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO open_alerts (tenant_id, count)
    SELECT tenant_id, count(*) FROM alerts WHERE status = 'open' GROUP BY tenant_id;
  CREATE TRIGGER open_alert_inserted AFTER INSERT ON alerts WHEN NEW.status = 'open' BEGIN
    INSERT INTO open_alerts (tenant_id, count) VALUES (NEW.tenant_id, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER alert_opened_again AFTER UPDATE OF status ON alerts
    WHEN OLD.status <> 'open' AND NEW.status = 'open' BEGIN
    UPDATE open_alerts SET count = count + 1 WHERE tenant_id = NEW.tenant_id;
  END;
  CREATE TRIGGER open_alert_resolved AFTER UPDATE OF status ON alerts
    WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
    UPDATE open_alerts SET count = count - 1 WHERE tenant_id = NEW.tenant_id;
  END;
  CREATE TRIGGER open_alert_deleted AFTER DELETE ON alerts WHEN OLD.status = 'open' BEGIN
    UPDATE open_alerts SET count = count - 1 WHERE tenant_id = OLD.tenant_id;
  END;
  `,
  `
  ALTER TABLE users ADD COLUMN proxy_token_hash TEXT;
  `,
  `
  -- What tenants add to the built-in detectors.
  CREATE TABLE detectors (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    kind TEXT NOT NULL,
    rule TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    version INTEGER NOT NULL,
    UNIQUE (tenant_id, name)
  ) STRICT;
  CREATE INDEX detectors_by_creation ON detectors (tenant_id, created_at, id);
  ${countChanges('detectors')}
  `,
  `
  -- What proxies have reported of AI services; kept for a day, so that a report that is sent again is known.
  CREATE TABLE sighting_batches (
    tenant INTEGER NOT NULL,
    id BLOB NOT NULL,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sighting_batches_by_time ON sighting_batches (at);
  `,
  `
  -- One row, which is written to see whether the database can be written to.
  CREATE TABLE write_probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
  `,
  `
  -- What lists are filtered by that has no column of its own (api/store/facets.ts). Rows of the releases before are given
  -- theirs when the store is opened, and segments are built anew.
  ALTER TABLE interactions ADD COLUMN facets TEXT;
  -- The last ten digits of an id: what a refusal names.
  CREATE INDEX interactions_by_reference ON interactions (tenant, substr(id, 12));
  -- In the order of lists, so that a page of one text sent over and over is read without the others.
  DROP INDEX interactions_by_hash;
  CREATE INDEX interactions_by_hash ON interactions (tenant, hash_prefix, at, id);
  -- Which rows of the tail have changed, so that what is in memory can be patched.
  CREATE TABLE tail_changes (
    tenant INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (tenant, revision, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX segment_bits_by_segment ON segment_bits (tenant, segment);
  DELETE FROM segments;
  DELETE FROM segment_bits;
  UPDATE interaction_heads SET sealed = 0, sealed_revision = sealed_revision + 1;
  `,
  `
  -- Rows of the releases before, whose content hashes are still to be sealed: none, once that is done.
  CREATE INDEX interactions_by_plain_hash ON interactions (number) WHERE length(content_hash) = 32;
  `,
  `
  -- Entries are sealed with a key that is not in here; those before have no seal.
  CREATE TABLE audit_seals (id TEXT PRIMARY KEY, key_id TEXT NOT NULL, mac TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- Whether what products say of themselves is left out of the findings.
  ALTER TABLE tenants ADD COLUMN own_words INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- One row: what retention remembers of the clock it deletes by.
  CREATE TABLE retention_clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seen_at TEXT NOT NULL,
    held_until TEXT
  ) STRICT;
  `,
  `
  -- What an interaction that is erased has raised.
  CREATE INDEX alerts_by_interaction ON alerts (interaction_id) WHERE interaction_id IS NOT NULL;
  `,
  `
  -- Keyed hashes of the ids of interactions that were erased (api/store/erased-ids.ts).
  CREATE TABLE erased_interactions (
    tenant_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX erased_interactions_by_time ON erased_interactions (tenant_id, at);
  `,
  `
  -- Who has named a service first, and on which day: what each sender adds in a day is bounded (api/store/new-names.ts).
  ALTER TABLE inventory ADD COLUMN added_by TEXT;
  ALTER TABLE inventory ADD COLUMN added_on TEXT;
  CREATE INDEX inventory_by_adding ON inventory (tenant, added_by, added_on) WHERE added_by IS NOT NULL;
  `,
]
