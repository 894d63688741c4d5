import type { Interaction } from '../../core/model/interaction.ts'
import type { UnknownOperations } from '../../core/model/inventory.ts'
import { shortMetadata } from './short-form.ts'
import { COUNT_MAX } from './sighting-sums.ts'

const MARK = 'unknown_operation'

/**
 * Whether a proxy has marked the request as one that the catalogue does not know. Read from the short form, which is all that an engine
 * may read of an interaction that goes: what was counted in is counted out.
 */
export function isOfUnknownOperation(metadata: Interaction['content_metadata'] | string): boolean {
  // The word alone spares nearly all of them the parsing.
  if (typeof metadata === 'string') return metadata.includes(MARK) && isOfUnknownOperation(JSON.parse(metadata))
  return metadata[MARK] === true && shortMetadata(metadata)[MARK] === true
}

/** What the inventory says of a service with such requests; undefined without any. */
export function unknownOperations(count: number, last: string | undefined): UnknownOperations | undefined {
  return count > 0 && last !== undefined ? { count: Math.min(count, COUNT_MAX), last_seen: last } : undefined
}
