import { DELIVERY_COURSE } from './first-migrations.ts'

/**
 * The events of deliveries, each once, however many webhooks get it: its body may be long, and there may be a hundred of them. What the
 * rows of deliveries had of it before is moved. The bytes of a body stay what they were when it was written: they are what `pending_bytes` of
 * webhooks is made of, which is kept by the triggers as `pending` is.
 */
export const DELIVERED_EVENTS_SCHEMA = `
  CREATE TABLE delivered_events (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_id TEXT NOT NULL,
    type TEXT NOT NULL,
    interaction_id TEXT,
    bytes INTEGER NOT NULL,
    -- Empty if it was erased.
    body TEXT NOT NULL
  ) STRICT;
  INSERT INTO delivered_events (id, tenant_id, type, interaction_id, bytes, body)
    SELECT event_id, tenant_id, event_type, max(interaction_id), length(CAST(max(body) AS BLOB)), max(body)
    FROM deliveries GROUP BY event_id ORDER BY min(number);
  CREATE INDEX delivered_events_by_interaction ON delivered_events (interaction_id) WHERE interaction_id IS NOT NULL;

  -- Its triggers and indexes go with it.
  ALTER TABLE deliveries RENAME TO former_deliveries;
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    -- The number of a delivered event.
    event INTEGER NOT NULL,
    ${DELIVERY_COURSE}
  ) STRICT;
  INSERT INTO deliveries (number, id, tenant_id, webhook_id, event, created_at, state, attempts, next_attempt_at, due_at, claim)
    SELECT d.number, d.id, d.tenant_id, d.webhook_id, e.number, d.created_at, d.state, d.attempts, d.next_attempt_at, d.due_at, d.claim
    FROM former_deliveries d JOIN delivered_events e ON e.id = d.event_id ORDER BY d.number;
  DROP TABLE former_deliveries;
  CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_creation ON deliveries (webhook_id, created_at, id);
  CREATE INDEX deliveries_by_event ON deliveries (event);

  ALTER TABLE webhooks ADD COLUMN pending_bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE webhooks SET pending_bytes = (SELECT coalesce(sum(e.bytes), 0) FROM deliveries d JOIN delivered_events e ON e.number = d.event
    WHERE d.webhook_id = webhooks.id AND d.state = 'pending');
  CREATE TRIGGER delivery_inserted AFTER INSERT ON deliveries WHEN NEW.state = 'pending' BEGIN
    UPDATE webhooks SET pending = pending + 1,
      pending_bytes = pending_bytes + (SELECT bytes FROM delivered_events WHERE number = NEW.event) WHERE id = NEW.webhook_id;
  END;
  CREATE TRIGGER delivery_ended AFTER UPDATE OF state ON deliveries
    WHEN OLD.state = 'pending' AND NEW.state <> 'pending' BEGIN
    UPDATE webhooks SET pending = pending - 1,
      pending_bytes = pending_bytes - (SELECT bytes FROM delivered_events WHERE number = NEW.event) WHERE id = NEW.webhook_id;
  END;
  CREATE TRIGGER delivery_deleted AFTER DELETE ON deliveries BEGIN
    UPDATE webhooks SET pending = pending - 1,
      pending_bytes = pending_bytes - (SELECT bytes FROM delivered_events WHERE number = OLD.event)
      WHERE id = OLD.webhook_id AND OLD.state = 'pending';
    -- With the last delivery of it.
    DELETE FROM delivered_events WHERE number = OLD.event AND NOT EXISTS (SELECT 1 FROM deliveries WHERE event = OLD.event);
  END;
`
