import { AggregatorRegistry, type Registry } from 'prom-client'
import { openAuthority } from '../../certs/authority.ts'
import { caOptions } from '../../config/ca-options.ts'
import { giveBackIdleMemory } from '../../config/idle-memory.ts'
import { openLogger } from '../../config/logger.ts'
import { loadSettings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { reportFault } from '../../core/fault.ts'
import type { BannerNews } from '../banner/notice.ts'
import type { LetThrough } from '../decide/verdicts.ts'
import type { WorkerReport } from '../heartbeat/worker-report.ts'
import type { ProxyServer } from '../proxy-server.ts'
import { startProxy } from '../server.ts'
import type { FromWorker, ToWorker, WorkerAssignment } from './messages.ts'

let proxy: ProxyServer | undefined
let requests = 0
const stopping = new AbortController()
let onTold: ((letThrough: LetThrough) => void) | undefined
let onNotice: ((told: BannerNews) => void) | undefined
let onReport: ((report: WorkerReport) => void) | undefined
const waiting = new Map<number, (answer: { body: string; contentType: string }) => void>()

// A terminal sends its signals to every process; the primary says when it is time.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
process.on('uncaughtException', onFault)
process.on('disconnect', () => process.exit(1))
process.on('message', (message: ToWorker) => void handle(message))
// A worker that waits for another's place has no metrics, and says so when the primary asks all: its constructor is what answers.
AggregatorRegistry.setRegistries([])
new AggregatorRegistry()
tell({ kind: 'ready' })

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
      await start(message)
      break
    case 'metrics':
      waiting.get(message.request)?.(message)
      waiting.delete(message.request)
      break
    case 'let_through':
      onTold?.(message.findings)
      break
    case 'told':
      onNotice?.(message.told)
      break
    case 'reported':
      onReport?.(message.report)
      break
    case 'reload':
      proxy?.reload()
      break
    case 'close':
      stopping.abort()
      await proxy?.close()
      process.exit(0)
  }
}

async function start({ name, all, api, hopId, startedAt, restarts }: WorkerAssignment): Promise<void> {
  try {
    const settings = loadSettings(process.env, process.cwd())
    const logger = openLogger(name, settings)
    const verdicts = {
      tell: (findings: LetThrough) => tell({ kind: 'let_through', findings }),
      onTold(listener: (letThrough: LetThrough) => void) {
        onTold = listener
      },
    }
    const notices = {
      tell: (told: BannerNews) => tell({ kind: 'told', told }),
      onTold(listener: (told: BannerNews) => void) {
        onNotice = listener
      },
    }
    const reports = {
      tell: (report: WorkerReport) => tell({ kind: 'reported', report }),
      onTold(listener: (report: WorkerReport) => void) {
        onReport = listener
      },
    }
    const authority = openAuthority(settings.dataDir, () => new Date(), caOptions(settings))
    proxy = await startProxy({
      settings,
      authority,
      api,
      logger,
      restarts,
      worker: { name, all, hopId, startedAt, metrics: allMetrics, verdicts, notices, reports },
    })
    const { url, port, transparentPort } = proxy
    tell({ kind: 'listening', url, port, transparentPort })
    await proxy.untilReady(stopping.signal)
    tell({ kind: 'supplied' })
    giveBackIdleMemory()
  } catch (error) {
    const failure = error instanceof WeirError ? error : new WeirError('ERR_WORKER', (error as Error).message)
    tell({ kind: 'failed', code: failure.code, message: failure.message })
  }
}

/** The primary starts another in its place. */
function onFault(error: unknown): never {
  const report = JSON.stringify({ code: 'ERR_PROXY_FAULT', ...reportFault(error) })
  process.stderr.write(`Weir failed: ${report}\n`)
  process.exit(1)
}

/** This worker's own metrics are given to the primary when it asks; it adds up those of all. */
function allMetrics(registry: Registry): () => Promise<{ body: string; contentType: string }> {
  AggregatorRegistry.setRegistries(registry)
  return () =>
    new Promise((resolve) => {
      const request = requests++
      waiting.set(request, resolve)
      tell({ kind: 'metrics', request })
    })
}

function tell(message: FromWorker): void {
  process.send?.(message)
}
