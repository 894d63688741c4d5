import { randomUUID } from 'node:crypto'
import type { Event } from '../../core/model/event.ts'
import type { EventBus } from '../events/bus.ts'
import type { RedisConnections } from '../redis/connections.ts'
import { EventStream, isAfter, type PlacedEntry, parseMessage, toText } from '../redis/event-stream.ts'
import { INTEREST_CHANNEL, Interest } from '../redis/interest.ts'
import { RedisLink } from '../redis/link.ts'
import { type Audience, Audiences } from './audiences.ts'
import type { FeedListener, LiveFeed } from './feed.ts'
import { Journal, type ResumeLimits } from './journal.ts'
import { type LiveEvent, toLiveEvent } from './live-event.ts'
import { Outgoing, type Own } from './outgoing.ts'
import type { PolicyRelay } from './policy-relay.ts'

const IDENTITY_CHANNEL = 'weir:live:identities'
const INTEREST_REFRESH_MS = 60_000
/** Events come through Redis sooner than the store says that something changed; what has not come by then is relayed. */
const RELAY_PATIENCE_MS = 1000
/** Of one tenant, while what was missed is read: more is a gap. */
const HELD_MAX = 10_000

interface State {
  readonly journal: Journal
  readonly unsubscribe: () => void
  /** The place in the stream up to which the clients have been told; undefined where that is not known. */
  cursor: string | undefined
  /** What is said while older entries are still being read. */
  held: PlacedEntry[] | undefined
  /** Ends when the clients are where the stream is. */
  catchingUp: Promise<void>
  relaying: NodeJS.Timeout | undefined
}

interface Options {
  readonly redis: RedisConnections
  readonly events: EventBus
  readonly policies: PolicyRelay
  readonly limits: ResumeLimits
  readonly now: () => Date
  /** The rights of a user or service token have changed in another process. */
  readonly onIdentityChange: (id: string) => void
}

/**
 * The events of all processes that share a Redis, in one order: an own event is told to the own clients when it comes back
 * from Redis, so that a client can go on at any other process. While Redis is away, own events are told at once, and the
 * others hear of them later; to go on across such a time is a gap.
 */
export class SharedFeed implements LiveFeed {
  readonly #process = randomUUID()
  readonly #policies: PolicyRelay
  readonly #link: RedisLink
  readonly #stream: EventStream
  readonly #interest: Interest
  readonly #outgoing: Outgoing
  readonly #audiences: Audiences<State>
  readonly #stopListening: (() => void)[]
  readonly #refreshing: NodeJS.Timeout
  #flushing = false

  constructor({ redis, events, policies, limits, now, onIdentityChange }: Options) {
    this.#policies = policies
    this.#outgoing = new Outgoing(limits.events)
    this.#link = new RedisLink(redis, 'live', {
      prepare: () => this.#prepare(),
      onUp: () => void this.#sendBacklog(),
      onDown: () => this.#onDown(),
    })
    this.#stream = new EventStream(this.#link.asking, limits)
    this.#interest = new Interest(this.#link.asking, now)
    this.#audiences = new Audiences<State>({
      begin: (tenantId) => this.#begin(events, tenantId, new Journal(limits, now)),
      end: (tenantId, state) => this.#end(tenantId, state),
      lingerSeconds: limits.seconds,
    })
    this.#link.listening.on('message', (channel: string, message: string) => {
      if (channel === INTEREST_CHANNEL) this.#interest.note(message)
      else if (channel === IDENTITY_CHANNEL) this.#hearIdentity(message, onIdentityChange)
      else this.#hear(channel, message)
    })
    this.#refreshing = setInterval(() => void this.#refresh(), INTEREST_REFRESH_MS).unref()
    this.#stopListening = [
      events.subscribeAll(
        (event) => this.#own(event),
        (tenantId) => this.#interest.has(tenantId),
      ),
      events.onIdentityChange((id) => {
        // Where it does not arrive, others learn it from the database within half a second.
        if (this.#link.isUp) this.#link.asking.publish(IDENTITY_CHANNEL, `${this.#process} ${id}`).catch(() => {})
      }),
    ]
  }

  async listen(tenantId: string, listener: FeedListener): Promise<() => void> {
    const isNew = this.#audiences.get(tenantId) === undefined
    const audience = this.#audiences.join(tenantId, listener)
    const stop = () => this.#audiences.leave(tenantId, listener)
    try {
      await this.#policies.follow(tenantId)
    } catch (error) {
      stop()
      throw error
    }
    try {
      if (isNew && this.#link.isUp) await this.#enter(tenantId, audience)
      else await audience.state.catchingUp
    } catch {
      // Own events are told all the same, and those of others once the link is up again.
      this.#link.fail()
    }
    return stop
  }

  async since(tenantId: string, eventId: string): Promise<readonly LiveEvent[] | undefined> {
    const state = this.#audiences.get(tenantId)?.state
    if (!this.#link.isUp || state?.cursor === undefined) return state?.journal.since(eventId)
    const later: LiveEvent[] = []
    try {
      for await (const { event, late } of this.#stream.backFrom(tenantId, state.cursor)) {
        if (event === undefined || late) return undefined
        if (event.id === eventId) return later.reverse()
        later.push(toLiveEvent(event))
      }
    } catch {
      this.#link.fail()
    }
    return undefined
  }

  async policiesChanged(tenantId: string): Promise<void> {
    const state = this.#audiences.get(tenantId)?.state
    if (state === undefined) return
    if (!this.#link.isUp) await this.#policies.catchUp(tenantId)
    else
      state.relaying ??= setTimeout(() => {
        state.relaying = undefined
        void this.#policies.catchUp(tenantId)
      }, RELAY_PATIENCE_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#refreshing)
    for (const stop of this.#stopListening) stop()
    this.#audiences.close()
    this.#link.close()
  }

  #begin(events: EventBus, tenantId: string, journal: Journal): State {
    const unsubscribe = events.subscribe(tenantId, (event, isRelayed) => {
      const audience = this.#audiences.get(tenantId)
      if (isRelayed && audience !== undefined) tell(audience, toLiveEvent(event))
    })
    // From the start: this process's events are wanted before Redis knows of it.
    this.#interest.note(tenantId)
    return {
      journal,
      unsubscribe,
      cursor: undefined,
      held: undefined,
      catchingUp: Promise.resolve(),
      relaying: undefined,
    }
  }

  async #enter(tenantId: string, audience: Audience<State>): Promise<void> {
    const subscribed = this.#link.listening.subscribe(EventStream.channelOf(tenantId))
    // Looked at by #catchUp, after what it still has to do before.
    subscribed.catch(() => {})
    await this.#catchUp(tenantId, audience, subscribed)
    await this.#interest.announce([tenantId])
  }

  #end(tenantId: string, { unsubscribe, relaying }: State): void {
    unsubscribe()
    clearTimeout(relaying)
    this.#policies.forget(tenantId)
    if (this.#link.isUp)
      this.#link.listening.unsubscribe(EventStream.channelOf(tenantId)).catch(() => this.#link.fail())
  }

  #own(event: Event): void {
    const own = { event, live: toLiveEvent(event) }
    if (!this.#link.isUp) {
      this.#tellOwn(own)
      return
    }
    this.#outgoing.send(own)
    if (this.#flushing) return
    this.#flushing = true
    // Those of one batch of interactions go together.
    setImmediate(() => {
      this.#flushing = false
      for (const { tenantId, events } of this.#outgoing.takeUnsent()) void this.#append(tenantId, events)
    })
  }

  async #append(tenantId: string, events: readonly Own[]): Promise<void> {
    try {
      await this.#stream.append(
        tenantId,
        events.map(({ event }) => toText({ from: this.#process, event })),
      )
      // Nobody here listens: nothing will come back.
      if (this.#audiences.get(tenantId) === undefined) for (const { live } of events) this.#outgoing.settle(live.id)
    } catch {
      this.#link.fail()
    }
  }

  /** Without Redis: the own clients at once, the others later. */
  #tellOwn(own: Own): void {
    const audience = this.#audiences.get(own.event.tenant_id)
    if (audience !== undefined) tell(audience, own.live)
    this.#outgoing.keepForLater(own)
  }

  #onDown(): void {
    for (const own of this.#outgoing.takePending()) this.#tellOwn(own)
  }

  async #prepare(): Promise<void> {
    const tenants = this.#audiences.all()
    const channels = tenants.map(([tenantId]) => EventStream.channelOf(tenantId))
    const subscribed = this.#link.listening.subscribe(INTEREST_CHANNEL, IDENTITY_CHANNEL, ...channels)
    await subscribed
    await this.#interest.announce(tenants.map(([tenantId]) => tenantId))
    await this.#interest.refresh()
    for (const [tenantId, audience] of tenants) {
      const isUnsure = audience.state.cursor === undefined && audience.listeners.size > 0
      await this.#catchUp(tenantId, audience, subscribed)
      if (isUnsure) tellGap(audience)
    }
  }

  async #sendBacklog(): Promise<void> {
    const { batches, lossy } = this.#outgoing.takeBacklog()
    try {
      for (const tenantId of lossy) await this.#stream.append(tenantId, [toText({ from: this.#process })])
      for (const { tenantId, events } of batches) {
        await this.#stream.append(
          tenantId,
          events.map(({ event }) => toText({ from: this.#process, late: true, event })),
        )
      }
    } catch {
      for (const tenantId of lossy) this.#outgoing.noteLoss(tenantId)
      for (const { events } of batches) for (const own of events) this.#outgoing.keepForLater(own)
      this.#link.fail()
    }
  }

  /** Brings the clients to where the stream is, one time after the other. */
  #catchUp(tenantId: string, audience: Audience<State>, subscribed: Promise<unknown>): Promise<void> {
    const { state } = audience
    const before = state.catchingUp.catch(() => {})
    state.catchingUp = before.then(() => subscribed).then(() => this.#readOn(tenantId, audience))
    return state.catchingUp
  }

  /** What is said while older entries are being read waits. */
  async #readOn(tenantId: string, audience: Audience<State>): Promise<void> {
    const { state } = audience
    state.held = []
    try {
      const { cursor } = state
      if (cursor !== undefined && (cursor === '0-0' || (await this.#stream.has(tenantId, cursor)))) {
        for await (const entry of this.#stream.after(tenantId, cursor)) this.#take(audience, entry)
      } else {
        state.cursor = await this.#stream.lastId(tenantId)
        if (cursor !== undefined) tellGap(audience)
      }
      if (state.held.length > HELD_MAX) tellGap(audience)
      for (const entry of state.held) this.#take(audience, entry)
    } finally {
      state.held = undefined
    }
  }

  #hear(channel: string, message: string): void {
    const tenantId = channel.slice(EventStream.channelOf('').length)
    const audience = this.#audiences.get(tenantId)
    const entry = audience && parseMessage(tenantId, message)
    if (audience === undefined || entry === undefined) return
    const { held } = audience.state
    if (held === undefined) this.#take(audience, entry)
    else if (held.length <= HELD_MAX) held.push(entry)
  }

  /** Each entry once, however often it is read or said. */
  #take(audience: Audience<State>, { id, from, event }: PlacedEntry): void {
    const { state } = audience
    if (state.cursor === undefined || !isAfter(id, state.cursor)) return
    state.cursor = id
    if (from === this.#process) {
      // An own one that is no longer on its way has been told while Redis was away.
      if (event !== undefined && this.#outgoing.settle(event.id)) tell(audience, toLiveEvent(event))
    } else if (event === undefined) tellGap(audience)
    else if (this.#policies.hear(event)) tell(audience, toLiveEvent(event))
  }

  #hearIdentity(message: string, onIdentityChange: (id: string) => void): void {
    const [from, id = ''] = message.split(' ')
    if (from !== this.#process) onIdentityChange(id)
  }

  async #refresh(): Promise<void> {
    if (!this.#link.isUp) return
    try {
      await this.#interest.announce(this.#audiences.all().map(([tenantId]) => tenantId))
      await this.#interest.refresh()
    } catch {
      this.#link.fail()
    }
  }
}

function tell({ state, listeners }: Audience<State>, event: LiveEvent): void {
  if (state.journal.add(event)) for (const listener of [...listeners]) listener.onEvent(event)
}

function tellGap({ listeners }: Audience<State>): void {
  for (const listener of [...listeners]) listener.onGap()
}
