/**
 * The policies of each alert, with all that lists are filtered by and in the order of each list, so that those of one policy
 * are read as fast as all: a step of the schema (migrations.ts), never edited. Triggers keep it; what an alert is about and when
 * it was raised never change. Alerts that are there already are added afterwards (alert-policy-fill.ts): this step once did so itself, and a database
 * that has it from then is the same.
 */
export const ALERT_POLICY_SCHEMA = `
  DROP TRIGGER alert_names_policies;
  DROP TRIGGER alert_names_policies_no_longer;
  DROP TABLE alert_policies;
  CREATE TABLE alert_policies (
    tenant_id TEXT NOT NULL,
    policy_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    severity INTEGER NOT NULL,
    type TEXT NOT NULL,
    user_id TEXT,
    platform_id TEXT,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (tenant_id, policy_id, created_at, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE alert_policy_fill (after TEXT NOT NULL) STRICT;
  INSERT INTO alert_policy_fill (after) SELECT '' WHERE EXISTS (SELECT 1 FROM alerts);
  CREATE INDEX alert_policies_by_update ON alert_policies
    (tenant_id, policy_id, updated_at, created_at, id, status, severity, type, user_id, platform_id);
  CREATE INDEX alert_policies_by_severity ON alert_policies
    (tenant_id, policy_id, severity, created_at, id, status, type, user_id, platform_id);
  CREATE TRIGGER alert_names_policies AFTER INSERT ON alerts WHEN NEW.policy_ids <> '[]' BEGIN
    INSERT OR IGNORE INTO alert_policies
        (tenant_id, policy_id, created_at, id, status, severity, type, user_id, platform_id, updated_at)
      SELECT NEW.tenant_id, value, NEW.created_at, NEW.id, NEW.status, NEW.severity, NEW.type, NEW.user_id,
        NEW.platform_id, NEW.updated_at
      FROM json_each(NEW.policy_ids);
  END;
  CREATE TRIGGER alert_of_policies_changes AFTER UPDATE OF status, severity, user_id, updated_at ON alerts
    WHEN NEW.policy_ids <> '[]' BEGIN
    UPDATE alert_policies
      SET status = NEW.status, severity = NEW.severity, user_id = NEW.user_id, updated_at = NEW.updated_at
      WHERE tenant_id = NEW.tenant_id AND created_at = NEW.created_at AND id = NEW.id
        AND policy_id IN (SELECT value FROM json_each(NEW.policy_ids));
  END;
  CREATE TRIGGER alert_names_policies_no_longer AFTER DELETE ON alerts WHEN OLD.policy_ids <> '[]' BEGIN
    DELETE FROM alert_policies WHERE tenant_id = OLD.tenant_id AND created_at = OLD.created_at AND id = OLD.id
      AND policy_id IN (SELECT value FROM json_each(OLD.policy_ids));
  END;
`
