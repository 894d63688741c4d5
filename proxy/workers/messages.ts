import type { ApiAccess } from '../api-client/connection.ts'
import type { BannerNews } from '../banner/notice.ts'
import type { LetThrough } from '../decide/verdicts.ts'
import type { WorkerReport } from '../heartbeat/worker-report.ts'
import type { ProxyServer } from '../proxy-server.ts'

/** What the primary tells a worker it is, once that is ready to hear it. */
export interface WorkerAssignment {
  readonly kind: 'start'
  readonly name: string
  readonly all: readonly string[]
  readonly api: ApiAccess
  readonly hopId: string
  /** When the first of them was started. */
  readonly startedAt: string
  /** Workers of this name before it. */
  readonly restarts: number
}

export type ToWorker =
  | WorkerAssignment
  | { readonly kind: 'metrics'; readonly request: number; readonly body: string; readonly contentType: string }
  | { readonly kind: 'let_through'; readonly findings: LetThrough }
  | { readonly kind: 'told'; readonly told: BannerNews }
  | { readonly kind: 'reported'; readonly report: WorkerReport }
  | { readonly kind: 'reload' }
  | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'listening' } & Pick<ProxyServer, 'url' | 'port' | 'transparentPort'>)
  /** It holds the policies and detectors. */
  | { readonly kind: 'supplied' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** It let these through: the other workers are told, as the conversation may go on there. */
  | { readonly kind: 'let_through'; readonly findings: LetThrough }
  /** It told a person something: the page that listens may have its stream at another worker. */
  | { readonly kind: 'told'; readonly told: BannerNews }
  /** How it does: one of the workers tells the API for all. */
  | { readonly kind: 'reported'; readonly report: WorkerReport }
  /** This worker was asked for metrics: it needs those of all workers together. */
  | { readonly kind: 'metrics'; readonly request: number }
