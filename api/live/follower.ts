import { type EventStream, isAfter, type PlacedEntry, parseMessage } from '../redis/event-stream.ts'

/** The most events that are kept while missed ones are read: more than this is a gap. */
const HELD_MAX = 10_000
const PATIENCE_MS = 1000

interface Options {
  readonly tenantId: string
  readonly stream: EventStream
  /** Each entry once, in the order of the stream. */
  readonly onEntry: (entry: PlacedEntry) => void
  /** Entries are missing that cannot be read any more. */
  readonly onGap: () => void
}

/** Follows one tenant's stream through its channel, and after a loss reads the entries that are still in the stream. */
export class Follower {
  readonly #options: Options
  /** The last entry that was followed; undefined before it begins. */
  #cursor: string | undefined
  /** Messages that arrive while older entries are being read. */
  #held: PlacedEntry[] | undefined
  #catchingUp: Promise<void> = Promise.resolve()
  /** Called when the cursor has moved. */
  readonly #waiting = new Set<() => void>()

  constructor(options: Options) {
    this.#options = options
  }

  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Ends when it is where the stream is; rejects if the last attempt failed. */
  get caughtUp(): Promise<void> {
    return this.#catchingUp
  }

  /** A message of the channel. */
  hear(message: string): void {
    const entry = parseMessage(this.#options.tenantId, message)
    if (entry === undefined) return
    if (this.#held === undefined) this.#take(entry)
    else if (this.#held.length <= HELD_MAX) this.#held.push(entry)
  }

  /** Reads the entries that it has not heard, one read after the other. The channel is subscribed to before. */
  catchUp(subscribed: Promise<unknown>): Promise<void> {
    // Its error is handled below, after the earlier work.
    subscribed.catch(() => {})
    this.#catchingUp = this.#catchingUp
      // The caller of the last one got its error; this one continues from the same place.
      .catch(() => {})
      .then(() => subscribed)
      .then(() => this.#readOn())
    return this.#catchingUp
  }

  /** Waits a while for the entries of the stream up to now. */
  async hasReached(id: string): Promise<boolean> {
    const isThere = () => this.#cursor !== undefined && !isAfter(id, this.#cursor)
    if (isThere()) return true
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(patience)
        this.#waiting.delete(look)
        resolve(isThere())
      }
      const look = () => {
        if (isThere()) finish()
      }
      const patience = setTimeout(finish, PATIENCE_MS)
      this.#waiting.add(look)
    })
  }

  async #readOn(): Promise<void> {
    const { tenantId, stream, onGap } = this.#options
    this.#held = []
    try {
      const cursor = this.#cursor
      if (cursor !== undefined && (cursor === '0-0' || (await stream.has(tenantId, cursor)))) {
        for await (const entry of stream.after(tenantId, cursor)) this.#take(entry)
      } else {
        this.#cursor = await stream.lastId(tenantId)
        if (cursor !== undefined) onGap()
      }
      if (this.#held.length > HELD_MAX) onGap()
      for (const entry of this.#held) this.#take(entry)
    } finally {
      this.#held = undefined
    }
  }

  #take(entry: PlacedEntry): void {
    if (this.#cursor === undefined || !isAfter(entry.id, this.#cursor)) return
    this.#cursor = entry.id
    this.#options.onEntry(entry)
    for (const look of [...this.#waiting]) look()
  }
}
