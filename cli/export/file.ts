import { createHash, randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { cleanUpOnSignal } from '../on-signal.ts'
import { ExportError } from './errors.ts'
import { lineOf, type Part } from './format.ts'

/** Characters that are written at once. */
const WRITE_SIZE = 262_144
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

export interface WrittenPart {
  readonly name: Part
  readonly records: number
  readonly sha256: string
}

/** A file that is there whole, with mode 0600, or not at all. */
export class ExportFile {
  readonly #path: string
  readonly #temporary: string
  readonly #handle: FileHandle
  readonly #forgetSignals: () => void
  #pending = ''

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.#path = path
    this.#temporary = temporary
    this.#handle = handle
    this.#forgetSignals = cleanUpOnSignal(() => rmSync(temporary, { force: true }))
  }

  /** @throws ExportError if it is there already, or cannot be made */
  static async create(path: string): Promise<ExportFile> {
    if (existsSync(path)) throw thereAlready(path)
    const temporary = `${path}.${randomUUID()}.part`
    try {
      return new ExportFile(path, temporary, await open(temporary, 'wx', 0o600))
    } catch (error) {
      throw notWritten(path, error)
    }
  }

  /** @param onProgress gets the number of records so far, now and then */
  async writePart(
    name: Part,
    records: AsyncIterable<unknown>,
    onProgress: (records: number) => void,
  ): Promise<WrittenPart> {
    const hash = createHash('sha256')
    let count = 0
    for await (const record of records) {
      const line = `${lineOf(name, record)}\n`
      hash.update(line)
      count += 1
      if (await this.#write(line)) onProgress(count)
    }
    onProgress(count)
    return { name, records: count, sha256: hash.digest('hex') }
  }

  async writeLine(line: string): Promise<void> {
    await this.#write(`${line}\n`)
  }

  /** Makes sure that it is on the disk, before it gets its name with `publish`. */
  async finish(): Promise<void> {
    await this.#flush()
    await this.#handle.sync()
    await this.#handle.close()
  }

  /** @throws ExportError if another file has the name meanwhile */
  async publish(): Promise<void> {
    try {
      // Of two exports to one name, a rename would let the later one replace the other.
      await link(this.#temporary, this.#path)
      await rm(this.#temporary)
    } catch (error) {
      if (existsSync(this.#path)) throw thereAlready(this.#path)
      // Some file systems (FAT, shares) have no links.
      if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw notWritten(this.#path, error)
      await rename(this.#temporary, this.#path)
    }
    this.#forgetSignals()
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    // Closed already where what came after `finish` failed.
    await this.#handle.close().catch(() => {})
    await rm(this.#temporary, { force: true })
    this.#forgetSignals()
  }

  async #write(text: string): Promise<boolean> {
    this.#pending += text
    if (this.#pending.length < WRITE_SIZE) return false
    await this.#flush()
    return true
  }

  async #flush(): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    try {
      await this.#handle.appendFile(text)
    } catch (error) {
      throw notWritten(this.#path, error)
    }
  }
}

function thereAlready(path: string): ExportError {
  return new ExportError(`${path} exists already: an export overwrites nothing`)
}

function notWritten(path: string, error: unknown): ExportError {
  return new ExportError(`${path} cannot be written: ${(error as Error).message}`, error)
}
