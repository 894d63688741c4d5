import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Event } from '../../core/model/event.ts'
import type { EventBus } from '../events/bus.ts'
import type { RedisConnections } from '../redis/connections.ts'
import { EventStream, type PlacedEntry, toText } from '../redis/event-stream.ts'
import { INTEREST_CHANNEL, Interest } from '../redis/interest.ts'
import { RedisLink } from '../redis/link.ts'
import { type Audience, Audiences } from './audiences.ts'
import type { FeedListener, LiveFeed } from './feed.ts'
import { Follower } from './follower.ts'
import { Journal, type ResumeLimits } from './journal.ts'
import { type LiveEvent, toLiveEvent } from './live-event.ts'
import { Outgoing, type Own } from './outgoing.ts'
import type { PolicyRelay } from './policy-relay.ts'

const IDENTITY_CHANNEL = 'weir:live:identities'
const ERASED_CHANNEL = 'weir:live:erased'
/** Erasures of many come in batches: a stream is walked through once for those of a moment. */
const ERASURES_GATHER_MS = 200
const INTEREST_REFRESH_MS = 60_000
/** Events come through Redis sooner than the store says that something changed; what has not come by then is relayed. */
const RELAY_PATIENCE_MS = 1000

/** What is published of an erasure. Other programs may write to this Redis too. */
const Erased = z.object({ from: z.string(), tenantId: z.string(), ids: z.array(z.string()) })

interface State {
  readonly journal: Journal
  readonly follower: Follower
  readonly unsubscribe: () => void
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
 * The events of all processes that share a Redis, in one order: an event of our own is told to our own clients when it comes back
 * from Redis, so that a client can go on at any other process. While Redis is away, own events are told at once, and the
 * others hear of them later; to go on across such a time is a gap.
 */
export class SharedFeed implements LiveFeed {
  readonly #process = randomUUID()
  readonly #options: Options
  readonly #link: RedisLink
  readonly #stream: EventStream
  readonly #interest: Interest
  readonly #outgoing: Outgoing
  readonly #audiences: Audiences<State>
  readonly #stopListening: (() => void)[]
  readonly #refreshing: NodeJS.Timeout
  /** By tenant: what is still to be taken out of its stream. */
  readonly #erasing = new Map<string, Set<string>>()
  #erasingSoon: NodeJS.Timeout | undefined
  #flushing = false
  /** Under way to Redis. */
  readonly #appending = new Set<Promise<void>>()

  constructor(options: Options) {
    const { redis, events, limits, now } = options
    this.#options = options
    this.#outgoing = new Outgoing(limits.events)
    this.#link = new RedisLink(redis, 'live', {
      prepare: () => this.#prepare(),
      onUp: () => void this.#sendBacklog().then(() => this.#eraseFromStreams()),
      onDown: () => this.#onDown(),
    })
    this.#stream = new EventStream(this.#link.asking, limits)
    this.#interest = new Interest(this.#link.asking, now)
    this.#audiences = new Audiences<State>({
      begin: (tenantId) => this.#begin(tenantId),
      end: (tenantId, state) => this.#end(tenantId, state),
      lingerSeconds: limits.seconds,
    })
    this.#link.listening.on('message', (channel: string, message: string) => this.#onMessage(channel, message))
    this.#refreshing = setInterval(() => void this.#refresh(), INTEREST_REFRESH_MS).unref()
    this.#stopListening = [
      events.subscribeAll(
        (event) => this.#own(event),
        (tenantId) => this.#interest.has(tenantId),
      ),
      events.onInteractionsErased((tenantId, ids) => this.#erase(tenantId, ids)),
      events.onIdentityChange((id) => {
        // If it does not arrive, other processes learn of it from the database within half a second.
        if (this.#link.isUp) this.#link.asking.publish(IDENTITY_CHANNEL, `${this.#process} ${id}`).catch(() => {})
      }),
    ]
  }

  async listen(tenantId: string, listener: FeedListener): Promise<() => void> {
    const isNew = this.#audiences.get(tenantId) === undefined
    const { follower } = this.#audiences.join(tenantId, listener).state
    const stop = () => this.#audiences.leave(tenantId, listener)
    try {
      await this.#options.policies.follow(tenantId)
    } catch (error) {
      stop()
      throw error
    }
    try {
      if (isNew && this.#link.isUp) {
        await follower.catchUp(this.#link.listening.subscribe(EventStream.channelOf(tenantId)))
        await this.#interest.register([tenantId])
      } else await follower.caughtUp
    } catch {
      // Own events are delivered in any case, those of other processes once the link is up again.
      this.#link.fail()
    }
    return stop
  }

  async since(
    tenantId: string,
    eventId: string,
    _listener: FeedListener,
    onCut: () => void,
  ): Promise<readonly LiveEvent[] | undefined> {
    const state = this.#audiences.get(tenantId)?.state
    if (!this.#link.isUp || state?.follower.cursor === undefined) {
      onCut()
      return state?.journal.since(eventId)
    }
    try {
      // Another process may have sent its client more events than have come here so far.
      const isThere = await state.follower.hasReached(await this.#stream.lastId(tenantId))
      onCut()
      return isThere ? await this.#readBack(tenantId, eventId, state.follower.cursor) : undefined
    } catch {
      this.#link.fail()
      return undefined
    }
  }

  async policiesChanged(tenantId: string): Promise<void> {
    const { policies } = this.#options
    const state = this.#audiences.get(tenantId)?.state
    if (state === undefined) return
    if (!this.#link.isUp) await policies.catchUp(tenantId)
    else {
      state.relaying ??= setTimeout(() => {
        state.relaying = undefined
        void policies.catchUp(tenantId)
      }, RELAY_PATIENCE_MS).unref()
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#refreshing)
    clearTimeout(this.#erasingSoon)
    for (const stop of this.#stopListening) stop()
    // The last events of this process; Redis answers within a second, or not at all.
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(this.#appending)
    await this.#eraseFromStreams()
    this.#audiences.close()
    this.#link.close()
  }

  #erase(tenantId: string, ids: ReadonlySet<string>): void {
    this.#outgoing.erase(ids)
    this.#audiences.get(tenantId)?.state.journal.erase(ids)
    const erasing = this.#erasing.get(tenantId) ?? new Set()
    for (const id of ids) erasing.add(id)
    this.#erasing.set(tenantId, erasing)
    this.#erasingSoon ??= setTimeout(() => {
      this.#erasingSoon = undefined
      void this.#eraseFromStreams()
    }, ERASURES_GATHER_MS).unref()
  }

  /** While Redis is down they wait: it is tried again when the link is up. */
  async #eraseFromStreams(): Promise<void> {
    if (!this.#link.isUp) return
    await Promise.all(this.#appending)
    for (const [tenantId, ids] of [...this.#erasing]) {
      this.#erasing.delete(tenantId)
      try {
        await this.#stream.erase(tenantId, ids)
        await this.#link.asking.publish(
          ERASED_CHANNEL,
          JSON.stringify({ from: this.#process, tenantId, ids: [...ids] }),
        )
      } catch {
        this.#erasing.set(tenantId, ids.union(this.#erasing.get(tenantId) ?? new Set()))
        this.#link.fail()
        return
      }
    }
  }

  #begin(tenantId: string): State {
    const { events, limits, now } = this.#options
    const unsubscribe = events.subscribe(tenantId, (event, isRelayed) => {
      const audience = this.#audiences.get(tenantId)
      if (isRelayed && audience !== undefined) tell(audience, toLiveEvent(event))
    })
    const follower = new Follower({
      tenantId,
      stream: this.#stream,
      onEntry: (entry) => this.#onEntry(tenantId, entry),
      onGap: () => this.#tellGap(tenantId),
    })
    // From the start: this process's events are wanted before Redis knows of it.
    this.#interest.note(tenantId)
    return { journal: new Journal(limits, now), follower, unsubscribe, relaying: undefined }
  }

  #end(tenantId: string, { unsubscribe, relaying }: State): void {
    unsubscribe()
    clearTimeout(relaying)
    this.#options.policies.forget(tenantId)
    if (this.#link.isUp)
      this.#link.listening.unsubscribe(EventStream.channelOf(tenantId)).catch(() => this.#link.fail())
  }

  #own(event: Event): void {
    // After a crash an outbox may deliver an event again.
    if (this.#audiences.get(event.tenant_id)?.state.journal.has(event.id) === true) return
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
      for (const { tenantId, events } of this.#outgoing.takeUnsent()) {
        const appended = this.#append(tenantId, events).finally(() => this.#appending.delete(appended))
        this.#appending.add(appended)
      }
    })
  }

  async #append(tenantId: string, events: readonly Own[]): Promise<void> {
    try {
      await this.#stream.append(
        tenantId,
        events.map(({ event }) => toText({ from: this.#process, event })),
      )
      // There is no listener here, so no event will come back.
      if (this.#audiences.get(tenantId) === undefined) for (const { live } of events) this.#outgoing.settle(live.id)
    } catch {
      this.#link.fail()
    }
  }

  /** Without Redis: our own clients at once, the others later. */
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
    const subscribed = this.#link.listening.subscribe(INTEREST_CHANNEL, IDENTITY_CHANNEL, ERASED_CHANNEL, ...channels)
    await subscribed
    await this.#interest.register(tenants.map(([tenantId]) => tenantId))
    await this.#interest.refresh()
    for (const [tenantId, { state, listeners }] of tenants) {
      // They have listened without a place in the stream: events of other processes in the meantime are after it.
      const isUnsure = state.follower.cursor === undefined && listeners.size > 0
      await state.follower.catchUp(subscribed)
      if (isUnsure) this.#tellGap(tenantId)
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

  #onMessage(channel: string, message: string): void {
    if (channel === INTEREST_CHANNEL) this.#interest.note(message)
    else if (channel === IDENTITY_CHANNEL) {
      const [from, id = ''] = message.split(' ')
      if (from !== this.#process) this.#options.onIdentityChange(id)
    } else if (channel === ERASED_CHANNEL) this.#eraseElsewhere(message)
    else this.#audiences.get(channel.slice(EventStream.channelOf('').length))?.state.follower.hear(message)
  }

  /** Another process has erased interactions. */
  #eraseElsewhere(message: string): void {
    const { data } = Erased.safeParse(parseJson(message))
    if (data === undefined || data.from === this.#process) return
    this.#audiences.get(data.tenantId)?.state.journal.erase(new Set(data.ids))
  }

  #onEntry(tenantId: string, { from, event }: PlacedEntry): void {
    const audience = this.#audiences.get(tenantId)
    if (audience === undefined) return
    if (from === this.#process) {
      // An own event that is no longer on its way was delivered while Redis was down.
      if (event !== undefined && this.#outgoing.settle(event.id)) tell(audience, toLiveEvent(event))
    } else if (event === undefined) this.#tellGap(tenantId)
    else if (this.#options.policies.hear(event)) tell(audience, toLiveEvent(event))
  }

  #tellGap(tenantId: string): void {
    for (const listener of [...(this.#audiences.get(tenantId)?.listeners ?? [])]) listener.onGap()
  }

  async #readBack(tenantId: string, eventId: string, cursor: string): Promise<readonly LiveEvent[] | undefined> {
    const later = new Map<string, LiveEvent>()
    for await (const { event, late } of this.#stream.backFrom(tenantId, cursor)) {
      if (event === undefined || late) return undefined
      if (event.id === eventId) return [...later.values()].reverse()
      // An event that was sent twice counts at its first place.
      later.delete(event.id)
      later.set(event.id, toLiveEvent(event))
    }
    return undefined
  }

  async #refresh(): Promise<void> {
    if (!this.#link.isUp) return
    try {
      await this.#interest.register(this.#audiences.all().map(([tenantId]) => tenantId))
      await this.#interest.refresh()
    } catch {
      this.#link.fail()
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function tell({ state, listeners }: Audience<State>, event: LiveEvent): void {
  if (state.journal.add(event)) for (const listener of [...listeners]) listener.onEvent(event)
}
