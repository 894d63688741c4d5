import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAuthority } from '../certs/authority.ts'
import { announce, announceWaiting, redirectsOf } from '../config/announce.ts'
import { caOptions } from '../config/ca-options.ts'
import { readOptions } from '../config/command-line.ts'
import { lockDataDir } from '../config/data-dir-lock.ts'
import { proxyAddress, tryToListen } from '../config/listen.ts'
import { openLogger, warnOfUnknown } from '../config/logger.ts'
import { type CatchFaults, fail, type Running, run } from '../config/run.ts'
import { loadSettings, SettingsError } from '../config/settings.ts'
import { startRestartable } from './restart.ts'
import { startProxy } from './server.ts'
import { startProxyCluster } from './workers/primary.ts'

/** After this time a start without policies is reported, for a person who watches; usually the policies are there by then. */
const PATIENCE_MS = 1_000

/** `npm run proxy`: the proxy alone, against an API elsewhere. */
async function start(stopping: AbortSignal, catchFaults: CatchFaults): Promise<Running> {
  readOptions(process.argv.slice(2), [])
  const settings = loadSettings(process.env, process.cwd())
  const { apiUrl, serviceToken } = settings
  if (apiUrl === undefined || serviceToken === undefined) {
    const missing = [
      ...(apiUrl === undefined ? ['WEIR_API_URL'] : []),
      ...(serviceToken === undefined ? ['WEIR_SERVICE_TOKEN'] : []),
    ]
    throw new SettingsError(missing.map((name) => `${name}: is not set. A proxy running alone needs it.`))
  }
  const lock = lockDataDir(settings.dataDir, 'proxy')
  await tryToListen(proxyAddress(settings))
  const logger = openLogger('proxy', settings)
  warnOfUnknown(settings, logger)
  const authority = openAuthority(settings.dataDir, () => new Date(), caOptions(settings))
  const api = { url: apiUrl.href.replace(/\/$/, ''), token: serviceToken, ca: settings.apiCa }
  const proxy =
    settings.proxyWorkers === 1
      ? await startRestartable({
          start: (again) => startProxy({ settings, authority, api, logger, ...again }),
          ...{ logger, catchFaults, giveUp: fail },
        })
      : await startProxyCluster({ workers: settings.proxyWorkers, api, hopId: randomUUID(), logger })
  const announcement = {
    proxy: proxy.url,
    redirects: redirectsOf(settings, proxy),
    ca: join(settings.dataDir, 'ca.pem'),
  }
  const ready = proxy.untilReady(stopping)
  const late = sleep(PATIENCE_MS, 'late' as const, { ref: false })
  if ((await Promise.race([ready, late])) === 'late') announceWaiting(announcement)
  await ready
  if (!stopping.aborted) announce(settings, announcement)
  return {
    logger,
    async close() {
      await proxy.close()
      lock.release()
    },
    reload: () => proxy.reload(),
  }
}

await run(start)
