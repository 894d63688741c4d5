import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '../errors.ts'
import type { InterceptedConnection } from './connection.ts'
import type { AnswerHead, BodySink, ClientExchange, ClientListener, Settled } from './exchange.ts'
import { toRawHeaders } from './fields.ts'
import { MessageError } from './h1/errors.ts'
import { finishHead, h1FieldsOf } from './h1/read-request.ts'
import type { RequestHead } from './heads.ts'

/** How much of a body is still read whose request was answered, so that the client gets to see the answer. */
const DISCARD_BYTES = 64 * 1024 * 1024
const LINGER_MS = 5000

/** A request that Node's server read, on the port itself, held to the same rules as those inside a tunnel. */
export class NodeExchange implements ClientExchange {
  readonly request: RequestHead
  readonly connection: InterceptedConnection
  answered = false
  onSettled: ((settled: Settled) => void) | undefined
  readonly #incoming: IncomingMessage
  readonly #response: ServerResponse
  #listener: ClientListener | undefined
  #ended = false

  /** @throws RequestError (400) if it breaks a rule that Node lets pass */
  constructor(incoming: IncomingMessage, response: ServerResponse, connection: InterceptedConnection) {
    this.request = headOf(incoming)
    this.connection = connection
    this.#incoming = incoming
    this.#response = response
    // The service's Date, or none, is the one to pass on.
    response.sendDate = false
    response.on('drain', () => this.#listener?.drained())
    response.once('close', () => {
      const status = this.answered ? response.statusCode : undefined
      this.onSettled?.({ status, complete: response.writableFinished })
      if (!this.#ended) this.#listener?.gone()
    })
  }

  get closed(): boolean {
    return this.#ended || this.#response.destroyed
  }

  listen(listener: ClientListener): void {
    this.#listener = listener
  }

  receive(sink: BodySink): void {
    const incoming = this.#incoming
    let isOver = false
    const cut = () => {
      if (isOver) return
      isOver = true
      sink.cut()
    }
    incoming.on('data', (chunk: Buffer) => {
      if (!isOver) sink.data(chunk)
    })
    incoming.once('end', () => {
      if (isOver) return
      isOver = true
      sink.end()
    })
    incoming.once('close', cut).on('error', cut)
  }

  pause(): void {
    this.#incoming.pause()
  }

  resume(): void {
    this.#incoming.resume()
  }

  // Node keeps the time of these.
  awaitBody(): void {}

  closeAfter(): void {
    this.#response.shouldKeepAlive = false
  }

  begin({ status, reason, fields }: AnswerHead): void {
    if (this.closed || this.answered) return
    this.answered = true
    this.#response.writeHead(status, reason, toRawHeaders(fields))
  }

  write(chunk: Buffer): void {
    if (!this.closed) this.#response.write(chunk)
  }

  flush(): boolean {
    if (this.closed) return true
    this.#response.flushHeaders()
    return !this.#response.writableNeedDrain
  }

  end(trailers = ''): void {
    if (this.closed) return
    this.#ended = true
    if (trailers !== '') this.#response.addTrailers(pairs(toRawHeaders(trailers)))
    this.#response.end()
    this.#discardRest()
  }

  abort(): void {
    this.#response.destroy()
  }

  takeOver(_head: unknown): { readonly socket: Duplex; readonly head: Buffer } {
    // The listener takes no upgrade to an AI service on the port itself.
    throw new RequestError(426, 'this connection cannot be upgraded here')
  }

  /** A client that is still sending would take a closed connection for a network failure: what comes is read and dropped. */
  #discardRest(): void {
    const incoming = this.#incoming
    if (incoming.readableEnded || incoming.complete) return
    let discarded = 0
    incoming.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > DISCARD_BYTES) incoming.destroy()
    })
    // It may have been paused, and a listener alone does not undo that.
    incoming.resume()
    this.#response.once('finish', () => setTimeout(() => incoming.destroy(), LINGER_MS).unref())
  }
}

function headOf({ method = 'GET', url = '/', httpVersionMinor, rawHeaders }: IncomingMessage): RequestHead {
  try {
    const head = finishHead(method, url, httpVersionMinor === 0 ? 0 : 1, h1FieldsOf(rawHeaders))
    // The listener handles requests that switch protocols, and Node answers "100 Continue" by itself.
    return { ...head, upgrade: undefined, expectsContinue: false }
  } catch (error) {
    if (error instanceof MessageError) throw new RequestError(error.status, error.message)
    throw error
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  const result: [string, string][] = []
  for (let i = 0; i + 1 < raw.length; i += 2) result.push([raw[i] ?? '', raw[i + 1] ?? ''])
  return result
}
