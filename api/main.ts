import { pino } from 'pino'
import { loadSettings, SettingsError } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { startApi } from './server.ts'

/** A terminal and npm both pass Ctrl-C on: a second signal within this time is the same wish. */
const SAME_WISH_MS = 1000

/** `npm run api`: the API alone. Exit codes as in design/interface.md: 0 well, 1 a failure, 2 wrong configuration. */
async function main(): Promise<void> {
  const settings = loadSettings(process.env, process.cwd())
  const lock = lockDataDir(settings.dataDir)
  const logger = pino({ name: 'api', level: settings.logLevel }, pino.destination(1))
  const api = await startApi({ settings, logger })
  process.stdout.write(`API       ${api.url}\n`)
  if (api.firstAdmin !== undefined) {
    const { email, generatedPassword } = api.firstAdmin
    process.stdout.write(`Admin     ${email}\n`)
    if (generatedPassword !== undefined) process.stdout.write(`Password  ${generatedPassword}  (shown this once)\n`)
  }
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_WISH_MS) process.exit(1)
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    api.close().then(() => lock.release(), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function fail(error: unknown): void {
  if (!(error instanceof WeirError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error instanceof SettingsError ? 2 : 1
}

await main().catch(fail)
