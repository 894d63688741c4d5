/**
 * Counts every change of a table that other processes must hear of, whichever process makes it (api/store/change-feed.ts).
 * @param columns what they must hear of, if that is not every column
 */
export function countChanges(table: string, columns: readonly string[] = []): string {
  const of = columns.length === 0 ? '' : ` OF ${columns.join(', ')}`
  const count = (row: 'NEW' | 'OLD') => `
    INSERT INTO changes (tenant_id, topic, count) VALUES (${row}.tenant_id, '${table}', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;`
  return `
  CREATE TRIGGER ${table}_inserted AFTER INSERT ON ${table} BEGIN ${count('NEW')} END;
  CREATE TRIGGER ${table}_updated AFTER UPDATE${of} ON ${table} BEGIN ${count('NEW')} END;
  CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN ${count('OLD')} END;`
}
