import type { SemanticProvider } from '../provider.ts'
import { createThreadProvider } from '../thread.ts'
import type { ModelFiles } from './files.ts'

const WORKER = new URL('./worker.ts', import.meta.url)
/** Of JavaScript: the tokenizer's vocabulary takes most of it. The model is outside of the heap. */
const HEAP_MB = 512

export interface ModelOptions {
  readonly files: ModelFiles
  /** Nobody waits for it: it runs where nothing else wants to. */
  readonly inBackground: boolean
}

/** A token classifier of the operator's, in one thread, for names; organisations and topics as builtin finds them. */
export function createModelProvider(data: ModelOptions): SemanticProvider {
  return createThreadProvider({ worker: WORKER, data, heapMb: HEAP_MB })
}
