import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { startApiThread } from './api/thread.ts'
import { openAuthority } from './certs/authority.ts'
import { lockDataDir } from './config/data-dir-lock.ts'
import { fail, type Running, run } from './config/run.ts'
import { loadSettings } from './config/settings.ts'
import { VERSION } from './config/version.ts'
import { startProxy } from './proxy/server.ts'
import { refuseUnbuilt } from './proxy/unbuilt.ts'
import { startProxyCluster } from './proxy/workers/primary.ts'

/** `npm start`: API and proxy in one process (WEIR_PROXY_WORKERS adds more) on the embedded engines. They speak over the HTTP API all the same. */
async function start(): Promise<Running> {
  const settings = loadSettings(process.env, process.cwd())
  refuseUnbuilt(settings)
  const lock = lockDataDir(settings.dataDir, 'api', 'proxy')
  const logger = pino({ name: 'weir', level: settings.logLevel })
  for (const variable of settings.unknownVariables) logger.warn({ variable }, 'no setting has this name')
  // Asks for the file of events to be opened again, which its thread sees by itself; without a listener it would end Weir.
  if (settings.eventFile !== undefined) process.on('SIGHUP', () => {})
  const authority = openAuthority(settings.dataDir, () => new Date())
  if (authority.expiresSoon) logger.warn({ until: authority.notAfter }, 'the CA certificate expires soon')
  const api = await startApiThread({ settings, onCrash: fail })
  const access = {
    url: api.url,
    token: api.internalToken,
    ca: settings.apiTls === 'files' ? settings.apiTlsCert : authority.certificatePem,
  }
  const starting =
    settings.proxyWorkers === 1
      ? startProxy({ settings, authority, api: access, logger })
      : startProxyCluster({ workers: settings.proxyWorkers, api: access, hopId: randomUUID(), logger })
  const proxy = await starting.catch(async (error: unknown) => {
    await api.close()
    throw error
  })
  announce([
    ['Proxy', proxy.url],
    ['API', api.url],
    ['Console', new URL('/', api.url).href],
    ['CA', join(settings.dataDir, 'ca.pem')],
    ...adminLine(api.firstAdmin),
  ])
  return {
    async close() {
      await proxy.close()
      await api.close()
      lock.release()
    },
  }
}

function adminLine(admin: { email: string; generatedPassword?: string } | undefined): [string, string][] {
  if (admin === undefined) return []
  const password = admin.generatedPassword
  return [['Admin', password === undefined ? admin.email : `${admin.email}, password: ${password} (shown only once)`]]
}

function announce(lines: readonly (readonly [label: string, value: string])[]): void {
  const text = lines.map(([label, value]) => `  ${label.padEnd(10)}${value}`).join('\n')
  process.stdout.write(`Weir ${VERSION} is ready\n${text}\n`)
}

await run(start)
