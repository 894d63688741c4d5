import { countChanges } from './change-triggers.ts'

/**
 * The schema, one step an entry; the database's user_version counts the steps it has. A step that was released is never
 * edited: a change is a new step.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tenants (
    -- The tenant as the interactions table knows it: four bytes in every index entry instead of 36.
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL,
    display_name TEXT NOT NULL,
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_login TEXT,
    password_hash TEXT,
    session_version INTEGER NOT NULL,
    kept_session TEXT,
    invited_by TEXT,
    invitation_hash TEXT,
    invitation_expires_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX users_by_email ON users (tenant_id, email);
  CREATE INDEX users_by_creation ON users (tenant_id, created_at, id);
  CREATE INDEX users_by_address ON users (email);
  CREATE UNIQUE INDEX users_by_invitation ON users (invitation_hash) WHERE invitation_hash IS NOT NULL;

  CREATE TABLE policies (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    rules TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    version INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX policies_by_name ON policies (tenant_id, name);
  CREATE INDEX policies_by_priority ON policies (tenant_id, priority, created_at, id);
  CREATE INDEX policies_by_creation ON policies (tenant_id, created_at, id);

  CREATE TABLE service_tokens (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX service_tokens_by_name ON service_tokens (tenant_id, name);
  CREATE INDEX service_tokens_by_creation ON service_tokens (tenant_id, created_at, id);

  CREATE TABLE interactions (
    -- Given out by interaction_heads: the tenant's own count, so that its rows stand together (bitmap-index/tables.ts).
    number INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL,
    id BLOB NOT NULL,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    platform TEXT NOT NULL,
    risk REAL NOT NULL,
    source TEXT NOT NULL,
    direction TEXT NOT NULL,
    user BLOB,
    content_hash BLOB NOT NULL,
    -- The first six bytes of content_hash: as good as all of it to find the rows, in a third of the space.
    hash_prefix INTEGER NOT NULL,
    -- The types of its findings, each once, with blanks between.
    types TEXT NOT NULL,
    -- The fields that nothing is searched by, as JSON.
    document TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX interactions_by_id ON interactions (tenant, id);
  CREATE INDEX interactions_by_user ON interactions (tenant, user, at) WHERE user IS NOT NULL;
  CREATE INDEX interactions_by_hash ON interactions (tenant, hash_prefix);

  -- What lists are filtered and sorted by, in segments of rows (bitmap-index/tenant-index.ts).
  CREATE TABLE interaction_heads (
    tenant INTEGER PRIMARY KEY,
    next INTEGER NOT NULL,
    sealed INTEGER NOT NULL,
    sealed_revision INTEGER NOT NULL,
    tail_revision INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE segments (
    tenant INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    size INTEGER NOT NULL,
    min_at INTEGER NOT NULL,
    max_at INTEGER NOT NULL,
    -- The sealed_revision of the head when this segment was built.
    revision INTEGER NOT NULL,
    times BLOB NOT NULL,
    offsets BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX segments_by_tenant ON segments (tenant, segment, revision, size, min_at, max_at);
  CREATE TABLE segment_bits (
    tenant INTEGER NOT NULL,
    key TEXT NOT NULL,
    segment INTEGER NOT NULL,
    bits BLOB NOT NULL,
    PRIMARY KEY (tenant, key, segment)
  ) STRICT, WITHOUT ROWID;

  -- unit and bucket: milliseconds of an hour or a day, and how many of them since 1970.
  CREATE TABLE counters (
    tenant INTEGER NOT NULL,
    unit INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    value TEXT NOT NULL,
    interactions INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    coached INTEGER NOT NULL,
    logged INTEGER NOT NULL,
    high_risk INTEGER NOT NULL,
    PRIMARY KEY (tenant, unit, dimension, bucket, value)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE inventory (
    tenant INTEGER NOT NULL,
    platform TEXT NOT NULL,
    status TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    interactions INTEGER NOT NULL,
    -- Distinct ones: how many rows inventory_users has.
    users INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    coached INTEGER NOT NULL,
    tunnelled INTEGER NOT NULL,
    risk_sum REAL NOT NULL,
    risk_max REAL NOT NULL,
    PRIMARY KEY (tenant, platform)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE inventory_users (
    tenant INTEGER NOT NULL,
    platform TEXT NOT NULL,
    user BLOB NOT NULL,
    interactions INTEGER NOT NULL,
    PRIMARY KEY (tenant, platform, user)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    type TEXT NOT NULL,
    -- 0 low to 3 critical, so that it sorts.
    severity INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    interaction_id TEXT,
    user_id TEXT,
    platform_id TEXT,
    policy_ids TEXT NOT NULL,
    count INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    resolved_at TEXT,
    resolved_by TEXT,
    deduplication_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alerts_by_creation ON alerts (tenant_id, created_at, id);
  CREATE INDEX alerts_by_update ON alerts (tenant_id, updated_at, created_at, id);
  CREATE INDEX alerts_by_severity ON alerts (tenant_id, severity, created_at, id);
  CREATE INDEX alerts_by_status ON alerts (tenant_id, status, created_at, id);
  CREATE INDEX alerts_by_type ON alerts (tenant_id, type, created_at, id);
  CREATE INDEX alerts_by_user ON alerts (tenant_id, user_id, created_at, id) WHERE user_id IS NOT NULL;
  CREATE INDEX alerts_open ON alerts (tenant_id, deduplication_key, created_at) WHERE status = 'open';

  CREATE TABLE audit_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    actor_id TEXT,
    actor_email TEXT,
    action TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT,
    ip TEXT,
    details TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_number ON audit_log (tenant_id, number);
  CREATE INDEX audit_by_actor ON audit_log (tenant_id, actor_id, number);
  CREATE INDEX audit_by_action ON audit_log (tenant_id, action, number);
  CREATE INDEX audit_by_target ON audit_log (tenant_id, target_type, target_id, number);
  CREATE INDEX audit_by_time ON audit_log (tenant_id, timestamp, number);
  CREATE TRIGGER audit_is_not_edited BEFORE UPDATE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log only grows');
  END;
  CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log only grows');
  END;

  CREATE TABLE changes (
    tenant_id TEXT NOT NULL,
    topic TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, topic)
  ) STRICT, WITHOUT ROWID;
  ${countChanges('users')}
  ${countChanges('policies')}
  ${countChanges('service_tokens')}
  `,
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
    created_at TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts TEXT NOT NULL,
    next_attempt_at TEXT,
    -- Where it is pending: next_attempt_at, or the end of the lease of whoever has claimed it.
    due_at TEXT,
    claim TEXT
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
]
