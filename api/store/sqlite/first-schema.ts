import { countChanges } from './change-triggers.ts'

/** The tables of the first release: the first step of the schema (migrations.ts), never edited. */
export const FIRST_SCHEMA = `

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
`
