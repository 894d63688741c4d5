import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WeirError } from '../core/errors.ts'
import { makeFolder } from './make-folder.ts'

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** A generated secret is cut off or empty, as after a copy that failed: whatever is derived from it could be guessed. */
export class SecretFileError extends WeirError {
  constructor(file: string, leastBytes: number) {
    super(
      'ERR_SECRET_FILE',
      `${file} is shorter than ${leastBytes} bytes, so it was cut off or emptied: restore it from a backup. If there is none, remove it: a new one is made, and what the old one sealed stays sealed`,
    )
  }
}

/** The generated secrets of a data directory: one small file each, readable by its owner alone. */
export class SecretFiles {
  readonly #directory: string

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'secrets')
    makeFolder(this.#directory, DIRECTORY_MODE)
    // The directory may be older than this rule, or made under a lax umask.
    chmodSync(this.#directory, DIRECTORY_MODE)
  }

  read(name: string): string | undefined {
    try {
      const content = readFileSync(this.#path(name), 'utf8').trim()
      return content === '' ? undefined : content
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** Replaces the file in one step: a crash leaves the old secret or the new one, never half of one. */
  write(name: string, secret: string): void {
    renameSync(this.#draft(name, secret), this.#path(name))
  }

  /**
   * The secret that is there, or a new one; of several processes that start at once all get the same.
   * @param leastBytes what is shorter is no whole secret
   * @throws SecretFileError
   */
  readOrCreate(name: string, create: () => string, leastBytes: number): string {
    const secret = this.read(name) ?? this.#create(name, create)
    if (Buffer.byteLength(secret) < leastBytes) throw new SecretFileError(this.#path(name), leastBytes)
    return secret
  }

  #create(name: string, create: () => string): string {
    const draft = this.#draft(name, create())
    try {
      // Unlike a rename, a link never replaces what another process has put there in the meantime.
      linkSync(draft, this.#path(name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    return readFileSync(this.#path(name), 'utf8').trim()
  }

  #draft(name: string, secret: string): string {
    const draft = this.#path(`.${name}.${randomUUID()}`)
    writeFileSync(draft, `${secret}\n`, { mode: FILE_MODE, flag: 'wx', flush: true })
    return draft
  }

  #path(name: string): string {
    return join(this.#directory, name)
  }
}
