import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { openAuthority } from '../certs/authority.ts'
import { lockDataDir } from '../config/data-dir-lock.ts'
import { type Running, run } from '../config/run.ts'
import { loadSettings, SettingsError } from '../config/settings.ts'
import { VERSION } from '../config/version.ts'
import { startProxy } from './server.ts'
import { refuseUnbuilt } from './unbuilt.ts'
import { startProxyCluster } from './workers/primary.ts'

/** `npm run proxy`: the proxy alone, against an API elsewhere. */
async function start(): Promise<Running> {
  const settings = loadSettings(process.env, process.cwd())
  const { apiUrl, serviceToken } = settings
  if (apiUrl === undefined || serviceToken === undefined) {
    const missing = [
      ...(apiUrl === undefined ? ['WEIR_API_URL'] : []),
      ...(serviceToken === undefined ? ['WEIR_SERVICE_TOKEN'] : []),
    ]
    throw new SettingsError(missing.map((name) => `${name}: is not set. A proxy running alone needs it.`))
  }
  refuseUnbuilt(settings)
  const lock = lockDataDir(settings.dataDir, 'proxy')
  const logger = pino({ name: 'proxy', level: settings.logLevel })
  for (const variable of settings.unknownVariables) logger.warn({ variable }, 'no setting has this name')
  const authority = openAuthority(settings.dataDir, () => new Date())
  const api = { url: apiUrl.href.replace(/\/$/, ''), token: serviceToken, ca: settings.apiCa }
  const proxy =
    settings.proxyWorkers === 1
      ? await startProxy({ settings, authority, api, logger })
      : await startProxyCluster({ workers: settings.proxyWorkers, api, hopId: randomUUID(), logger })
  process.stdout.write(
    `Weir ${VERSION} is ready\n  Proxy     ${proxy.url}\n  CA        ${join(settings.dataDir, 'ca.pem')}\n`,
  )
  return {
    async close() {
      await proxy.close()
      lock.release()
    },
  }
}

await run(start)
