import { announce } from '../config/announce.ts'
import { readOptions } from '../config/command-line.ts'
import { lockDataDir } from '../config/data-dir-lock.ts'
import { apiAddress, tryToListen } from '../config/listen.ts'
import { openLogger, warnOfUnknown } from '../config/logger.ts'
import { reloadSettings } from '../config/reload.ts'
import { type Running, run } from '../config/run.ts'
import { loadSettings } from '../config/settings.ts'
import { startApi } from './server.ts'

/** `npm run api`: the API alone, for proxies that run elsewhere. */
async function start(): Promise<Running> {
  const options = readOptions(process.argv.slice(2), ['new-database'])
  const settings = loadSettings(process.env, process.cwd())
  const lock = lockDataDir(settings.dataDir, 'api')
  await tryToListen(apiAddress(settings))
  const logger = openLogger('api', settings)
  warnOfUnknown(settings, logger)
  const api = await startApi({ settings, logger, newDatabase: options.has('new-database') })
  announce(settings, { api: api.url, firstAdmin: api.firstAdmin })
  return {
    logger,
    reload: () => reloadSettings(logger, (fresh) => api.reload(fresh)),
    async close() {
      await api.close()
      lock.release()
    },
  }
}

await run(start)
