import type { Readable } from 'node:stream'
import type { RawHeaders } from './headers.ts'

/** One request to an upstream: the head, and the body exactly as it is to be sent. */
export interface ExchangeRequest {
  /** `https://host[:port]` or `http://host[:port]`. */
  readonly origin: string
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** End-to-end headers only, without a Content-Length: the exchange frames the body. */
  readonly headers: RawHeaders
  readonly body: Buffer | Readable | null
}

/**
 * What the exchange tells while it runs, in this order: sent, head, data (any number), end; or failed, at any point, last.
 * `data` returns false to ask for a pause; resume() ends it.
 */
export interface ExchangeHandler {
  /**
   * A verified connection is there and the head is about to be written to it: the first moment anything can leak.
   * Where it throws, nothing is written, and failed() gets that error.
   */
  sent(): void
  head(status: number, headers: RawHeaders, statusText: string): void
  data(chunk: Buffer): boolean
  end(trailers: RawHeaders): void
  failed(error: Error): void
}

export interface Exchange {
  abort(): void
  resume(): void
}

/**
 * The narrow interface between the inspected path and whatever speaks HTTP to upstreams: request head and body bytes
 * in, response head and body bytes out, abort. Today undici stands behind it.
 */
export interface Exchanger {
  start(request: ExchangeRequest, handler: ExchangeHandler): Exchange
  close(): Promise<void>
}
