/** How many reads of one kind and actor in a minute have an entry each: more than a person opens one by one. */
export const SINGLE_A_MINUTE = 20
/** What further reads wait for at most, to be written down together. */
const TOGETHER_MS = 1000
/** Reads in one entry, and so of one kind and actor those that a process that is killed can take with it. */
export const TOGETHER_MAX = 20
const MINUTE_MS = 60_000

/** What an entry of several reads says of them. */
export interface Together {
  readonly reads: number
  /** Each once. */
  readonly target_ids: readonly string[]
}

/** @param together undefined for one read */
type Write = (together?: Together) => Promise<void>

/** Reads of one kind and actor. */
interface Reader {
  minute: number
  single: number
  /** Of those that are not written down yet. */
  count: number
  readonly targets: Set<string>
  write: Write
  /** Reads that are being added: it is not forgotten under them. */
  adding: number
  /** What is being written together. */
  writing: Promise<void> | undefined
}

/**
 * Decides which reads share an entry of the audit log. The log keeps its entries for good, and a script that reads a
 * thousand interactions a minute would fill it: its reads are counted and named together, before they are many and soon.
 */
export class FoldedReads {
  readonly #now: () => Date
  readonly #onFailure: (error: unknown) => void
  readonly #readers = new Map<string, Reader>()
  #timer: NodeJS.Timeout | undefined

  constructor(now: () => Date, onFailure: (error: unknown) => void) {
    this.#now = now
    this.#onFailure = onFailure
  }

  /**
   * Resolves when it is written down, or counted among the few that soon will be.
   * @param kind tells what is read, and by whom
   * @param target what is read, where that has an id
   * @throws what writing throws; it is not counted then
   */
  async add(kind: string, target: string | null, write: Write): Promise<void> {
    const minute = this.#minute()
    const reader = this.#readers.get(kind) ?? newReader(minute, write)
    this.#readers.set(kind, reader)
    if (reader.minute !== minute) Object.assign(reader, { minute, single: 0 })
    this.#flushLater()
    if (reader.single < SINGLE_A_MINUTE) {
      reader.single += 1
      return write()
    }
    reader.adding += 1
    try {
      while (reader.count >= TOGETHER_MAX) await writeTogether(reader)
    } finally {
      reader.adding -= 1
    }
    reader.write = write
    reader.count += 1
    if (target !== null) reader.targets.add(target)
  }

  /** Writes down what waits. @throws what writing throws; it then waits on */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      for (const [kind, reader] of this.#readers) {
        // If that fails, it is written now.
        while (reader.writing !== undefined) await reader.writing.catch(() => undefined)
        if (reader.count > 0) await writeTogether(reader)
        else if (reader.adding === 0 && reader.minute !== this.#minute()) this.#readers.delete(kind)
      }
    } finally {
      if (this.#readers.size > 0) this.#flushLater()
    }
  }

  /** Writes down what waits, for the last time. */
  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      clearTimeout(this.#timer)
      this.#readers.clear()
    }
  }

  #minute(): number {
    return Math.floor(this.#now().getTime() / MINUTE_MS)
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => this.flush().catch(this.#onFailure), TOGETHER_MS).unref()
  }
}

function newReader(minute: number, write: Write): Reader {
  return { minute, single: 0, count: 0, targets: new Set(), write, adding: 0, writing: undefined }
}

/** One write at a time: who comes meanwhile waits for the same. */
function writeTogether(reader: Reader): Promise<void> {
  reader.writing ??= writeNow(reader).finally(() => {
    reader.writing = undefined
  })
  return reader.writing
}

async function writeNow(reader: Reader): Promise<void> {
  const [reads, target_ids] = [reader.count, [...reader.targets]]
  reader.count = 0
  reader.targets.clear()
  try {
    await reader.write({ reads, target_ids })
  } catch (error) {
    reader.count += reads
    for (const target of target_ids) reader.targets.add(target)
    throw error
  }
}
