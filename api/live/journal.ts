import type { LiveEvent } from './live-event.ts'

/** Of one tenant: what large events may take together. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024

export interface ResumeLimits {
  /** How long an event can be asked for again. */
  readonly seconds: number
  /** How many events of one tenant are kept. */
  readonly events: number
}

/** One tenant's newest events in the order in which its clients were told, for those who come back. */
export class Journal {
  /** By id, oldest first. */
  readonly #entries = new Map<string, { readonly event: LiveEvent; readonly at: number }>()
  readonly #limits: ResumeLimits
  readonly #now: () => Date
  #bytes = 0

  constructor(limits: ResumeLimits, now: () => Date) {
    this.#limits = limits
    this.#now = now
  }

  /** @returns false where it is there already */
  add(event: LiveEvent): boolean {
    if (this.#entries.has(event.id)) return false
    this.#entries.set(event.id, { event, at: this.#now().getTime() })
    this.#bytes += event.text.length
    this.#forget()
    return true
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** What came after that event, oldest first; undefined where it is not known, or no more. */
  since(id: string): readonly LiveEvent[] | undefined {
    this.#forget()
    if (!this.#entries.has(id)) return undefined
    const later: LiveEvent[] = []
    for (const { event } of [...this.#entries.values()].reverse()) {
      if (event.id === id) break
      later.push(event)
    }
    return later.reverse()
  }

  #forget(): void {
    const oldest = this.#now().getTime() - this.#limits.seconds * 1000
    for (const [id, { event, at }] of this.#entries) {
      const isTooMany = this.#entries.size > this.#limits.events || this.#bytes > KEPT_MAX_BYTES
      if (!isTooMany && at >= oldest) return
      this.#entries.delete(id)
      this.#bytes -= event.text.length
    }
  }
}
