/** What a provisioning client keeps: a step of the schema (migrations.ts), never edited. */
export const SCIM_SCHEMA = `
  -- As JSON (ScimRecord of user-store.ts), with what users are found by; NULL where nobody provisions the user.
  ALTER TABLE users ADD COLUMN scim TEXT;
  ALTER TABLE users ADD COLUMN scim_user_name TEXT;
  ALTER TABLE users ADD COLUMN scim_external_id TEXT;
  CREATE UNIQUE INDEX users_by_scim_name ON users (tenant_id, scim_user_name) WHERE scim_user_name IS NOT NULL;
  CREATE INDEX users_by_scim_external_id ON users (tenant_id, scim_external_id) WHERE scim_external_id IS NOT NULL;
  CREATE TABLE scim_groups (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    display_name TEXT NOT NULL,
    external_id TEXT,
    -- A JSON list of the ids of users.
    members TEXT NOT NULL,
    created_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX scim_groups_by_creation ON scim_groups (tenant_id, created_at, id);
  CREATE INDEX scim_groups_by_name ON scim_groups (tenant_id, display_name);
  CREATE INDEX scim_groups_by_external_id ON scim_groups (tenant_id, external_id);
  `

/** The groups of each user, found without a look into all of them: a later step. */
export const SCIM_MEMBERS = `
  CREATE TABLE scim_members (
    user_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    PRIMARY KEY (user_id, group_id)
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO scim_members (user_id, group_id)
    SELECT member.value, scim_groups.id FROM scim_groups, json_each(scim_groups.members) AS member;
  `
