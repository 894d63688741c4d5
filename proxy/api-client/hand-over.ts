import { randomUUID } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import { isStored, type RecordAnswer, type RecordBatch, type RecordCounts } from '../../core/model/hand-over.ts'
import { ApiError, errorForStatus } from './errors.ts'
import { joinJsonArray } from './json-array.ts'

interface Options {
  readonly token: string
  /** What error messages name. */
  readonly origin: string
  /** Until the answer. */
  readonly timeoutMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Hands records to the API of this process (core/model/hand-over.ts). Its failures are those of the way over HTTP. A proxy
 * that starts again uses the same port; an API that starts again has another one.
 */
export class HandOver {
  readonly #options: Options
  readonly #waiting = new Map<string, PromiseWithResolvers<RecordAnswer>>()
  readonly #name = randomUUID()
  #port: MessagePort | undefined
  #requests = 0

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * @param port as it is now
   * @throws ApiError
   */
  async send(port: MessagePort, items: readonly Uint8Array[], signal: AbortSignal | undefined): Promise<RecordCounts> {
    if (signal?.aborted === true) throw this.#unreachable('aborted')
    if (port !== this.#port) this.#listen(port)
    const request = `${this.#name} ${this.#requests++}`
    const body = joinJsonArray(items).toString()
    const answered = Promise.withResolvers<RecordAnswer>()
    const onAbort = () => answered.reject(this.#unreachable('aborted'))
    const timer = setTimeout(() => answered.reject(this.#unreachable('timeout')), this.#options.timeoutMs)
    signal?.addEventListener('abort', onAbort)
    this.#waiting.set(request, answered)
    // Only what waits for an answer keeps the process alive.
    port.ref()
    try {
      const batch: RecordBatch = { request, token: this.#options.token, body }
      port.postMessage(batch)
      const answer = await answered.promise
      if (!isStored(answer)) {
        throw errorForStatus(answer.status, answer.retryAfter, this.#options.origin, this.#options.now())
      }
      const { received, stored, rejected } = answer
      return { received, stored, ...(rejected !== undefined && { rejected }) }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      this.#waiting.delete(request)
      if (this.#waiting.size === 0) port.unref()
    }
  }

  /** What still waits is given up. The port stays open for whoever uses it next. */
  close(): void {
    this.#leave()
    this.#giveUp()
  }

  #listen(port: MessagePort): void {
    this.#leave()
    this.#port = port
    port.on('message', this.#onAnswer)
    port.on('close', this.#giveUp)
    port.unref()
  }

  #leave(): void {
    const port = this.#port
    this.#port = undefined
    port?.off('message', this.#onAnswer)
    port?.off('close', this.#giveUp)
    port?.unref()
  }

  readonly #onAnswer = (answer: RecordAnswer): void => this.#waiting.get(answer.request)?.resolve(answer)

  readonly #giveUp = (): void => {
    for (const { reject } of this.#waiting.values()) reject(this.#unreachable('closed'))
  }

  #unreachable(reason: string): ApiError {
    return new ApiError('ERR_API_UNREACHABLE', `the API at ${this.#options.origin} cannot be reached (${reason})`)
  }
}
