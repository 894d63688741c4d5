import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ownAccess } from '../../../api/access.ts'
import { startApiThread } from '../../../api/thread.ts'
import { openAuthority } from '../../../certs/authority.ts'
import { openLogger } from '../../../config/logger.ts'
import { loadSettings } from '../../../config/settings.ts'
import type { Inspector } from '../../../proxy/inspection/inspector.ts'
import { startProxy } from '../../../proxy/server.ts'
import { announce, laneOptions } from './contestant.ts'

/** The product in one process as `npm start` runs it, but for what looks at prompts: so that the rest can be measured without it. */
export async function startWeirWith(name: string, inspect: Inspector['inspect']): Promise<void> {
  const { folder, upstreamPort, answers = 'on' } = laneOptions()
  const dataDir = join(folder, name, 'data')
  mkdirSync(dataDir, { recursive: true })
  const env = {
    WEIR_DATA_DIR: dataDir,
    WEIR_PROXY_PORT: '0',
    WEIR_API_PORT: '0',
    WEIR_CONNECT_TO: `api.openai.com:443:127.0.0.1:${upstreamPort}`,
    WEIR_UPSTREAM_CA: join(folder, 'upstream-ca.pem'),
    WEIR_TIER3: 'off',
    WEIR_ANSWERS: answers,
  }
  const settings = loadSettings(env, join(folder, name))
  const authority = openAuthority(dataDir, () => new Date())
  const fail = (error: unknown) => {
    throw error
  }
  const api = await startApiThread({ settings, logger: openLogger('api', settings), onCrash: fail })
  const proxy = await startProxy({
    settings,
    authority,
    api: { ...ownAccess(settings, api, authority.certificatePem), records: () => api.records() },
    logger: openLogger('proxy', settings),
    inspector: { inspect, close: async () => {} },
  })
  await proxy.untilReady(new AbortController().signal)
  announce({ port: proxy.port, caPem: authority.certificatePem })
}
