import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ownAccess } from './api/access.ts'
import { type ApiThread, startApiThread } from './api/thread.ts'
import { openAuthority } from './certs/authority.ts'
import { apiCaPem } from './certs/rotation.ts'
import { announce, redirectsOf } from './config/announce.ts'
import { caOptions } from './config/ca-options.ts'
import { readOptions } from './config/command-line.ts'
import { lockDataDir } from './config/data-dir-lock.ts'
import { apiAddress, proxyAddress, tryToListen } from './config/listen.ts'
import { openLogger, warnOfUnknown } from './config/logger.ts'
import { type CatchFaults, fail, type Running, run } from './config/run.ts'
import { loadSettings, type Settings } from './config/settings.ts'
import type { ProxyServer } from './proxy/proxy-server.ts'
import { startRestartable } from './proxy/restart.ts'
import { startProxy } from './proxy/server.ts'
import { startProxyCluster } from './proxy/workers/primary.ts'

const NEXT = [
  'See a block: npm run admin -- demo',
  'Then sign in to the console, which leads through the next steps; or read README.md',
]

/** `npm start`: API and proxy in one process (WEIR_PROXY_WORKERS adds more) on the embedded engines. They speak over the HTTP API all the same, but for the records. */
async function start(stopping: AbortSignal, catchFaults: CatchFaults): Promise<Running> {
  const options = readOptions(process.argv.slice(2), ['new-database'])
  const settings = loadSettings(process.env, process.cwd())
  const lock = lockDataDir(settings.dataDir, 'api', 'proxy')
  await tryToListen(proxyAddress(settings))
  await tryToListen(apiAddress(settings))
  const logger = openLogger('weir', settings)
  warnOfUnknown(settings, logger)
  // The API first: where its database is missing, it ends the start before the CA or anything else is made.
  const api = await startApiThread({
    ...{ settings, logger, newDatabase: options.has('new-database') },
    onCrash: fail,
  })
  const proxy = await startProxyAgainst(api, { settings, logger, catchFaults }).catch(async (error: unknown) => {
    await api.close()
    throw error
  })
  await proxy.untilReady(stopping)
  const ca = join(settings.dataDir, 'ca.pem')
  if (!stopping.aborted) {
    const redirects = redirectsOf(settings, proxy)
    announce(settings, {
      proxy: proxy.url,
      console: new URL('/', api.url).href,
      redirects,
      api: api.url,
      ca,
      checks: settings.publicUrl?.origin ?? new URL(api.url).origin,
      firstAdmin: api.firstAdmin,
      next: NEXT,
    })
  }
  return {
    logger,
    async close() {
      await proxy.close()
      await api.close()
      lock.release()
    },
    // The file of events is opened again by the thread of the API, which sees by itself that it was moved.
    reload() {
      proxy.reload()
      api.reload()
    },
  }
}

interface ProxyDependencies {
  readonly settings: Settings
  readonly logger: Logger
  readonly catchFaults: CatchFaults
}

async function startProxyAgainst(
  api: ApiThread,
  { settings, logger, catchFaults }: ProxyDependencies,
): Promise<ProxyServer> {
  const authority = openAuthority(settings.dataDir, () => new Date(), caOptions(settings))
  if (authority.expiresSoon) logger.warn({ until: authority.notAfter }, 'the CA certificate expires soon')
  const access = ownAccess(settings, api, apiCaPem(settings.dataDir))
  if (settings.proxyWorkers > 1)
    return startProxyCluster({ workers: settings.proxyWorkers, api: access, hopId: randomUUID(), logger })
  return startRestartable({
    start: (again) =>
      startProxy({ settings, authority, api: { ...access, records: () => api.records() }, logger, ...again }),
    ...{ logger, catchFaults, giveUp: fail },
  })
}

await run(start)
