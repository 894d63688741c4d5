import type { Duplex } from 'node:stream'
import type { AdmissionError } from '../errors.ts'
import type { Mortal } from '../http/h1/deadlines.ts'
import type { FairShare } from '../listen/fair-share.ts'
import { boundedReason, CLOSE } from './close-codes.ts'
import type { Agreement } from './handshake.ts'
import { socketLimits } from './limits.ts'
import { Pace } from './pace.ts'
import { Pings } from './pings.ts'
import { Room } from './room.ts'
import { type Message, Side, type SideListener } from './side.ts'

/** What becomes of a client's message. */
export type Verdict =
  /** `instead`: what is sent on in its place. */
  | { readonly kind: 'pass'; readonly instead?: Buffer }
  /** It is not sent on; the client is answered with these texts in its service's own way. */
  | { readonly kind: 'answer'; readonly texts: readonly string[] }
  /** It is not sent on, and the WebSocket ends. */
  | { readonly kind: 'close'; readonly code: number; readonly reason: string }

/** Decides over the messages of one WebSocket. */
export interface MessageJudge {
  /** Must not throw; what a promise rejects with ends the WebSocket. */
  outbound(message: Message): Verdict | Promise<Verdict>
  /** Looks at a copy; what is answered never waits for it. */
  inbound(message: Message): void
  /** Whether the service may read why its client leaves. Must not throw. */
  mayLeaveWith(reason: Buffer): boolean | Promise<boolean>
}

export interface RelaySettings {
  readonly maxMessageBytes: number
  readonly messagesPerSecond: number
  /** Without a byte in either direction, in milliseconds. */
  readonly idleMs: number
  /** For a message that has begun. */
  readonly messageMs: number
  /** For a peer that takes nothing. */
  readonly takingMs: number
}

interface Connection {
  readonly socket: Duplex
  readonly head: Buffer
}

interface Options {
  readonly client: Connection
  readonly service: Connection
  readonly agreement: Agreement
  readonly held: FairShare
  /** Whose part of `held` is used. */
  readonly share: string
  readonly settings: RelaySettings
  readonly judge: MessageJudge
  /** Both connections have ended. */
  readonly onEnd: () => void
  readonly onFault: (error: Error) => void
}

const CHECK_MS = 1000
const PASS_ON = 'the connection was ended by the proxy'

/**
 * A WebSocket between a client and a service: whole messages both ways, those of the client when they were decided on. Pings,
 * pongs and goodbyes are passed on, without what nobody has read; a side that breaks off ends the other one.
 */
export class Relay implements Mortal {
  deadline: number
  readonly #options: Options
  readonly #client: Side
  readonly #service: Side
  readonly #gone = new AbortController()
  readonly #pings = new Pings()
  #movedAt = performance.now()
  /** When both have to be gone: set with the first goodbye. */
  #closesAt = Number.POSITIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
    this.deadline = this.#movedAt + CHECK_MS
    const { client, service, agreement, settings } = options
    const { maxMessageBytes } = settings
    this.#client = new Side({
      ...client,
      isClient: true,
      deflate: agreement.clientDeflate,
      maxMessageBytes,
      room: this.#openRoom(),
      pace: new Pace(settings.messagesPerSecond, socketLimits.burstSeconds, this.#movedAt),
      listener: this.#listenTo('client'),
    })
    this.#service = new Side({
      ...service,
      isClient: false,
      deflate: agreement.serviceDeflate,
      maxMessageBytes,
      room: this.#openRoom(),
      pace: undefined,
      listener: this.#listenTo('service'),
    })
  }

  /** Aborted when the client has gone. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  start(): void {
    this.#client.start()
    this.#service.start()
  }

  /** Says goodbye to both sides. */
  close(code: number, reason: string, serviceCode = code, grace: number = socketLimits.closeGrace): void {
    this.#client.close(code, boundedReason(reason, socketLimits.closeReasonBytes))
    this.#service.close(serviceCode)
    this.#endWithin(grace)
  }

  destroy(): void {
    this.#client.destroy()
    this.#service.destroy()
  }

  /** Mortal: looks once a second whether something takes too long. */
  expire(): void {
    const now = performance.now()
    this.deadline = now + CHECK_MS
    const { idleMs, messageMs, takingMs } = this.#options.settings
    const client = this.#client.stalledFor(now)
    const service = this.#service.stalledFor(now)
    if (now >= this.#closesAt || Math.max(client.taking, service.taking) > takingMs) this.destroy()
    else if (client.sending > messageMs) this.close(CLOSE.policyViolation, 'the message did not come in time')
    else if (service.sending > messageMs) this.close(CLOSE.badGateway, 'the service did not end its message in time')
    else if (now - this.#movedAt > idleMs) this.close(CLOSE.goingAway, 'nothing was said for too long')
  }

  #endWithin(grace: number): void {
    this.#closesAt = Math.min(this.#closesAt, performance.now() + grace)
    this.deadline = Math.min(this.deadline, this.#closesAt)
  }

  #openRoom(): Room {
    const { held, share } = this.#options
    return new Room(held, share, this.#gone.signal, (_reason: AdmissionError) => this.close(TRY_AGAIN, BUSY))
  }

  #listenTo(which: 'client' | 'service'): SideListener {
    const other = () => (which === 'client' ? this.#service : this.#client)
    return {
      message: (message, done) => {
        if (which === 'client') this.#decide(message, done)
        else {
          this.#pass(message, this.#service, this.#client, done)
          this.#options.judge.inbound(message)
        }
      },
      control: (kind, data) => other().control(kind, this.#controlData(which, kind, data)),
      closing: (code, reason) => {
        if (which === 'client') this.#leave(code, reason)
        else other().close(code, reason)
        this.#endWithin(socketLimits.closeGrace)
      },
      broken: (code) => {
        if (which === 'client') this.#service.close(CLOSE.goingAway)
        else this.#client.close(CLOSE.badGateway, `the service broke the WebSocket protocol (${code})`)
        this.#endWithin(socketLimits.closeGrace)
      },
      gone: () => this.#oneIsGone(other()),
      moved: () => {
        this.#movedAt = performance.now()
      },
    }
  }

  #controlData(which: 'client' | 'service', kind: 'ping' | 'pong', data: Buffer): Buffer {
    if (which === 'client') return kind === 'ping' ? this.#pings.pingOfClient(data) : this.#pings.pongOfClient(data)
    return kind === 'ping' ? this.#pings.pingOfService(data) : this.#pings.pongOfService(data)
  }

  /** The client's goodbye goes to the service: with its reason where that may. */
  #leave(code: number, reason: Buffer): void {
    const mayLeave = reason.length === 0 || this.#options.judge.mayLeaveWith(reason)
    const leave = (isPassed: boolean) => this.#service.close(code, isPassed ? reason : '')
    if (!(mayLeave instanceof Promise)) leave(mayLeave)
    else {
      mayLeave.then(leave, (error: Error) => {
        this.#options.onFault(error)
        this.destroy()
      })
    }
  }

  #decide(message: Message, done: () => void): void {
    // What comes behind our goodbye is not for the service any more.
    if (this.#client.hasSentClose) {
      this.#client.settle(message)
      done()
      return
    }
    const verdict = this.#options.judge.outbound(message)
    if (!(verdict instanceof Promise)) this.#carryOut(verdict, message, done)
    else {
      verdict.then(
        (settled) => this.#carryOut(settled, message, done),
        (error: Error) => {
          this.#options.onFault(error)
          this.destroy()
        },
      )
    }
  }

  #carryOut(verdict: Verdict, message: Message, done: () => void): void {
    switch (verdict.kind) {
      case 'pass':
        this.#pass(message, this.#client, this.#service, done, verdict.instead)
        return
      case 'answer':
        this.#client.settle(message)
        for (const text of verdict.texts) this.#client.send({ data: Buffer.from(text), isBinary: false }, () => {})
        this.#client.whenReady(done)
        return
      case 'close':
        this.#client.settle(message)
        this.close(verdict.code, verdict.reason, CLOSE.goingAway)
        done()
    }
  }

  #pass(message: Message, from: Side, to: Side, done: () => void, data = message.data): void {
    if (to.isGone || to.hasSentClose) {
      from.settle(message)
      done()
      return
    }
    to.send({ ...message, data }, () => from.settle(message))
    to.whenReady(done)
  }

  #oneIsGone(other: Side): void {
    if (this.#client.isGone) this.#gone.abort()
    if (other.isGone) {
      this.#options.onEnd()
      return
    }
    // A goodbye that is under way is given its time; a connection that was cut is cut on the other side as well.
    if (other.hasSentClose || other.isConcluded) {
      if (!other.hasSentClose) other.close(CLOSE.goingAway, PASS_ON)
      this.#endWithin(socketLimits.closeGrace)
    } else other.destroy()
  }
}

const TRY_AGAIN = 1013
const BUSY = 'the proxy is busy'
