/** What alerts are about and what came of them: a step of the schema (migrations.ts), never edited. */
export const ALERT_SUBJECT_SCHEMA = `
  -- NULL where who resolved it said nothing of the kind.
  ALTER TABLE alerts ADD COLUMN resolution TEXT;
  ALTER TABLE alerts ADD COLUMN note TEXT;
  -- As before (alert-queries.ts), and with the service; those without user and service stay.
  DROP INDEX alerts_by_update;
  DROP INDEX alerts_by_severity;
  DROP INDEX alerts_by_user;
  CREATE INDEX alerts_by_update ON alerts
    (tenant_id, updated_at, created_at, id, status, severity, type, user_id, platform_id);
  CREATE INDEX alerts_by_severity ON alerts
    (tenant_id, severity, created_at, id, status, type, user_id, platform_id);
  CREATE INDEX alerts_by_user ON alerts (tenant_id, user_id, created_at, id, status, severity, type, platform_id)
    WHERE user_id IS NOT NULL;
  CREATE INDEX alerts_by_platform ON alerts (tenant_id, platform_id, created_at, id, status, severity, type)
    WHERE platform_id IS NOT NULL;
  -- The policies of each alert, which never change: kept by the triggers. A later step makes it anew (ALERT_POLICY_SCHEMA): those of before are not added here.
  CREATE TABLE alert_policies (
    tenant_id TEXT NOT NULL,
    policy_id TEXT NOT NULL,
    alert_id TEXT NOT NULL,
    PRIMARY KEY (tenant_id, policy_id, alert_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER alert_names_policies AFTER INSERT ON alerts WHEN NEW.policy_ids <> '[]' BEGIN
    INSERT OR IGNORE INTO alert_policies (tenant_id, policy_id, alert_id)
      SELECT NEW.tenant_id, value, NEW.id FROM json_each(NEW.policy_ids);
  END;
  CREATE TRIGGER alert_names_policies_no_longer AFTER DELETE ON alerts WHEN OLD.policy_ids <> '[]' BEGIN
    DELETE FROM alert_policies WHERE tenant_id = OLD.tenant_id AND alert_id = OLD.id
      AND policy_id IN (SELECT value FROM json_each(OLD.policy_ids));
  END;
`
