import { SettingsError } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'

/** The command line is wrong: said on stderr with the command's usage, exit code 2. */
export class UsageError extends WeirError {
  constructor(problem: string) {
    super('ERR_USAGE', problem)
  }
}

/** A command that needs a database found none, and created none. Exit code 2: a setting is wrong. */
export class NoDatabaseError extends SettingsError {
  constructor({ mongodbUrl, dataDir }: { readonly mongodbUrl?: string | undefined; readonly dataDir: string }) {
    super([
      mongodbUrl === undefined
        ? `WEIR_DATA_DIR: ${dataDir} has no database (weir.sqlite), and none was created. Set it to the data directory of the installation, or start Weir on it first.`
        : 'WEIR_MONGODB_URL: this database is empty, and nothing was created in it. Set it to the database of the installation, or start Weir on it first.',
    ])
  }
}
