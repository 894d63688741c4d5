import { appendFile, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIRECTORY_MODE, FILE_MODE } from './spool/spool-directory.ts'

/** Enough to see what is wrong with them; the first ones are kept. */
const REJECTED_MAX_BYTES = 16 * 1024 * 1024

const LINE_FEED = Buffer.from('\n')

/** Records the API will not take, kept as JSON lines for a person to look at. */
export class RejectedRecords {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Whether they are kept; false at the bound. Rejects with the file system's error. */
  async keep(items: readonly Buffer[]): Promise<boolean> {
    await mkdir(dirname(this.#path), { recursive: true, mode: DIRECTORY_MODE })
    const lines = Buffer.concat(items.flatMap((item) => [item, LINE_FEED]))
    if ((await this.#size()) + lines.length > REJECTED_MAX_BYTES) return false
    await appendFile(this.#path, lines, { mode: FILE_MODE })
    return true
  }

  async #size(): Promise<number> {
    const file = await stat(this.#path).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    return file?.size ?? 0
  }
}
