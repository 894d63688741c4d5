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
    -- The fields that nothing is searched by, as JSON.
    document TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX interactions_by_id ON interactions (tenant, id);
  CREATE INDEX interactions_by_time ON interactions (tenant, at);
  CREATE INDEX interactions_by_risk ON interactions (tenant, risk, at);
  CREATE INDEX interactions_by_platform ON interactions (tenant, platform, at);
  CREATE INDEX interactions_by_source ON interactions (tenant, source, at);
  CREATE INDEX interactions_by_direction ON interactions (tenant, direction, at);
  CREATE INDEX interactions_by_user ON interactions (tenant, user, at) WHERE user IS NOT NULL;
  CREATE INDEX interactions_by_hash ON interactions (tenant, content_hash, at);

  CREATE TABLE interaction_types (
    tenant INTEGER NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    interaction INTEGER NOT NULL,
    PRIMARY KEY (tenant, type, at, interaction)
  ) STRICT, WITHOUT ROWID;
  `,
]
