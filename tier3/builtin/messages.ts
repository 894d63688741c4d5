import type { Classification } from '../../core/model/classification.ts'

export interface WorkerData {
  /** Whether people are looked for; topics always are. */
  readonly names: boolean
  /** Nobody waits for it: it runs where nothing else wants to. */
  readonly inBackground: boolean
}

export interface Job {
  readonly text: string
  /** Of tier 2. */
  readonly knownNames: readonly { readonly start: number; readonly end: number }[]
  readonly boilerplate: readonly { readonly start: number; readonly end: number }[]
  /** Milliseconds until the thread gives up on what it has not looked at yet. */
  readonly budgetMs: number
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly findings: readonly Classification[] }
