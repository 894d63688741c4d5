import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { interactionIdOf, withoutInteraction } from '../../core/model/event.ts'
import type { Metrics } from '../metrics.ts'
import { Fifo } from './fifo.ts'
import type { SinkEvent } from './format.ts'

const BATCH = 100
const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 30_000
/** The time at shutdown for events that still wait. */
const FLUSH_MS = 2000
/** The time for work that cannot be cancelled, such as a question to a name server. */
const ABANDON_MS = 500
const DROP_WARNING_MS = 60_000

/** The destination of a sink's lines. */
export interface Transport {
  /** @returns the line; undefined if no form of the event is short enough */
  format(event: SinkEvent): string | undefined
  /** Connects where it has to. Rejects if the lines may not have arrived; they are written again then. */
  write(lines: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface SinkOptions {
  readonly name: 'syslog' | 'file'
  readonly transport: Transport
  /** Events that may wait. */
  readonly queueMax: number
  readonly metrics: Pick<Metrics, 'sinkDropped' | 'sinkWritten' | 'sinkWaiting'>
  readonly logger: Logger
}

/** Events on their way to one place, in order. If it is slow or down, they wait; when the queue is full, the oldest is dropped. */
export class Sink {
  readonly #options: SinkOptions
  readonly #closing = new AbortController()
  /** `null` for an event whose interaction was erased while it waited. */
  readonly #queue = new Fifo<SinkEvent | null>()
  /** How many at the front of the queue are being written. */
  #underWay = 0
  #working: Promise<void> | undefined
  #isFailing = false
  #nextDropWarning = 0

  constructor(options: SinkOptions) {
    this.#options = options
  }

  add(event: SinkEvent): void {
    const { queueMax, logger, name } = this.#options
    if (this.#queue.length >= queueMax) {
      this.#drop(1)
      if (performance.now() > this.#nextDropWarning) {
        this.#nextDropWarning = performance.now() + DROP_WARNING_MS
        logger.warn({ sink: name, code: 'ERR_SINK_FULL' }, 'too many events wait for the sink: the oldest are dropped')
      }
    }
    this.#queue.push(event)
    this.#options.metrics.sinkWaiting.set({ sink: name }, this.#queue.length)
    this.#working ??= this.#work()
  }

  /** Takes these interactions out of what waits. */
  erase(interactions: ReadonlySet<string>): void {
    this.#queue.replace((event) => {
      if (event === null || event.event_type === 'audit.head') return event
      const about = { ...event, event_type: event.event_type }
      const interaction = interactionIdOf(about)
      return interaction !== null && interactions.has(interaction) ? (withoutInteraction(about) ?? null) : event
    })
  }

  /** Writes waiting events as far as possible in a moment; the rest is dropped and counted. */
  async close(): Promise<void> {
    const patience = setTimeout(() => this.#closing.abort(), FLUSH_MS)
    if (this.#isFailing) this.#closing.abort()
    await Promise.race([
      this.#working,
      new Promise((resolve) => this.#closing.signal.addEventListener('abort', resolve)),
    ])
    clearTimeout(patience)
    this.#closing.abort()
    await this.#options.transport.close()
    await Promise.race([this.#working, sleep(ABANDON_MS, undefined, { ref: false })])
    this.#drop(this.#queue.length)
  }

  async #work(): Promise<void> {
    // Not in the request that made the event.
    await sleep(0)
    let failures = 0
    while (this.#queue.length > 0 && !this.#closing.signal.aborted) {
      try {
        await this.#writeSome()
        failures = 0
        this.#noteSuccess()
      } catch (error) {
        this.#noteFailure(error as NodeJS.ErrnoException)
        const longest = Math.min(RETRY_FIRST_MS * 2 ** failures++, RETRY_MAX_MS)
        // Closing cuts the pause short, which the loop sees by itself.
        await sleep((longest / 2) * (1 + Math.random()), undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
    this.#working = undefined
  }

  async #writeSome(): Promise<void> {
    const { transport, metrics, name } = this.#options
    const events = this.#queue.peek(BATCH)
    const lines = events
      .map((event) => (event === null ? undefined : transport.format(event)))
      .filter((line) => line !== undefined)
    this.#underWay = events.length
    try {
      if (lines.length > 0) await transport.write(lines)
    } catch (error) {
      this.#underWay = 0
      throw error
    }
    // Those that were dropped meanwhile have been taken from the front already.
    this.#queue.skip(this.#underWay)
    this.#underWay = 0
    metrics.sinkWritten.inc({ sink: name }, lines.length)
    metrics.sinkDropped.inc({ sink: name }, events.filter((event) => event !== null).length - lines.length)
    metrics.sinkWaiting.set({ sink: name }, this.#queue.length)
  }

  #drop(count: number): void {
    const { metrics, name } = this.#options
    this.#queue.skip(count)
    this.#underWay = Math.max(0, this.#underWay - count)
    metrics.sinkDropped.inc({ sink: name }, count)
    metrics.sinkWaiting.set({ sink: name }, this.#queue.length)
  }

  #noteSuccess(): void {
    if (this.#isFailing) this.#options.logger.info({ sink: this.#options.name }, 'events reach the sink again')
    this.#isFailing = false
  }

  /** Once, until it works again. */
  #noteFailure({ code, message }: NodeJS.ErrnoException): void {
    if (this.#isFailing || this.#closing.signal.aborted) return
    this.#isFailing = true
    const { logger, name } = this.#options
    logger.warn({ sink: name, code: 'ERR_SINK', reason: code ?? message }, 'events do not reach the sink and wait')
  }
}
