import { type Settings, SettingsError } from '../config/settings.ts'

/**
 * Refuses values of settings whose part of the proxy does not exist yet: they must not seem to work.
 * @throws SettingsError
 */
export function refuseUnbuilt(settings: Pick<Settings, 'proxyAuth'>): void {
  if (settings.proxyAuth === 'none') return
  throw new SettingsError([
    `WEIR_PROXY_AUTH: got "${settings.proxyAuth}". This release identifies no users at the proxy; it takes none.`,
  ])
}
