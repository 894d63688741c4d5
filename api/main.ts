import { pino } from 'pino'
import { lockDataDir } from '../config/data-dir-lock.ts'
import { type Running, run } from '../config/run.ts'
import { loadSettings } from '../config/settings.ts'
import { VERSION } from '../config/version.ts'
import { startApi } from './server.ts'

/** `npm run api`: the API alone, for proxies that run elsewhere. */
async function start(): Promise<Running> {
  const settings = loadSettings(process.env, process.cwd())
  const lock = lockDataDir(settings.dataDir, 'api')
  const logger = pino({ name: 'api', level: settings.logLevel })
  for (const variable of settings.unknownVariables) logger.warn({ variable }, 'no setting has this name')
  const api = await startApi({ settings, logger })
  process.stdout.write(`Weir ${VERSION} is ready\n  API       ${api.url}\n`)
  if (api.firstAdmin !== undefined) {
    const { email, generatedPassword } = api.firstAdmin
    const password = generatedPassword === undefined ? '' : `, password: ${generatedPassword} (shown only once)`
    process.stdout.write(`  Admin     ${email}${password}\n`)
  }
  return {
    async close() {
      await api.close()
      lock.release()
    },
  }
}

await run(start)
