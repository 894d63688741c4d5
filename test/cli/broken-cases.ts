import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ExecutionContext } from 'ava'
import type { Machine } from '../../cli/doctor/machine.ts'
import { temporaryFolder } from '../support/temp.ts'

/** What is wrong, besides which nothing is looked at. */
export interface Broken {
  readonly env?: Readonly<Record<string, string>>
  readonly machine?: Partial<Machine>
  readonly now?: () => Date
}

export interface Case {
  readonly title: string
  readonly check: string
  readonly breaks: (t: ExecutionContext<unknown>) => Broken | Promise<Broken>
  /** Of one of the findings: "STATUS MESSAGE", and what to do. */
  readonly found: RegExp
  readonly mend: RegExp
}

/** A data directory with a database in it. */
export function withDatabase(t: ExecutionContext<unknown>, sql: string): { file: string; env: Record<string, string> } {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'weir.sqlite')
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return { file, env: { WEIR_DATA_DIR: dataDir } }
}
