import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ApiClient } from '../api-client/client.ts'
import { DetectorSource } from './detectors/detector-source.ts'
import { PolicySource } from './policies/policy-source.ts'
import { untilSupplied } from './readiness.ts'
import { StartLog } from './start-log.ts'

interface Options {
  readonly dataDir: string
  readonly client: ApiClient
  readonly serviceToken: string
  readonly logger: Logger
  readonly registry: Registry
  /** A user was changed, or all of them may have been. */
  readonly onUsersChange: (userId: string | undefined) => void
}

/** What the API tells the proxy: policies and detectors, kept up to date. */
export interface Feeds {
  readonly policies: PolicySource
  readonly detectors: DetectorSource
  /** Whether prompts can be judged. */
  readonly isSupplied: boolean
  /** Resolves when they can, or `signal` aborts; says meanwhile what is missing. */
  untilSupplied(signal: AbortSignal): Promise<void>
}

export async function openFeeds(options: Options): Promise<Feeds> {
  const { dataDir, client, serviceToken, logger, registry, onUsersChange } = options
  let isPushed = () => false
  const startLog = new StartLog(logger)
  const shared = { client, logger: startLog.logger, metrics: registry, now: Date.now }
  const opening = DetectorSource.open({
    ...shared,
    cacheFile: join(dataDir, 'detectors.json'),
    serviceToken,
    isPushed: () => isPushed(),
  })
  const policies = await PolicySource.open({
    ...shared,
    cacheFile: join(dataDir, 'policies.json'),
    onDetectorsChange: () => void opening.then((source) => source.ask()),
    onUsersChange,
  })
  isPushed = () => policies.isPushed
  const detectors = await opening
  const sources = { policies, detectors }
  const waited = Object.entries(sources).map(([name, source]) => ({
    name,
    isThere: () => source.current().available,
    failure: () => source.failure,
  }))
  return {
    ...sources,
    get isSupplied() {
      return waited.every(({ isThere }) => isThere())
    },
    untilSupplied: (signal) => untilSupplied(waited, { logger, startLog }, signal),
  }
}
