import { type Settings, SettingsError } from '../config/settings.ts'

/**
 * Settings of parts that do not exist yet must not seem to work.
 * @throws SettingsError
 */
export function refuseUnbuilt(settings: Pick<Settings, 'smtpUrl'>): void {
  const problems: string[] = []
  if (settings.smtpUrl !== undefined) {
    problems.push('WEIR_SMTP_URL: this release writes mail to the outbox folder of the data directory only. Unset it.')
  }
  if (problems.length > 0) throw new SettingsError(problems)
}
