import { eraseFrom, type LiveEvent } from './live-event.ts'

/** The most bytes that the events of one tenant may take together. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024

export interface ResumeLimits {
  /** How long an event can be asked for again. */
  readonly seconds: number
  /** How many events of one tenant are kept. */
  readonly events: number
}

interface Entry {
  readonly event: LiveEvent
  readonly at: number
  /** Counts all that were ever added. */
  readonly sequence: number
}

/** One tenant's newest events in the order in which its clients were told, for those who come back. */
export class Journal {
  readonly #ids = new Set<string>()
  /**
   * Oldest first; those before `#first` are forgotten. A map that is emptied from its front would be walked through all
   * that was deleted from it, at each event.
   */
  #entries: (Entry | undefined)[] = []
  #first = 0
  readonly #limits: ResumeLimits
  readonly #now: () => Date
  #bytes = 0
  #added = 0
  #allFrom = 0

  constructor(limits: ResumeLimits, now: () => Date) {
    this.#limits = limits
    this.#now = now
  }

  /** @returns false if it is there already */
  add(event: LiveEvent): boolean {
    if (this.#ids.has(event.id)) return false
    this.#ids.add(event.id)
    this.#entries.push({ event, at: this.#now().getTime(), sequence: this.#added++ })
    this.#bytes += event.text.length
    this.#forget()
    return true
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** From now on events of every type are added; before, perhaps of some alone. */
  beginAll(): void {
    this.#allFrom = this.#added
  }

  /**
   * What came after that event, oldest first; undefined if it is not known, or no more.
   * @param ofAll whether the answer has to hold every type that there was
   */
  since(id: string, ofAll = true): readonly LiveEvent[] | undefined {
    this.#forget()
    if (!this.#ids.has(id)) return undefined
    const place = this.#entries.findLastIndex((entry) => entry?.event.id === id)
    if (ofAll && (this.#entries[place]?.sequence ?? 0) < this.#allFrom) return undefined
    return this.#entries.slice(place + 1).flatMap((entry) => entry?.event ?? [])
  }

  /** Takes these interactions out of the events. Their ids stay: clients go on from them. */
  erase(interactions: ReadonlySet<string>): void {
    for (const entry of this.#entries) {
      const event = entry?.event
      if (event?.interactionId == null || !interactions.has(event.interactionId)) continue
      this.#bytes -= event.text.length
      eraseFrom(event)
      this.#bytes += event.text.length
    }
  }

  #forget(): void {
    const oldest = this.#now().getTime() - this.#limits.seconds * 1000
    for (let entry = this.#entries[this.#first]; entry !== undefined; entry = this.#entries[this.#first]) {
      const isTooMany = this.#ids.size > this.#limits.events || this.#bytes > KEPT_MAX_BYTES
      if (!isTooMany && entry.at >= oldest) break
      this.#ids.delete(entry.event.id)
      this.#bytes -= entry.event.text.length
      this.#entries[this.#first] = undefined
      this.#first += 1
    }
    // Moved together once half is empty: each entry is moved once at most, on average.
    if (this.#first * 2 <= this.#entries.length) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }
}
