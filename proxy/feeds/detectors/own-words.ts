import type { ExtraDetectors } from '../../../core/inspect/extra.ts'
import { detectorsWithOwnWords, ownContact } from '../../../core/own-words/switch.ts'

interface Detectors {
  readonly set: ExtraDetectors | undefined
  readonly served: readonly unknown[]
  readonly revision: number
}

/**
 * The detectors as they are now, less what the products say of themselves; made once for each revision.
 * @param contact whom the proxy's own lines in answers name; undefined where there are none
 */
export function withOwnWords(current: () => Detectors, contact?: string): () => Detectors {
  const added = contact === undefined ? [] : [ownContact(contact)]
  let made: Detectors | undefined
  return () => {
    const { set, served: fromApi, revision } = current()
    if (made?.revision !== revision) {
      const served = [...fromApi, ...added]
      made = { set: detectorsWithOwnWords(set, served), served, revision }
    }
    return made
  }
}
