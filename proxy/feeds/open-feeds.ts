import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ApiClient } from '../api-client/client.ts'
import { DetectorSource } from './detectors/detector-source.ts'
import { ExceptionSource } from './exceptions/exception-source.ts'
import { PolicySource } from './policies/policy-source.ts'
import { untilSupplied } from './readiness.ts'
import { StartLog } from './start-log.ts'
import { SwitchSource } from './switches/switch-source.ts'

interface Options {
  readonly dataDir: string
  readonly client: ApiClient
  readonly serviceToken: string
  readonly logger: Logger
  readonly registry: Registry
  /** A user was changed, or all of them may have been. */
  readonly onUsersChange: (userId: string | undefined) => void
  /** Other service switches are in force. */
  readonly onSwitchesChange: () => void
}

/** What the API tells the proxy: policies and their exceptions, detectors and service switches, kept up to date. */
export interface Feeds {
  readonly policies: PolicySource
  readonly detectors: DetectorSource
  readonly switches: SwitchSource
  readonly exceptions: ExceptionSource
  /** Whether prompts can be judged. */
  readonly isSupplied: boolean
  /** Resolves when they can, or `signal` aborts; says meanwhile what is missing. */
  untilSupplied(signal: AbortSignal): Promise<void>
}

export async function openFeeds(options: Options): Promise<Feeds> {
  const { dataDir, client, serviceToken, logger, registry, onUsersChange, onSwitchesChange } = options
  let isPushed = () => false
  const startLog = new StartLog(logger)
  const shared = { client, logger: startLog.logger, metrics: registry, now: Date.now }
  const opening = DetectorSource.open({
    ...shared,
    cacheFile: join(dataDir, 'detectors.json'),
    serviceToken,
    isPushed: () => isPushed(),
  })
  const openingSwitches = SwitchSource.open({
    ...shared,
    cacheFile: join(dataDir, 'switches.json'),
    onChange: onSwitchesChange,
    isPushed: () => isPushed(),
  })
  const openingExceptions = ExceptionSource.open({
    ...shared,
    cacheFile: join(dataDir, 'exceptions.json'),
    serviceToken,
    isPushed: () => isPushed(),
  })
  const policies = await PolicySource.open({
    ...shared,
    cacheFile: join(dataDir, 'policies.json'),
    onDetectorsChange: () => void opening.then((source) => source.ask()),
    onSwitchesChange: () => void openingSwitches.then((source) => source.ask()),
    onExceptionsChange: () => void openingExceptions.then((source) => source.ask()),
    onUsersChange,
  })
  isPushed = () => policies.isPushed
  const detectors = await opening
  const switches = await openingSwitches
  const exceptions = await openingExceptions
  const sources = { policies, detectors }
  const waited = Object.entries(sources).map(([name, source]) => ({
    name,
    isThere: () => source.current().available,
    failure: () => source.failure,
  }))
  return {
    ...sources,
    switches,
    exceptions,
    get isSupplied() {
      return waited.every(({ isThere }) => isThere())
    },
    untilSupplied: (signal) => untilSupplied(waited, { logger, startLog }, signal),
  }
}
