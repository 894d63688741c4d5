import { open, readFile, rename, unlink } from 'node:fs/promises'

const FILE_MODE = 0o600

/** The last known items of a feed, and when the API last confirmed them, in milliseconds since the epoch. */
export interface Supplied<Item> {
  readonly items: readonly Item[]
  readonly fetchedAt: number
}

/** How a feed's items are written in their file. */
export interface CacheFormat<Item> {
  encode(supplied: Supplied<Item>): string
  /** Throws if the text is damaged; the error must not quote it. */
  decode(text: string): Supplied<Item>
}

/** The file that a start without the API uses. */
export class FeedCache<Item> {
  readonly #file: string
  readonly #format: CacheFormat<Item>

  constructor(file: string, format: CacheFormat<Item>) {
    this.#file = file
    this.#format = format
  }

  /** Undefined if there is no file yet. Rejects if it cannot be read or is damaged. */
  async read(): Promise<Supplied<Item> | undefined> {
    const text = await readFile(this.#file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    return text === undefined ? undefined : this.#format.decode(text)
  }

  /** Replaces the file in one step, also when several workers do so at once: a reader sees one whole version. */
  async write(supplied: Supplied<Item>): Promise<void> {
    const draft = `${this.#file}.${process.pid}.new`
    const content = this.#format.encode(supplied)
    try {
      await using handle = await open(draft, 'w', FILE_MODE)
      await handle.writeFile(content)
      // Without this a power failure may leave an empty file under the new name, and a proxy that knows nothing.
      await handle.sync()
    } catch (error) {
      // The error of the write matters more; a draft that is left is overwritten by the next one.
      await unlink(draft).catch(() => {})
      throw error
    }
    await rename(draft, this.#file)
  }
}
