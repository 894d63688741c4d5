import { bannerLimits } from './limits.ts'
import type { Listening, Notice, Sent, Told } from './notice.ts'

/** A page that listens. */
export interface Listener {
  /** @returns false if it takes nothing any more */
  hear(news: Notice | Sent): boolean
  end(): void
}

/** What became of a notice, as counted. */
export type NoticeOutcome = 'sent' | 'repeated' | 'kept'

interface Options {
  /** Tells the other workers, to whom a person's page may listen. */
  readonly tell: (told: Told) => void
  readonly tellListening?: (listening: Listening) => void
  readonly count: (outcome: NoticeOutcome) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Person {
  readonly listeners: Set<Listener>
  /** When the person was told last, by what it was about. */
  readonly told: Map<string, number>
  kept: { readonly about: string; readonly news: Notice | Sent; readonly until: number }[]
  /** A page may listen at another worker up to then. */
  elsewhereUntil: number
  /** When something was heard of the person last. */
  seen: number
}

/** Who listens for notices, and who has been told of what. What is older than half a minute goes when somebody else is told of something. */
export class NoticeBoard {
  readonly #options: Options
  readonly #people = new Map<string, Person>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Pages that listen now. */
  get listening(): number {
    let sum = 0
    for (const { listeners } of this.#people.values()) sum += listeners.size
    return sum
  }

  /** People of whom something is remembered. */
  get size(): number {
    return this.#people.size
  }

  listensTo(person: string): boolean {
    return (this.#people.get(person)?.listeners.size ?? 0) > 0
  }

  /** @returns undefined where there was no notice to be shown, and it was not told within the time */
  post(told: Told): NoticeOutcome | undefined {
    const outcome = this.#take(told)
    if (outcome !== undefined) this.#options.count(outcome)
    if (outcome !== 'repeated') this.#options.tell(told)
    return outcome
  }

  /** Whether post() would find that the person was told of it. */
  wasTold(person: string, about: string): boolean {
    const last = this.#people.get(person)?.told.get(about)
    return last !== undefined && this.#options.now() - last < bannerLimits.repeatMs
  }

  /** A notice that waits for a page is no longer needed: the person was told otherwise. */
  withdraw(person: string, about: string): void {
    this.#drop(person, about)
    this.#options.tell({ person, about, notice: undefined, isWithdrawn: true })
  }

  /** A prompt was sent that was refused before: its notice goes, wherever it is shown. */
  sent(person: string, about: string, sent: Sent): void {
    this.#takeSent(person, about, sent)
    this.#options.tell({ person, about, notice: undefined, sent })
  }

  /** Whether a page of this person may listen at another worker. */
  listensElsewhere(person: string): boolean {
    return (this.#people.get(person)?.elsewhereUntil ?? 0) > this.#options.now()
  }

  /** What another worker has told. */
  keepListening({ person, listensUntil }: Listening): void {
    const one = this.#personOf(person)
    one.elsewhereUntil = Math.max(one.elsewhereUntil, listensUntil)
  }

  /** What another worker has posted. */
  keep(told: Told): void {
    if (told.isWithdrawn) this.#drop(told.person, told.about)
    else if (told.sent !== undefined) this.#takeSent(told.person, told.about, told.sent)
    else if (this.#take(told) === 'sent') this.#options.count('sent')
  }

  /** @returns undefined where nothing is to be shown */
  #take({ person, about, notice }: Told): NoticeOutcome | undefined {
    const now = this.#options.now()
    const one = this.#personOf(person)
    const last = one.told.get(about)
    if (last !== undefined && now - last < bannerLimits.repeatMs) return 'repeated'
    one.told.delete(about)
    one.told.set(about, now)
    forget(one.told, now)
    if (notice === undefined) return undefined
    if ([...one.listeners].filter((listener) => listener.hear(notice)).length > 0) return 'sent'
    // A page that is being opened, or that connects again, hears it late.
    this.#keepFor(one, about, notice)
    return 'kept'
  }

  #takeSent(person: string, about: string, sent: Sent): void {
    const one = this.#personOf(person)
    one.told.delete(about)
    this.#drop(person, about)
    // A page that connects again may show it still.
    if ([...one.listeners].filter((listener) => listener.hear(sent)).length === 0) this.#keepFor(one, about, sent)
  }

  #keepFor(one: Person, about: string, news: Notice | Sent): void {
    const until = this.#options.now() + bannerLimits.keptMs
    one.kept = [...one.kept, { about, news, until }].slice(-bannerLimits.keptNotices)
  }

  /** @returns what takes the listener away again; undefined where the person has too many already */
  listen(person: string, listener: Listener): (() => void) | undefined {
    const one = this.#personOf(person)
    if (one.listeners.size >= bannerLimits.streamsOfOne) return undefined
    one.listeners.add(listener)
    const now = this.#options.now()
    for (const { news, until } of one.kept.splice(0)) {
      if (until > now && listener.hear(news) && !('sent' in news)) this.#options.count('sent')
    }
    this.#options.tellListening?.({ person, listensUntil: now + bannerLimits.streamMs })
    return () => one.listeners.delete(listener)
  }

  /** Ends all streams. */
  close(): void {
    for (const { listeners } of this.#people.values()) for (const listener of [...listeners]) listener.end()
  }

  #drop(person: string, about: string): void {
    const one = this.#people.get(person)
    if (one !== undefined) one.kept = one.kept.filter((kept) => kept.about !== about)
  }

  #personOf(name: string): Person {
    const known = this.#people.get(name)
    if (known !== undefined) {
      this.#people.delete(name)
      this.#people.set(name, known)
      known.seen = this.#options.now()
      return known
    }
    this.#forgetOld()
    if (this.#people.size >= bannerLimits.people) this.#forgetOne()
    const person: Person = {
      listeners: new Set(),
      told: new Map(),
      kept: [],
      elsewhereUntil: 0,
      seen: this.#options.now(),
    }
    this.#people.set(name, person)
    return person
  }

  /** Some of those of whom nothing was heard for long: more than come. */
  #forgetOld(): void {
    const now = this.#options.now()
    const before = now - Math.max(bannerLimits.repeatMs, bannerLimits.keptMs)
    let looked = 0
    for (const [name, person] of this.#people) {
      if (person.seen > before || looked++ === FORGOTTEN_AT_ONCE) return
      this.#people.delete(name)
      if (person.listeners.size === 0) continue
      person.seen = now
      this.#people.set(name, person)
    }
  }

  /** The one of whom nothing was heard for longest, and who does not listen. */
  #forgetOne(): void {
    for (const [name, { listeners }] of this.#people) {
      if (listeners.size > 0) continue
      this.#people.delete(name)
      return
    }
  }
}

const FORGOTTEN_AT_ONCE = 4

/** What a person was told of too long ago, and what is too much; the oldest stands first. */
function forget(told: Map<string, number>, now: number): void {
  for (const [about, at] of told) {
    if (now - at < bannerLimits.repeatMs && told.size <= bannerLimits.toldOfOne) return
    told.delete(about)
  }
}
