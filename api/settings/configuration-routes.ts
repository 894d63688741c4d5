import { isProxyEncrypted } from '../../config/listen.ts'
import { VERSION } from '../../config/version.ts'
import { Configuration } from '../../core/model/configuration.ts'
import { isUnspecified } from '../../core/network/address-list.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { EVERY_USER, type Route, route } from '../http/route.ts'
import { lastBackup } from './last-backup.ts'

/** What of the settings explains Weir's decisions to everyone who reads them. */
export function configurationRoutes(dependencies: Pick<ApiDependencies, 'settings' | 'isBesideProxy'>): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/configuration',
        operation: 'getConfiguration',
        summary: 'Get what explains the decisions of Weir',
        access: EVERY_USER,
        responses: {
          200: { description: 'Some of the settings, as this API was started with them', schema: Configuration },
        },
      },
      async () => ({ status: 200, body: configurationOf(dependencies) }),
    ),
  ]
}

function configurationOf({
  settings,
  isBesideProxy,
}: Pick<ApiDependencies, 'settings' | 'isBesideProxy'>): Configuration {
  return {
    version: VERSION,
    enforcement: settings.enforcement,
    policy_resolution: settings.policyResolution,
    fail_mode: settings.failMode,
    fail_mode_files: settings.failModeFiles,
    record_values: settings.recordValues,
    retention_days: settings.retentionDays,
    tier3: settings.tier3,
    proxy_auth: settings.proxyAuth,
    console_idle_minutes: settings.consoleIdleMinutes,
    console_people: settings.consolePeople,
    mail: settings.smtpUrl === undefined ? 'outbox' : 'smtp',
    proxy: isBesideProxy && settings.proxyPort !== 0 ? proxyOf(settings) : null,
    last_backup: lastBackup(settings.dataDir) ?? null,
  }
}

function proxyOf(settings: ApiDependencies['settings']): Configuration['proxy'] {
  const { proxyHost: host, proxyPort: port } = settings
  return { host: isUnspecified(host) ? null : host, port, encrypted: isProxyEncrypted(settings) }
}
