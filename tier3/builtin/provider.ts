import type { SemanticProvider } from '../provider.ts'
import { createThreadProvider } from '../thread.ts'

const WORKER = new URL('./worker.ts', import.meta.url)
/** The model takes some 50 MB; a text of the longest that is taken, a few more. */
const HEAP_MB = 256

export interface BuiltinOptions {
  /** Whether people are looked for; topics always are. */
  readonly names: boolean
  /** Nobody waits for it: it runs where nothing else wants to. */
  readonly inBackground: boolean
}

/** Rules and a small language model, in one thread. */
export function createBuiltinProvider(data: BuiltinOptions, worker: URL = WORKER): SemanticProvider {
  return createThreadProvider({ worker, data, heapMb: HEAP_MB })
}
