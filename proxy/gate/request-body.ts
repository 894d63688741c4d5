import type { AdmissionError } from '../errors.ts'
import type { BodySink, ClientExchange, StreamedBody } from '../http/exchange.ts'
import { type Joined, Pieces } from '../http/memory.ts'
import { goneSignal, whenSettled } from '../http/when-settled.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Holder, Lease } from '../listen/lease.ts'
import { countWaiting } from './waiting-room.ts'

export interface ReceivedBody {
  /**
   * `too_large`: `bytes` is what arrived first; the rest is still to come, and its reading is paused. `aborted`: the client
   * hung up half way.
   */
  readonly kind: 'complete' | 'too_large' | 'aborted'
  readonly bytes: Buffer
  /** Memory that nobody needs any more; it may lie directly before `bytes`. */
  readonly room?: Buffer | undefined
  /** What is sent on where it was too large to be read whole. */
  readonly whole: StreamedBody | undefined
}

/** The bytes that a chunked body gets room for at a time. */
const STEP_BYTES = 65_536
/** What is looked at of a body whose client hung up. */
const ABORTED_BYTES = 65_536
const NOTHING = Buffer.alloc(0)
/** What the head that is sent on may have more than the one that came. */
const MORE_ROOM_BYTES = 512

/**
 * Collects a request's body up to `maxBytes`; exactly the bytes that came, still encoded as they are. Room for it and for the
 * head is taken from what clients may hold at once, for all that it says it has: a client without room is not read from until
 * there is some. The room is given back when the request is settled.
 * @param done gets the body, or AdmissionError, also where the client goes while it waits; once. No promise: it would cost a
 * small request more than collecting it does. It must not throw.
 */
export function receiveBody(
  client: ClientExchange,
  maxBytes: number,
  held: FairShare,
  done: (result: ReceivedBody | Error) => void,
): void {
  const { framing, fields } = client.request
  const collecting = new Collecting(client, maxBytes, held, done)
  const first = typeof framing === 'number' ? Math.min(framing, maxBytes) : STEP_BYTES
  const wanted = fields.size + Math.max(first, client.unread ?? 0)
  const share = shareOf(client.connection.client)
  const begin = (lease: Lease) => {
    whenSettled(client, () => lease.release())
    if (client.closed) lease.release()
    collecting.start(lease)
  }
  const lease = held.tryTake(share, wanted, collecting)
  if (lease !== undefined) begin(lease)
  else {
    const refuse = (error: AdmissionError) => collecting.revoke(error)
    const stopCounting = countWaiting(client, held, refuse)
    held.take(share, wanted, collecting, goneSignal(client)).then((granted) => {
      stopCounting()
      begin(granted)
    }, refuse)
  }
}

class Collecting implements Holder, BodySink {
  readonly #client: ClientExchange
  readonly #maxBytes: number
  readonly #share: FairShare
  readonly #pieces: Pieces
  readonly #done: (result: ReceivedBody | Error) => void
  #lease: Lease | undefined
  /** Of a body that is too large: what comes behind the collected part. */
  #rest: Rest | undefined
  #isOver = false

  constructor(
    client: ClientExchange,
    maxBytes: number,
    share: FairShare,
    done: (result: ReceivedBody | Error) => void,
  ) {
    this.#client = client
    this.#maxBytes = maxBytes
    this.#share = share
    this.#done = done
    this.#pieces = new Pieces({ most: maxBytes, room: client.request.fields.size + MORE_ROOM_BYTES })
  }

  /** A complete body waits for an answer, however long that takes: it keeps its room. */
  progress(): number {
    return this.#isOver ? performance.now() : this.#pieces.length
  }

  revoke(reason: AdmissionError): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#pieces.drop()
    this.#done(reason)
  }

  start(lease: Lease): void {
    if (this.#isOver) return
    this.#lease = lease
    if (this.#client.unread !== undefined) this.#client.onUnread = this.#countUnread
    this.#client.receive(this)
  }

  /** What comes while the body is not read on counts to the same portion. */
  readonly #countUnread = (bytes: number): void => {
    const lease = this.#lease
    const more = this.#held + bytes - (lease?.amount ?? 0)
    if (lease === undefined || more <= 0 || lease.tryGrow(more)) return
    const error = this.#share.noRoom()
    if (this.#isOver) this.#client.abort()
    else this.revoke(error)
  }

  get #held(): number {
    return this.#client.request.fields.size + this.#pieces.length
  }

  data(chunk: Buffer, room?: Buffer): void {
    if (this.#isOver) this.#rest?.data(chunk)
    else this.#add(chunk, room)
  }

  end(): void {
    if (this.#isOver) this.#rest?.end()
    else this.#finish('complete')
  }

  cut(): void {
    if (this.#isOver) this.#rest?.cut()
    else this.#finish('aborted')
  }

  #add(chunk: Buffer, room: Buffer | undefined): void {
    this.#pieces.add(chunk, room)
    if (this.#pieces.length > this.#maxBytes) {
      this.#client.pause()
      this.#finish('too_large')
      return
    }
    const lease = this.#lease
    if (lease === undefined || this.#held <= lease.amount) return
    const more = Math.max(STEP_BYTES, this.#held - lease.amount)
    if (lease.tryGrow(more)) return
    this.#client.pause()
    lease.grow(more, goneSignal(this.#client)).then(
      () => !this.#isOver && this.#client.resume(),
      (error: AdmissionError) => this.revoke(error),
    )
  }

  /** Of a body whose client hung up: it holds no room any more, and nobody waits for a thread on its behalf. */
  #beginning(): Joined {
    const bytes = this.#pieces.first(ABORTED_BYTES)
    this.#pieces.drop()
    return { bytes, room: NOTHING }
  }

  #finish(kind: ReceivedBody['kind']): void {
    this.#isOver = true
    if (kind === 'complete') this.#lease?.shrink(this.#held)
    const { bytes, room } = kind === 'aborted' ? this.#beginning() : this.#pieces.join()
    if (kind === 'too_large') this.#rest = new Rest(this.#client)
    this.#done({ kind, bytes, room, whole: this.#rest?.asBody(bytes) })
  }
}

/** The bytes after the collected part, kept until they are taken. They are few, because reading is paused. */
class Rest {
  readonly #client: ClientExchange
  #kept: Buffer[] = []
  #end: 'end' | 'cut' | undefined
  #sink: Parameters<StreamedBody['read']>[0] | undefined

  constructor(client: ClientExchange) {
    this.#client = client
  }

  data(chunk: Buffer): void {
    if (this.#sink === undefined) this.#kept.push(chunk)
    else this.#sink.data(chunk)
  }

  end(): void {
    this.#end = 'end'
    this.#sink?.end()
  }

  cut(): void {
    this.#end = 'cut'
    this.#sink?.cut()
  }

  asBody(first: Buffer): StreamedBody {
    const client = this.#client
    const { framing } = client.request
    return {
      length: typeof framing === 'number' ? framing : undefined,
      first,
      read: (sink) => {
        this.#sink = sink
        for (const chunk of this.#kept.splice(0)) sink.data(chunk)
        if (this.#end === undefined) client.resume()
        else sink[this.#end]()
      },
      pause: () => client.pause(),
      resume: () => client.resume(),
    }
  }
}
