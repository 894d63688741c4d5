import type { Logger } from 'pino'
import { WeirError } from '../core/errors.ts'
import { loadSettings, type Settings, SettingsError } from './settings.ts'

/**
 * Reads environment and `.env` again, at SIGHUP, and hands the settings over where all of them are right. Where one is wrong,
 * which `apply` says with a WeirError before it has changed anything, the old ones stay and the log says which.
 */
export function reloadSettings(logger: Logger, apply: (settings: Settings) => void): void {
  try {
    apply(loadSettings(process.env, process.cwd()))
    logger.info('the settings were read again')
  } catch (error) {
    if (!(error instanceof WeirError)) throw error
    for (const problem of error instanceof SettingsError ? error.problems : [error.message]) {
      logger.error({ code: error.code, problem }, 'the settings are wrong, so the old ones stay')
    }
  }
}

/** The settings that were read first, with those that a proxy takes over at SIGHUP as they were read last. */
export function withReloaded(first: Settings, fresh: Settings): Settings {
  const { clientAllowCidrs, connectPorts, metricsAllowCidrs, trustedProxies } = fresh
  const { interceptHosts, bypassHosts, destinationAllowCidrs, upstreamCa, apiTlsCert, logLevel } = fresh
  const { upstreamRoots, upstreamExceptions, proxyTlsCert, proxyTlsKey } = fresh
  return {
    ...first,
    ...{ clientAllowCidrs, connectPorts, metricsAllowCidrs, trustedProxies },
    ...{ interceptHosts, bypassHosts, destinationAllowCidrs, upstreamCa, apiTlsCert, logLevel },
    ...{ upstreamRoots, upstreamExceptions, proxyTlsCert, proxyTlsKey },
  }
}
