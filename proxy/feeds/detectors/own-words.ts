import type { ExtraDetectors } from '../../../core/inspect/extra.ts'
import { detectorsWithOwnWords } from '../../../core/own-words/switch.ts'

interface Detectors {
  readonly set: ExtraDetectors | undefined
  readonly served: readonly unknown[]
  readonly revision: number
}

/** The detectors as they are now, less what the products say of themselves; made once for each revision. */
export function withOwnWords(current: () => Detectors): () => Detectors {
  let made: Detectors | undefined
  return () => {
    const { set, served, revision } = current()
    if (made?.revision !== revision) made = { set: detectorsWithOwnWords(set, served), served, revision }
    return made
  }
}
