import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreUnavailableError } from '../errors.ts'

/** Beside the database, for as long as it is written. */
const NAME = 'room-probe'
/** More than a record needs, and less than a batch may: a disk with less takes some writes and refuses others. */
const ROOM_BYTES = 1024 * 1024

/**
 * Whether the disk of the database has room. A small write is no proof: it may find its place in the journal, which keeps its
 * size, while what needs more fails. Quotas and limits are known to those alone who write.
 * @throws StoreUnavailableError
 */
export async function requireRoom(database: string): Promise<void> {
  const folder = dirname(database)
  const probe = join(folder, NAME)
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < ROOM_BYTES) throw new StoreUnavailableError(`The disk of ${folder} is full`)
    await writeFile(probe, Buffer.alloc(ROOM_BYTES, '\n'), { mode: 0o600 })
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    throw new StoreUnavailableError(`Nothing can be written in ${folder}: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await rm(probe, { force: true })
  }
}
