import { DatabaseSync } from 'node:sqlite'

/** A database as SQL text: small, and to be read in a review. Its first line sets the version of the schema. */
export function dumpDatabase(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    const objects = db.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all()
    const parts = (type: string) => objects.filter((one) => one.type === type).map(({ sql }) => `${sql};`)
    const tables = objects.filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'))
    const rows = tables.flatMap(({ name }) => rowsOf(db, String(name)))
    const schema = tables.map(({ sql }) => `${sql};`)
    // Triggers come last: what they add up is among the rows.
    return [`PRAGMA user_version = ${version};`, ...schema, ...rows, ...parts('index'), ...parts('trigger'), ''].join(
      '\n',
    )
  } finally {
    db.close()
  }
}

export function loadDatabase(file: string, dump: string): void {
  const db = new DatabaseSync(file)
  try {
    db.exec(dump)
  } finally {
    db.close()
  }
}

function rowsOf(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all()
  const quoted = columns.map(({ name }) => `quote("${String(name)}")`).join(" || ', ' || ")
  const values = db.prepare(`SELECT ${quoted} AS row FROM ${table}`).all()
  return values.map(({ row }) => `INSERT INTO ${table} VALUES (${String(row)});`)
}
