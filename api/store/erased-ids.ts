import { createHmac } from 'node:crypto'

const HASH_BYTES = 16

/**
 * What is kept of the id of an erased interaction, so that a proxy that sends it again late does not bring it back. A proxy keeps
 * what it could not send as long as its disk has room, whatever its age. So this is kept as long as the record would
 * have been (WEIR_RETENTION_DAYS): what comes back after that is too old, and is deleted at once.
 */
export function hashErasedId(key: Buffer, tenantId: string, id: string): string {
  return createHmac('sha256', key).update(`${tenantId} ${id}`).digest().subarray(0, HASH_BYTES).toString('hex')
}
