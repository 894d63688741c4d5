import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { Event, EventType } from '../../core/model/event.ts'
import { ClientMessage, matchesPattern } from '../../core/model/live.ts'
import type { Caller } from '../http/context.ts'

/** What may wait for a reader that does not keep up; the next message ends the connection. */
const UNREAD_MAX_BYTES = 1024 * 1024

/** Close codes: RFC 6455, 7.4, and our own from the range it leaves to applications. */
export const CLOSE_GOING_AWAY = 1001
const CLOSE_UNAUTHORIZED = 4401

export type CutReason = 'slow' | 'silent' | 'unauthorized'

/** One client on /ws: what it has subscribed to, and whether it keeps up. */
export class LiveConnection {
  caller: Caller
  readonly #socket: WebSocket
  readonly #onCut: (reason: CutReason) => void
  #patterns: readonly string[] = ['*']
  #answeredPing = true

  constructor(socket: WebSocket, caller: Caller, onCut: (reason: CutReason) => void) {
    this.caller = caller
    this.#socket = socket
    this.#onCut = onCut
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#answeredPing = true
    })
    // Protocol violations end the connection, which `close` reports.
    socket.on('error', () => socket.terminate())
    this.#send({ type: 'hello', connection_id: randomUUID() })
  }

  /** Passes an event on if this client may see it and asked for it. */
  deliver(event: Event): void {
    if (!maySee(this.caller, event.event_type)) return
    if (!this.#patterns.some((pattern) => matchesPattern(pattern, event.event_type))) return
    this.#send({ type: 'event', ...event })
  }

  /** Called every 30 seconds: a client that has not answered the last ping is gone. */
  ping(): void {
    if (!this.#answeredPing) {
      this.#cut('silent')
      return
    }
    this.#answeredPing = false
    this.#socket.ping()
  }

  /** Ends the connection of a caller whose token no longer holds. */
  revoke(): void {
    this.#onCut('unauthorized')
    this.#socket.close(CLOSE_UNAUTHORIZED, 'token is no longer valid')
  }

  close(): void {
    this.#socket.close(CLOSE_GOING_AWAY, 'server is stopping')
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : parse(String(data))
    if (message === undefined) {
      this.#send({
        type: 'error',
        error: 'Send {"type": "subscribe", "events": ["interaction.*"]} or {"type": "ping"}',
      })
    } else if (message.type === 'ping') {
      this.#send({ type: 'pong' })
    } else {
      this.#patterns = message.events
      this.#send({ type: 'subscribed', events: message.events })
    }
  }

  #send(message: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > UNREAD_MAX_BYTES) {
      this.#cut('slow')
      return
    }
    this.#socket.send(JSON.stringify(message))
  }

  #cut(reason: CutReason): void {
    this.#onCut(reason)
    this.#socket.terminate()
  }
}

/** Viewers get no user events; a service token sees policies, with that scope, and nothing else. */
function maySee(caller: Caller, type: EventType): boolean {
  if (caller.kind === 'service') return type.startsWith('policy.')
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
