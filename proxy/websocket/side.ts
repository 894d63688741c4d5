import type { Duplex } from 'node:stream'
import { AdmissionError } from '../errors.ts'
import { closeCodeOf, isSendable } from './close-codes.ts'
import { Inflater } from './inflater.ts'
import { socketLimits } from './limits.ts'
import type { Pace } from './pace.ts'
import type { Room } from './room.ts'
import { type Deflate, type FrameReader, type FrameWriter, Receiver, Sender } from './ws-parts.ts'

/** A whole message, as its sender meant it: fragments joined, compression undone. */
export interface Message {
  readonly data: Buffer
  readonly isBinary: boolean
}

export interface SideListener {
  /** The next one is told when `done` was called. */
  message(message: Message, done: () => void): void
  control(kind: 'ping' | 'pong', data: Buffer): void
  /** The peer said goodbye, behind all of its messages. 1005 stands for no code. */
  closing(code: number, reason: Buffer): void
  /** What came breaks the protocol or a bound; the peer was told so with this code. */
  broken(code: number): void
  /** The connection has ended, however. */
  gone(): void
  /** Bytes came or left. */
  moved(): void
}

interface Options {
  readonly socket: Duplex
  /** Bytes of it that were read already. */
  readonly head: Buffer
  /** Whether the peer is the client of the handshake, who masks its frames. */
  readonly isClient: boolean
  readonly deflate: Deflate | undefined
  readonly maxMessageBytes: number
  readonly room: Room
  /** Of the messages that are read; undefined where the peer sets the pace. */
  readonly pace: Pace | undefined
  readonly listener: SideListener
}

type Item = Message | { readonly code: number; readonly reason: Buffer }

/**
 * One of the two connections of a WebSocket: frames in and out, by `ws`. Nothing is read ahead of what is being decided on,
 * beyond the piece of the connection that was read already.
 */
export class Side {
  readonly #options: Options
  readonly #reader: FrameReader
  readonly #inflater: Inflater | undefined
  readonly #writer: FrameWriter
  readonly #mask: boolean
  readonly #input: Buffer[] = []
  readonly #items: Item[] = []
  #inputBytes = 0
  /** The reader has a slice, or room for the next is waited for. */
  #isFeeding = false
  #isBusy = false
  #isRunning = false
  #isConcluded = false
  #isGone = false
  #hasSentClose = false
  /** What the message under way takes of the room: bytes that were fed since the last one ended, and what they unfolded to. */
  #assembled = 0
  #assembledSince = 0
  #waitingBytes = 0
  #stuckSince = 0
  #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    const { socket, isClient, deflate, maxMessageBytes } = options
    this.#options = options
    this.#mask = !isClient
    if (deflate !== undefined) {
      this.#inflater = new Inflater({
        ...{ isClient, maxMessageBytes, parameters: deflate.params ?? {} },
        room: { add: (bytes) => this.#addRoom(bytes) },
      })
    }
    this.#reader = new Receiver({
      isServer: isClient,
      extensions: this.#inflater === undefined ? {} : { 'permessage-deflate': this.#inflater },
      maxPayload: maxMessageBytes,
      maxFragments: socketLimits.fragments,
      maxBufferedChunks: socketLimits.bufferedPieces,
    })
    this.#writer = new Sender(socket, deflate === undefined ? {} : { 'permessage-deflate': deflate })
    this.#writer.onerror = () => socket.destroy()
    // What the other side still has to say is waited for.
    ;(socket as { allowHalfOpen?: boolean }).allowHalfOpen = true
    this.#listen()
  }

  /** The peer has said goodbye, and nothing more comes. */
  get isConcluded(): boolean {
    return this.#isConcluded
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get hasSentClose(): boolean {
    return this.#hasSentClose
  }

  /** For how long a message that has begun is not whole, or nothing of what waits was taken: in milliseconds, the longer one. */
  stalledFor(now: number): { readonly sending: number; readonly taking: number } {
    return {
      sending: this.#assembled > 0 && !this.#isBusy ? now - this.#assembledSince : 0,
      taking: this.#waitingBytes > 0 ? now - this.#stuckSince : 0,
    }
  }

  start(): void {
    const { socket, head } = this.#options
    if (head.length > 0) this.#take(head)
    socket.resume()
    this.#run()
  }

  /** @param flushed called when it left, or never will */
  send({ data, isBinary }: Message, flushed: () => void): void {
    const bytes = data.length
    if (this.#waitingBytes === 0) this.#stuckSince = performance.now()
    this.#waitingBytes += bytes
    const compress = this.#options.deflate !== undefined && bytes >= socketLimits.compressFrom
    this.#writer.send(data, { binary: isBinary, compress, fin: true, mask: this.#mask }, () => {
      this.#waitingBytes -= bytes
      this.#stuckSince = performance.now()
      this.#options.listener.moved()
      flushed()
      if (this.#waitingBytes <= socketLimits.waitingBytes) for (const go of this.#waiting.splice(0)) go()
    })
  }

  /** A message that was read here has left, or is not wanted: its room is free. */
  settle({ data }: Message): void {
    this.#options.room.remove(data.length)
  }

  /** Calls back when the peer can take more: at once where it can now. */
  whenReady(go: () => void): void {
    if (this.#waitingBytes <= socketLimits.waitingBytes || this.#isGone) go()
    else this.#waiting.push(go)
  }

  control(kind: 'ping' | 'pong', data: Buffer): void {
    if (!this.#hasSentClose && !this.#isGone) this.#writer[kind](data, this.#mask)
  }

  /** Says goodbye, once; ends the connection where the peer has said it already. */
  close(code: number, reason: Buffer | string = ''): void {
    if (this.#hasSentClose || this.#isGone) return
    this.#hasSentClose = true
    const shown = isSendable(code) ? code : undefined
    this.#writer.close(shown, shown === undefined ? '' : reason, this.#mask, () => {
      if (this.#isConcluded) this.#options.socket.end()
    })
  }

  destroy(): void {
    this.#options.socket.destroy()
  }

  #listen(): void {
    const { socket, listener } = this.#options
    const reader = this.#reader
    socket.on('data', (chunk: Buffer) => {
      listener.moved()
      this.#take(chunk)
      this.#run()
    })
    // 'close' comes behind both, and tells.
    socket.on('error', () => socket.destroy())
    socket.on('end', () => this.#ended())
    socket.on('close', () => this.#closed())
    reader.on('message', (data, isBinary) => {
      if (this.#isGone) return
      this.#options.room.remove(this.#assembled)
      this.#options.room.note(data.length)
      this.#assembled = 0
      this.#options.pace?.spend()
      this.#items.push({ data, isBinary })
    })
    for (const kind of ['ping', 'pong'] as const) {
      reader.on(kind, (data) => {
        if (this.#isGone) return
        const bytes = Math.min(this.#assembled, data.length + CONTROL_HEAD_BYTES)
        this.#assembled -= bytes
        this.#options.room.remove(bytes)
        this.#options.pace?.spend()
        listener.control(kind, data)
      })
    }
    reader.on('conclude', (code, reason) => {
      this.#isConcluded = true
      this.#dropInput()
      this.#items.push({ code, reason })
    })
    reader.on('error', (error) => this.#failed(error))
  }

  #take(chunk: Buffer): void {
    if (this.#isConcluded || this.#isGone) return
    this.#input.push(chunk)
    this.#inputBytes += chunk.length
    this.#options.socket.pause()
  }

  /** Turns what there is to do into what can be done now, without recursion: callbacks may come at once or later. */
  #run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#step());
    this.#isRunning = false
    if (this.#inputBytes === 0 && !this.#isBusy && this.#items.length === 0) this.#options.socket.resume()
  }

  /** @returns whether there may be more to do */
  #step(): boolean {
    if (this.#isBusy || this.#isGone) return false
    const item = this.#items.shift()
    if (item !== undefined) {
      this.#handle(item)
      return true
    }
    if (this.#isFeeding || this.#input.length === 0) return false
    const wait = this.#options.pace?.wait(performance.now()) ?? 0
    if (wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#run()
      }, wait)
      return false
    }
    this.#feed(this.#nextSlice())
    return true
  }

  #handle(item: Item): void {
    const { listener, socket } = this.#options
    if (!('data' in item)) {
      listener.closing(item.code, item.reason)
      if (this.#hasSentClose) socket.end()
      return
    }
    this.#isBusy = true
    listener.message(item, () => {
      this.#isBusy = false
      if (this.#assembled > 0) this.#assembledSince = performance.now()
      this.#run()
    })
  }

  #nextSlice(): Buffer {
    const chunk = this.#input[0] ?? EMPTY
    const size = this.#options.deflate === undefined ? chunk.length : socketLimits.compressedSlice
    if (chunk.length <= size) {
      this.#input.shift()
      this.#inputBytes -= chunk.length
      return chunk
    }
    this.#input[0] = chunk.subarray(size)
    this.#inputBytes -= size
    return chunk.subarray(0, size)
  }

  #feed(slice: Buffer): void {
    this.#isFeeding = true
    if (this.#assembled === 0) this.#assembledSince = performance.now()
    const read = () => {
      if (this.#isGone || this.#isConcluded) return
      this.#reader.write(slice, () => {
        this.#isFeeding = false
        if (!this.#isGone) this.#run()
      })
    }
    const waiting = this.#addRoom(slice.length)
    if (waiting === undefined) read()
    else waiting.then(read, (error: Error) => this.#failed(error))
  }

  #addRoom(bytes: number): undefined | Promise<void> {
    this.#assembled += bytes
    return this.#options.room.add(bytes)
  }

  #failed(error: Error & { readonly code?: string }): void {
    if (!(error instanceof AdmissionError)) this.#fail(closeCodeOf(error.code))
    // Its client has gone otherwise.
    else if (error.refusal !== 'gone') this.#fail(TRY_AGAIN)
  }

  #fail(code: number): void {
    if (this.#isGone || this.#isConcluded) return
    this.#isConcluded = true
    this.#dropInput()
    this.#items.length = 0
    this.close(code)
    this.#options.listener.broken(code)
  }

  #dropInput(): void {
    this.#input.length = 0
    this.#inputBytes = 0
    this.#inflater?.close()
    this.#options.room.remove(this.#assembled)
    this.#assembled = 0
    // What still comes is read and dropped, so that the end is seen.
    this.#options.socket.resume()
  }

  #ended(): void {
    // Without a goodbye there is nobody who would take what is still to be said.
    if (this.#isConcluded && !this.#hasSentClose) return
    this.#options.socket.end()
    if (!this.#isConcluded) this.#options.socket.destroy()
  }

  #closed(): void {
    if (this.#isGone) return
    this.#isGone = true
    clearTimeout(this.#timer)
    this.#input.length = 0
    this.#items.length = 0
    for (const go of this.#waiting.splice(0)) go()
    this.#options.room.release()
    this.#inflater?.close()
    this.#reader.destroy()
    this.#options.deflate?.cleanup()
    this.#options.listener.gone()
  }
}

const EMPTY = Buffer.alloc(0)
/** The head of a control frame with its mask. */
const CONTROL_HEAD_BYTES = 6
/** RFC 6455's registry: try again later. */
const TRY_AGAIN = 1013
