import { randomBytes } from 'node:crypto'
import type { IdGenerator } from '@opentelemetry/sdk-trace'

/** The trace of a record: its id without dashes, so that one is found by the other. */
export function traceOf(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}

/** The first span of that trace, which proxy and API both know without telling each other. Of a UUIDv7 that half is random. */
export function rootSpanOf(id: string): string {
  return traceOf(id).slice(16)
}

/** Random ids, but for the first span of an exchange with a record. */
export class ExchangeIds implements IdGenerator {
  #id: string | undefined

  /** Starts the first span of the exchange with this record. */
  during<T>(id: string | undefined, start: () => T): T {
    this.#id = id
    try {
      return start()
    } finally {
      this.#id = undefined
    }
  }

  // Called without their object.
  readonly generateTraceId = (): string => (this.#id === undefined ? random(16) : traceOf(this.#id))
  readonly generateSpanId = (): string => (this.#id === undefined ? random(8) : rootSpanOf(this.#id))
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
