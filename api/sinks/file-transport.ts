import { type FileHandle, open, stat } from 'node:fs/promises'
import { isMainThread } from 'node:worker_threads'
import { SettingsError } from '../../config/settings.ts'
import type { SinkEvent } from './format.ts'
import { type Format, writeWithin } from './format.ts'
import type { Transport } from './sink.ts'

const LINE_MAX_BYTES = 64 * 1024
/** Readable by its owner only: it says who did what with which AI service. */
const MODE = 0o600

/** A file with one line for each event. It is opened again if it was moved away, as logrotate does, and at SIGHUP. */
export class FileTransport implements Transport {
  readonly #path: string
  readonly #format: Format
  #handle: FileHandle | undefined
  /** The last write may have ended within a line. */
  #isTorn = false
  readonly #onHangUp = () => void this.#letGo()

  private constructor(path: string, format: Format) {
    this.#path = path
    this.#format = format
    // A thread gets no signals; there the next write notices by itself.
    if (isMainThread) process.on('SIGHUP', this.#onHangUp)
  }

  /**
   * Looks whether it can be written; it is held open from the first event on.
   * @throws SettingsError if it cannot be opened
   */
  static async open(path: string, format: Format): Promise<FileTransport> {
    try {
      const handle = await open(path, 'a', MODE)
      await handle.close()
      return new FileTransport(path, format)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new SettingsError([
        `WEIR_EVENT_FILE: ${path} cannot be opened (${code}). It takes a path that can be written.`,
      ])
    }
  }

  format(event: SinkEvent): string | undefined {
    const text = writeWithin(this.#format, event, LINE_MAX_BYTES)
    return text && `${text}\n`
  }

  async write(lines: readonly string[]): Promise<void> {
    const handle = await this.#current()
    try {
      await handle.appendFile((this.#isTorn ? '\n' : '') + lines.join(''))
      this.#isTorn = false
    } catch (error) {
      this.#isTorn = true
      throw error
    }
  }

  async close(): Promise<void> {
    process.off('SIGHUP', this.#onHangUp)
    await this.#letGo()
  }

  async #current(): Promise<FileHandle> {
    const handle = this.#handle
    if (handle !== undefined && (await this.#isThere(handle))) return handle
    await this.#letGo()
    this.#handle = await open(this.#path, 'a', MODE)
    this.#isTorn = false
    return this.#handle
  }

  async #isThere(handle: FileHandle): Promise<boolean> {
    try {
      const [there, here] = await Promise.all([stat(this.#path), handle.stat()])
      return there.ino === here.ino && there.dev === here.dev
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }

  async #letGo(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }
}
