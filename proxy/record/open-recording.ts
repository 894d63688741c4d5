import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { CONVERSATION_KEY_FILE } from '../../config/proxy-first-start.ts'
import { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import { openProvider } from '../../tier3/open.ts'
import type { ApiClient } from '../api-client/client.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { SemanticFollowUp } from '../tier3/semantic-follow-up.ts'
import type { RecordDetectors } from './client-text.ts'
import { PromptLog } from './prompt-log.ts'
import { Recorder } from './recorder.ts'

interface Options {
  readonly settings: Settings
  readonly conversationKey: string
  readonly client: ApiClient
  /** The name of this worker, and of all on the same data directory. */
  readonly worker: { readonly name: string; readonly all: readonly string[] }
  readonly detectors: () => RecordDetectors
  readonly logger: Logger
  readonly metrics: ProxyMetrics
  readonly registry: Registry
  readonly now: () => Date
}

/** Where prompts are recorded, and what is found in them afterwards. */
export interface Recording {
  readonly recorder: Recorder
  /** Undefined if WEIR_TIER3 is off. */
  readonly followUp: SemanticFollowUp | undefined
  readonly promptLog: PromptLog
}

/** @throws SpoolError if the data directory cannot be used */
export async function openRecording(options: Options): Promise<Recording> {
  const { settings, conversationKey, client, worker, detectors, logger, metrics, registry, now } = options
  const shared = { client, logger, metrics: registry }
  const recorder = await Recorder.open({
    ...shared,
    directory: join(settings.dataDir, 'spool'),
    worker: worker.name,
    workers: worker.all,
  })
  const provider = openProvider(settings, true)
  const recordBacklog = () => recorder.backlog
  const followUp =
    provider && new SemanticFollowUp({ ...shared, provider, settings, recordBacklog, workers: worker.all.length })
  const promptLog = new PromptLog({
    recorder,
    followUp,
    recordValues: settings.recordValues,
    failMode: settings.failMode,
    conversationKey,
    detectors,
    metrics,
    now,
  })
  return { recorder, followUp, promptLog }
}

const KEY_BYTES = 32
/** Of a key in base64url. */
const KEY_CHARACTERS = 43

/** The same after a restart, so that a conversation keeps its id. */
export function readConversationKey(dataDir: string): string {
  const create = () => randomBytes(KEY_BYTES).toString('base64url')
  return new SecretFiles(dataDir).readOrCreate(CONVERSATION_KEY_FILE, create, KEY_CHARACTERS)
}
