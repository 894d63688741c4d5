import { randomBytes, randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { EventType } from '../../core/model/event.ts'
import { ClientMessage, matchesPattern, type ServerMessage } from '../../core/model/live.ts'
import type { Caller } from '../http/context.ts'
import { Allowance } from './allowance.ts'
import type { FeedListener } from './feed.ts'
import type { LiveEvent } from './live-event.ts'
import { isOfPolicies } from './policy-relay.ts'

/** What may wait for a reader that does not keep up; the next message ends the connection. */
const UNREAD_MAX_BYTES = 1024 * 1024
/** What is sent again goes no faster than the client reads. */
const RESENT_UNREAD_MAX_BYTES = 256 * 1024
/** How long a client that is sent older events may take none of them. */
const RESEND_STALL_MS = 30_000
/** New events that may wait while older ones are sent again, and what they may take together. */
const HELD_MAX = 10_000
const HELD_MAX_BYTES = 16 * 1024 * 1024
/** How long events wait for the client's first message, which may ask for those before them. */
const FIRST_MESSAGE_MS = 1000
/** What a client may say: more than any has to, and little enough to cost others nothing. */
const MESSAGES = { perSecond: 10, burst: 100 }
const RECEIVED_BYTES = { perSecond: 16 * 1024, burst: 256 * 1024 }
/** Those of a ping, which only a client that has read them can send back. */
const PING_BYTES = 8
/** How long a client may take to read why its connection ends. */
const GOODBYE_MS = 1000

/** Close codes: RFC 6455, 7.4, and our own from the range it leaves to applications. */
const CLOSE_GOING_AWAY = 1001
const CLOSE_POLICY_VIOLATION = 1008
const CLOSE_UNAUTHORIZED = 4401

/** What proxies are told that is no event: something that they hold a copy of is to be read again. */
export type ProxyNotice = Extract<
  ServerMessage,
  { type: 'detectors_changed' | 'users_changed' | 'switches_changed' | 'exceptions_changed' }
>

export type CutReason = 'slow' | 'silent' | 'unauthorized' | 'noisy'

export interface LiveConnectionOptions {
  readonly socket: WebSocket
  readonly caller: Caller
  readonly onCut: (reason: CutReason) => void
  /** What this client's feed says (LiveFeed.since). */
  readonly since: (
    eventId: string,
    listener: FeedListener,
    onCut: () => void,
  ) => Promise<readonly LiveEvent[] | undefined>
  readonly resendStallMs?: number
}

/** One client on /ws: what it has subscribed to, what it missed, and whether it keeps up. */
export class LiveConnection implements FeedListener {
  caller: Caller
  readonly #socket: WebSocket
  readonly #options: LiveConnectionOptions
  readonly #firstMessage: NodeJS.Timeout
  #patterns: readonly string[] = ['*']
  #isFresh = true
  readonly #messages = new Allowance(MESSAGES)
  readonly #receivedBytes = new Allowance(RECEIVED_BYTES)
  /** Waits until what comes before it has been sent. */
  #held: LiveEvent[] | undefined = []
  #heldBytes = 0
  /** Pings that are answered when what was waiting has been sent. */
  #pongsDue = 0
  /** What was sent with the last ping, until it comes back. */
  #pinged: Buffer | undefined
  #isCut = false

  constructor(options: LiveConnectionOptions) {
    const { socket, caller } = options
    this.caller = caller
    this.#socket = socket
    this.#options = options
    socket.on('message', (data, isBinary) => {
      if (this.#mayGoOn()) this.#receive(data, isBinary)
    })
    socket.on('ping', () => this.#mayGoOn())
    socket.on('pong', (data) => {
      if (this.#mayGoOn() && this.#pinged?.equals(data)) this.#pinged = undefined
    })
    // Protocol violations end the connection, which `close` reports.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => clearTimeout(this.#firstMessage))
    this.#firstMessage = setTimeout(() => this.#start(), FIRST_MESSAGE_MS)
    this.#send({ type: 'hello', connection_id: randomUUID() })
  }

  get isForPolicies(): boolean {
    return isForPolicies(this.caller)
  }

  onEvent(event: LiveEvent): void {
    if (this.#held === undefined) this.#pass(event)
    else this.#hold(event, this.#held)
  }

  #hold(event: LiveEvent, held: LiveEvent[]): void {
    this.#heldBytes += event.text.length
    if (held.length < HELD_MAX && this.#heldBytes <= HELD_MAX_BYTES) held.push(event)
    else this.#cut('slow')
  }

  onGap(): void {
    this.#send({ type: 'gap' })
  }

  /** Only proxies are told. */
  onNotice(notice: ProxyNotice): void {
    if (this.caller.kind === 'service') this.#send(notice)
  }

  /** Called every 30 seconds: a client that has not answered the last ping is gone. */
  ping(): void {
    if (this.#pinged !== undefined) {
      this.#cut('silent')
      return
    }
    this.#pinged = randomBytes(PING_BYTES)
    this.#socket.ping(this.#pinged)
  }

  /** Bytes came from the client, whatever they mean: frames without content are no messages. */
  onBytes(count: number): void {
    if (!this.#receivedBytes.take(count)) this.#endFlood()
  }

  /** Ends the connection of a caller whose token no longer holds. */
  revoke(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#options.onCut('unauthorized')
    this.#socket.close(CLOSE_UNAUTHORIZED, 'token is no longer valid')
  }

  close(): void {
    this.#socket.close(CLOSE_GOING_AWAY, 'server is stopping')
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** @returns whether one more message, ping or pong is taken */
  #mayGoOn(): boolean {
    if (this.#isCut) return false
    if (this.#messages.take(1)) return true
    this.#endFlood()
    return false
  }

  /** Nothing more is read of a client that sends too much. */
  #endFlood(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#options.onCut('noisy')
    this.#socket.close(CLOSE_POLICY_VIOLATION, 'too many messages')
    this.#socket.pause()
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref()
  }

  #receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : parse(String(data))
    if (message === undefined) {
      this.#send({
        type: 'error',
        error:
          'Send {"type": "subscribe", "events": ["interaction.*"], "last_event_id": "evt_..."} or {"type": "ping"}',
      })
      return
    }
    if (message.type === 'subscribe') {
      this.#patterns = message.events
      this.#send({ type: 'subscribed', events: message.events })
    }
    const lastEventId = message.type === 'subscribe' ? message.last_event_id : undefined
    if (this.#isFresh) this.#start(lastEventId)
    // Later events have been sent by now.
    else if (lastEventId !== undefined) this.onGap()
    // Behind what was waiting: a pong says that all before it has been sent.
    if (message.type !== 'ping') return
    if (this.#held === undefined) this.#send({ type: 'pong' })
    else this.#pongsDue += 1
  }

  #start(lastEventId?: string): void {
    if (!this.#isFresh) return
    this.#isFresh = false
    clearTimeout(this.#firstMessage)
    void this.#sendHeld(lastEventId)
  }

  /** From here on events are passed as they come, after those that the client has missed. */
  async #sendHeld(lastEventId: string | undefined): Promise<void> {
    let early: readonly LiveEvent[] = []
    let missed: readonly LiveEvent[] | undefined
    const cut = () => {
      early = [...early, ...this.#takeHeld()]
    }
    if (lastEventId !== undefined) {
      missed = await this.#options.since(lastEventId, this, cut)
      if (missed === undefined) this.onGap()
    }
    if (missed === undefined) cut()
    await this.#resend(missed ?? early)
  }

  /** In the order in which it happened: these, then those that come meanwhile, until there are none. */
  async #resend(events: readonly LiveEvent[]): Promise<void> {
    let next = events
    do {
      for (const event of next) {
        if (this.#isWanted(event)) await this.#sendSlowly(event.text)
        if (this.#socket.readyState !== this.#socket.OPEN) return
      }
      next = this.#takeHeld()
    } while (next.length > 0)
    // In the same moment in which nothing more was waiting.
    this.#held = undefined
    for (; this.#pongsDue > 0; this.#pongsDue -= 1) this.#send({ type: 'pong' })
  }

  #takeHeld(): LiveEvent[] {
    const held = this.#held ?? []
    this.#held = []
    this.#heldBytes = 0
    return held
  }

  async #sendSlowly(text: string): Promise<void> {
    if (this.#socket.bufferedAmount < RESENT_UNREAD_MAX_BYTES) {
      this.#socket.send(text)
      return
    }
    const { promise: isSent, resolve } = Promise.withResolvers<void>()
    const stall = setTimeout(() => this.#cut('slow'), this.#options.resendStallMs ?? RESEND_STALL_MS)
    // Called with an error where the connection ends instead, which `close` reports.
    this.#socket.send(text, () => resolve())
    await isSent
    clearTimeout(stall)
  }

  #pass(event: LiveEvent): void {
    if (this.#isWanted(event)) this.#sendText(event.text)
  }

  /** Whether this client may see it and asked for it. */
  #isWanted({ type, text }: LiveEvent): boolean {
    return text !== '' && maySee(this.caller, type) && this.#patterns.some((pattern) => matchesPattern(pattern, type))
  }

  #send(message: ServerMessage): void {
    this.#sendText(JSON.stringify(message))
  }

  #sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > UNREAD_MAX_BYTES) this.#cut('slow')
    else this.#socket.send(text)
  }

  #cut(reason: CutReason): void {
    if (!this.#isCut) this.#options.onCut(reason)
    this.#isCut = true
    this.#socket.terminate()
  }
}

/** A service token sees policies, with that scope, and nothing else. */
export function isForPolicies(caller: Caller): boolean {
  return caller.kind === 'service'
}

/** Viewers get no user events. */
function maySee(caller: Caller, type: EventType): boolean {
  if (caller.kind === 'service') return isOfPolicies(type)
  return caller.user.role === 'admin' || !type.startsWith('user.')
}

function parse(text: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    // No JSON: to the client the same mistake as JSON of a wrong shape.
    return undefined
  }
}
