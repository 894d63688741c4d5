import type { Classification } from '../core/model/classification.ts'

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
  /** It cannot work at all: the reason, which is about its files and never about a text. */
  | { readonly kind: 'failed'; readonly reason: string }
