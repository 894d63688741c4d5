import type { Logger } from 'pino'
import { loadSettings, type Settings, SettingsError } from './settings.ts'

/**
 * Reads environment and `.env` again, at SIGHUP, and hands the settings over where all of them are right. Where one is wrong
 * nothing changes, and the log says which.
 */
export function reloadSettings(logger: Logger, apply: (settings: Settings) => void): void {
  try {
    apply(loadSettings(process.env, process.cwd()))
    logger.info('the settings were read again')
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const problem of error.problems) {
      logger.error({ code: error.code, problem }, 'the settings are wrong, so the old ones stay')
    }
  }
}
