import type { Duplex } from 'node:stream'
import type { Clearance } from './clearance.ts'
import type { InterceptedConnection } from './connection.ts'
import type { RequestHead } from './heads.ts'

/**
 * HTTP as the inspected path sees it, whatever version is spoken on the wire: on the client's side a ClientExchange for each
 * request, on the service's side a ServiceExchange for each request sent. Nothing here is a promise for each piece of a body:
 * pieces are handed over as they come, and each side is told to wait where the other one cannot follow.
 */

/** Lines of header fields as they stand on the wire, `Name: value\r\n` each, ISO 8859-1. */
export type FieldBlock = string

/** The head of an answer, ready to be passed on: end-to-end fields only. */
export interface AnswerHead {
  /** 200 to 999. */
  readonly status: number
  readonly reason: string
  readonly fields: FieldBlock
  /**
   * `framed`: `fields` hold a Content-Length, which is kept. `streamed`: the length is not known before the end.
   * `none`: neither a body nor a length.
   */
  readonly body: 'framed' | 'streamed' | 'none'
  /** It asks for NTLM or Negotiate, which name a person once for a whole connection. */
  readonly namesConnection?: boolean
}

/** Takes the body of a request, piece by piece; one of `end` and `cut` comes last. */
export interface BodySink {
  /** @param room memory before the first chunk that nobody needs any more: it may be written over */
  data(chunk: Buffer, room?: Buffer): void
  end(): void
  /** The client hung up, or what came is no body. */
  cut(): void
}

export interface ClientListener {
  /** The client is gone; nothing can be answered any more. Not told where the answer had already ended. */
  gone(): void
  /** The client took what was written: flush() had returned false. */
  drained(): void
}

/** How a request came to its end. */
export interface Settled {
  /** Undefined if nothing was answered. */
  readonly status: number | undefined
  /** Whether all of the answer was handed over. */
  readonly complete: boolean
}

/** One request of a client, and the way to answer it. */
export interface ClientExchange {
  readonly request: RequestHead
  readonly connection: InterceptedConnection
  /** The head of an answer was handed over. */
  readonly answered: boolean
  /** The answer has ended, or nothing can be answered any more. */
  readonly closed: boolean
  /** Called once, when nothing more comes of it. */
  onSettled: ((settled: Settled) => void) | undefined
  /** Bytes that came of the body and are not read; undefined where none come unasked. */
  readonly unread?: number | undefined
  /** Told when there are more of them, and when there are none any more. */
  onUnread?: ((bytes: number) => void) | undefined
  listen(listener: ClientListener): void
  /** Begins to read the body; called once at most. A client that waits for 100 (Continue) is told to go on. */
  receive(sink: BodySink): void
  /** Stops and goes on with the reading of the body. */
  pause(): void
  resume(): void
  /** How long the rest of the body may take from now on, in milliseconds; undefined: as long as the service is patient. */
  awaitBody(patience: number | undefined): void
  begin(head: AnswerHead): void
  write(chunk: Buffer): void
  /** Sends what was written since. @returns false if the client cannot follow; drained() tells when it can again */
  flush(): boolean
  /** Ends the answer, and flushes. What is left of the request's body is read and dropped. */
  end(trailers?: FieldBlock): void
  /** No further request is taken on this connection, where the protocol has only one at a time. Before begin(). */
  closeAfter(): void
  /** Cuts the answer short, so that the client notices. */
  abort(): void
  /**
   * Agrees to an upgrade, with 101 in HTTP/1.1 and 200 in HTTP/2, and gives the connection itself and what was read of it already.
   * Nobody else answers on it: the exchange is settled.
   * @param fields with Connection and Upgrade, which are left out in HTTP/2
   */
  takeOver(head: Pick<AnswerHead, 'reason' | 'fields'>): { readonly socket: Duplex; readonly head: Buffer }
}

/** A body that is still coming from the client. */
export interface StreamedBody {
  /** In bytes; undefined if it comes in chunks. */
  readonly length: number | undefined
  /** What was read of it already. */
  readonly first: Buffer
  /** Hands over the rest. */
  readonly read: (sink: BodySink) => void
  readonly pause: () => void
  readonly resume: () => void
}

/** One request to an upstream: the head, and the body exactly as it is to be sent. */
export interface ExchangeRequest {
  readonly connection: InterceptedConnection
  readonly method: string
  /** Path and query, or `*`. */
  readonly path: string
  /** End-to-end fields, with a Content-Length where the body has one. Without a length a streamed body goes in chunks. */
  readonly fields: FieldBlock
  readonly body: Buffer | StreamedBody | null
  /** Memory that nobody needs any more; where it lies directly before the body, the head may be written there. */
  readonly room?: Buffer | undefined
  /** It carries such a name for its whole connection: nobody else may use that. */
  readonly isConnectionBound?: boolean
  /** Its client takes trailers, and said so (RFC 9110 section 10.1.4). */
  readonly acceptsTrailers?: boolean
  /** The protocol to switch to. */
  readonly upgrade?: string | undefined
}

/**
 * What the exchange tells while it runs, in this order: beforeSending, head, data (any number), end; or failed, at any point, last.
 * An upgrade that the service agrees to ends with upgraded() instead of head().
 */
export interface ExchangeHandler {
  /**
   * A verified connection is there and the head is about to be written to it: the first moment anything can leak. Where it
   * throws or withholds the clearance, nothing is written, and failed() gets that error. Called again where a request is sent once more.
   */
  beforeSending(): Clearance | undefined
  head(head: AnswerHead): void
  data(chunk: Buffer): void
  /** What came at once was handed over. @returns false to ask for a pause; resume() ends it */
  flush(): boolean
  end(trailers: FieldBlock): void
  failed(error: Error): void
  upgraded?(head: AnswerHead, socket: Duplex, first: Buffer): void
}

export interface ServiceExchange {
  abort(): void
  resume(): void
}

/** What speaks HTTP to upstreams: request head and body bytes in, answer head and body bytes out, abort. */
export interface Exchanger {
  start(request: ExchangeRequest, handler: ExchangeHandler): ServiceExchange
  /** A client's connection has ended: connections to services that only it could use are ended as well. */
  clientClosed(connection: InterceptedConnection): void
  close(): Promise<void>
}
