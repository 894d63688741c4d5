import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ownAccess } from './api/access.ts'
import { startApiThread } from './api/thread.ts'
import { openAuthority } from './certs/authority.ts'
import { apiCaPem } from './certs/rotation.ts'
import { announce, redirectsOf } from './config/announce.ts'
import { caOptions } from './config/ca-options.ts'
import { lockDataDir } from './config/data-dir-lock.ts'
import { apiAddress, proxyAddress, tryToListen } from './config/listen.ts'
import { openLogger, warnOfUnknown } from './config/logger.ts'
import { type CatchFaults, fail, type Running, run } from './config/run.ts'
import { loadSettings } from './config/settings.ts'
import { startRestartable } from './proxy/restart.ts'
import { startProxy } from './proxy/server.ts'
import { startProxyCluster } from './proxy/workers/primary.ts'

const NEXT = [
  'See a block: npm run admin -- demo',
  'Then sign in to the console, which leads through the next steps; or read README.md',
]

/** `npm start`: API and proxy in one process (WEIR_PROXY_WORKERS adds more) on the embedded engines. They speak over the HTTP API all the same, but for the records. */
async function start(stopping: AbortSignal, catchFaults: CatchFaults): Promise<Running> {
  const settings = loadSettings(process.env, process.cwd())
  const lock = lockDataDir(settings.dataDir, 'api', 'proxy')
  await tryToListen(proxyAddress(settings))
  await tryToListen(apiAddress(settings))
  const logger = openLogger('weir', settings)
  warnOfUnknown(settings, logger)
  const authority = openAuthority(settings.dataDir, () => new Date(), caOptions(settings))
  if (authority.expiresSoon) logger.warn({ until: authority.notAfter }, 'the CA certificate expires soon')
  const api = await startApiThread({ settings, logger, onCrash: fail })
  const access = ownAccess(settings, api, apiCaPem(settings.dataDir))
  const starting =
    settings.proxyWorkers === 1
      ? startRestartable({
          start: (again) =>
            startProxy({ settings, authority, api: { ...access, records: () => api.records() }, logger, ...again }),
          ...{ logger, catchFaults, giveUp: fail },
        })
      : startProxyCluster({ workers: settings.proxyWorkers, api: access, hopId: randomUUID(), logger })
  const proxy = await starting.catch(async (error: unknown) => {
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

await run(start)
