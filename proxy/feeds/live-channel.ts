import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import type { FeedLogger } from './start-log.ts'

const RECONNECT_MIN_MS = 250
const RECONNECT_MAX_MS = 10_000
/** A channel that stays silent this long after a ping is dead, even if the network does not report it. */
const PING_INTERVAL_MS = 10_000
const SUBSCRIPTION = JSON.stringify({ type: 'subscribe', events: ['policy.*'] })

const Message = z.object({ type: z.string(), event_type: z.string().optional(), user_id: z.string().optional() })

export interface LiveChannelOptions {
  /** A new, connecting socket. */
  readonly connect: () => WebSocket
  readonly logger: FeedLogger
  /** The policies may have changed: an event came, or events arrive again after an interruption. */
  readonly onChange: () => void
  /** The tenant's detectors may have changed, likewise. */
  readonly onDetectorsChange: () => void
  /** The tenant's service switches may have changed. */
  readonly onSwitchesChange: () => void
  /** The tenant's exceptions may have changed. */
  readonly onExceptionsChange: () => void
  /** This user may have changed; any of them where it is undefined. */
  readonly onUsersChange: (userId: string | undefined) => void
  /** The channel is down: no events arrive until it is up again. */
  readonly onDown: () => void
}

/** A subscription to what the API tells proxies (docs/reference/api-rules.md, Live updates) that comes back by itself. */
export class LiveChannel {
  readonly #options: LiveChannelOptions
  #socket: WebSocket | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #reconnect: NodeJS.Timeout | undefined
  /** Attempts since events last arrived. */
  #failures = 0
  #lastError: string | undefined
  #up = false
  #alive = true
  #closed = false

  constructor(options: LiveChannelOptions) {
    this.#options = options
    this.#connect()
  }

  /** Whether events arrive. */
  get up(): boolean {
    return this.#up
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#reconnect)
    this.#socket?.terminate()
  }

  #connect(): void {
    const socket = this.#options.connect()
    this.#socket = socket
    const onSign = () => {
      this.#alive = true
    }
    socket.on('open', () => {
      socket.send(SUBSCRIPTION)
      this.#watch(socket)
    })
    socket.on('message', (data) => {
      onSign()
      this.#receive(data)
    })
    socket.on('ping', onSign)
    socket.on('pong', onSign)
    // Always followed by 'close', which is handled.
    socket.on('error', (error) => {
      this.#lastError = error.message
    })
    socket.on('close', (code) => this.#lose(code))
  }

  #receive(data: RawData): void {
    const message = parseMessage(data)
    if (message === undefined) this.#options.logger.warn('a live update of the API cannot be read')
    else if (message.type === 'subscribed') this.#rise()
    else if (message.type === 'event' && message.event_type?.startsWith('policy.')) this.#options.onChange()
    else if (message.type === 'detectors_changed') this.#options.onDetectorsChange()
    else if (message.type === 'switches_changed') this.#options.onSwitchesChange()
    else if (message.type === 'exceptions_changed') this.#options.onExceptionsChange()
    else if (message.type === 'users_changed') this.#options.onUsersChange(message.user_id)
  }

  #rise(): void {
    this.#up = true
    // A normal start is not logged.
    this.#options.logger[this.#failures > 0 ? 'info' : 'debug']('live updates of policies are on')
    this.#failures = 0
    this.#options.onChange()
    this.#options.onDetectorsChange()
    this.#options.onSwitchesChange()
    this.#options.onExceptionsChange()
    this.#options.onUsersChange(undefined)
  }

  #watch(socket: WebSocket): void {
    this.#alive = true
    this.#heartbeat = setInterval(() => {
      if (!this.#alive) {
        this.#lastError = 'no sign of life'
        socket.terminate()
        return
      }
      this.#alive = false
      socket.ping()
    }, PING_INTERVAL_MS)
  }

  #lose(code: number): void {
    clearInterval(this.#heartbeat)
    this.#up = false
    if (this.#closed) return
    if (this.#failures === 0) {
      this.#options.logger.warn({ code, reason: this.#lastError }, 'live updates of policies are off')
      this.#options.onDown()
    }
    this.#lastError = undefined
    const longest = Math.min(RECONNECT_MIN_MS * 2 ** this.#failures++, RECONNECT_MAX_MS)
    this.#reconnect = setTimeout(() => this.#connect(), (longest / 2) * (1 + Math.random()))
  }
}

function parseMessage(data: RawData): z.infer<typeof Message> | undefined {
  try {
    return Message.parse(JSON.parse(data.toString()))
  } catch {
    return undefined
  }
}
