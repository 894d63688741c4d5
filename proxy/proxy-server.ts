import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Authority } from '../certs/authority.ts'
import type { Settings } from '../config/settings.ts'
import type { ApiAccess } from './api-client/connection.ts'
import type { BannerNews } from './banner/notice.ts'
import type { LetThrough } from './decide/verdicts.ts'
import type { WorkerReport } from './heartbeat/worker-report.ts'
import type { Inspector } from './inspection/inspector.ts'

export interface ProxyOptions {
  readonly settings: Settings
  readonly authority: Authority
  readonly api: ApiAccess
  readonly logger: Logger
  readonly now?: () => Date
  /** Starts before this one, each ended by an error of Weir itself. */
  readonly restarts?: number
  /** What looks at prompts; measurements put less in its place. */
  readonly inspector?: Pick<Inspector, 'inspect' | 'close'>
  /** This process among those that share the data directory and the port. */
  readonly worker?: {
    readonly name: string
    readonly all: readonly string[]
    /** Marks connections of any of them through a parent proxy. */
    readonly hopId: string
    /** When the first of them was started; this one, if not given. */
    readonly startedAt?: string
    /** What /metrics shows: that of all of them. */
    readonly metrics: (own: Registry) => () => Promise<{ readonly body: string; readonly contentType: string }>
    /** What this one and the others let through, told to each other; undefined if there are no others. */
    readonly verdicts?: {
      tell(letThrough: LetThrough): void
      onTold(listener: (letThrough: LetThrough) => void): void
    }
    /** Notices for people whose pages may listen to another one. */
    readonly notices?: {
      tell(told: BannerNews): void
      onTold(listener: (told: BannerNews) => void): void
    }
    /** How each of them does: the first tells the API for all. */
    readonly reports?: {
      tell(report: WorkerReport): void
      onTold(listener: (report: WorkerReport) => void): void
    }
  }
}

export interface ProxyServer {
  /** http://host:port, as this machine reaches it. */
  readonly url: string
  readonly port: number
  /** Where redirected traffic is taken, with WEIR_TRANSPARENT_PORT. */
  readonly transparentPort: number | undefined
  /**
   * Resolves once what prompts are judged by is held, or `signal` says to stop waiting.
   * @throws StartRefusedError if a setting is wrong, so that waiting is in vain
   */
  untilReady(signal: AbortSignal): Promise<void>
  /** Stops taking connections, finishes what is in flight, sends what is recorded. */
  close(): Promise<void>
  /** Reads the settings again and applies those that say who may use the proxy, and for what; the others need a restart. */
  reload(): void
}

/** One that can be put away by force, and another started in its place. */
export interface StartedProxy extends ProxyServer {
  /** As they are in force. */
  readonly settings: Settings
  /** Ends every connection at once and frees port and spool, though parts may no longer work. What is recorded stays recorded. */
  abandon(): Promise<void>
}
