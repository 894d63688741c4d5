import { countChanges } from './change-triggers.ts'

interface DocumentTable {
  readonly plural: string
  /** Whether other processes hear of its changes. */
  readonly isWatched: boolean
}

/** The table of a resource, with its indexes. */
export function documentTable({ plural, isWatched }: DocumentTable): string {
  return `
  CREATE TABLE ${plural} (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    document TEXT NOT NULL,
    created_at TEXT NOT NULL AS (document ->> '$.created_at'),
    expires_at TEXT AS (document ->> '$.expires_at')
  ) STRICT;
  CREATE INDEX ${plural}_by_creation ON ${plural} (tenant_id, created_at, id);
  CREATE INDEX ${plural}_by_end ON ${plural} (expires_at) WHERE expires_at IS NOT NULL;
  ${isWatched ? countChanges(plural) : ''}`
}

/** Moves what an earlier schema kept beside columns of its own. */
export function moveToDocumentTable({ plural, isWatched }: DocumentTable): string {
  return `
  CREATE TEMP TABLE moved AS SELECT id, tenant_id, document FROM ${plural};
  DROP TABLE ${plural};
  ${documentTable({ plural, isWatched: false })}
  INSERT INTO ${plural} (id, tenant_id, document) SELECT id, tenant_id, document FROM moved;
  DROP TABLE moved;
  ${isWatched ? countChanges(plural) : ''}`
}
