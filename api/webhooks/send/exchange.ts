import type { Dispatcher } from 'undici'
import { AttemptError } from './errors.ts'

export interface PostRequest {
  /** `https://host[:port]`. */
  readonly origin: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Whether the connection is closed afterwards. */
  readonly closes: boolean
}

/** What is kept of the answer; its text is not. */
export interface Answer {
  status: number | undefined
  retryAfter: string | undefined
}

export interface PostOptions {
  /** For everything, from now to the end of the answer. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** As much of an answer is read to keep its connection usable; a longer one costs the connection. */
const ANSWER_MAX_BYTES = 4096
/** RFC 9110, 15.2 lets any number of 1xx answers come before the final one; a receiver of webhooks has a use for none. */
const INFORMATIONAL_MAX = 10

/**
 * Sends one POST and reads its answer as far as needed. `answer` is filled in as it comes, also where the exchange fails
 * later. Rejects with what went wrong, or with the reason of `signal`.
 */
export function post(agent: Dispatcher, request: PostRequest, answer: Answer, options: PostOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(answer, resolve, reject)
    const timer = setTimeout(() => {
      exchange.abort(new AttemptError('timeout', `no complete answer within ${options.timeoutMs} ms`))
    }, options.timeoutMs)
    const onAbort = () => exchange.abort(options.signal.reason)
    options.signal.addEventListener('abort', onAbort)
    exchange.onSettled = () => {
      clearTimeout(timer)
      options.signal.removeEventListener('abort', onAbort)
    }
    if (options.signal.aborted) return onAbort()
    try {
      agent.dispatch(
        {
          origin: request.origin,
          path: request.path,
          method: 'POST',
          headers: request.headers,
          body: request.body,
          reset: request.closes,
          // One clock for everything: a pause within the time allowed is no failure.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        exchange,
      )
    } catch (error) {
      exchange.settle(error)
    }
  })
}

/** One request as undici tells of it; settles once, whatever undici says afterwards. */
class Exchange implements Dispatcher.DispatchHandler {
  onSettled: () => void = () => {}
  readonly #answer: Answer
  readonly #resolve: () => void
  readonly #reject: (reason: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #informational = 0
  #received = 0
  #settled = false

  constructor(answer: Answer, resolve: () => void, reject: (reason: unknown) => void) {
    this.#answer = answer
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Its time was over before a connection was there: nothing is sent any more.
    if (this.#settled) this.#cut()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      this.#informational++
      if (this.#informational > INFORMATIONAL_MAX) {
        this.abort(new AttemptError('protocol', `the receiver sent more than ${INFORMATIONAL_MAX} interim answers`))
      }
      return
    }
    if (this.#settled) return
    this.#answer.status = status
    const retryAfter = headers['retry-after']
    this.#answer.retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received += chunk.length
    if (this.#received <= ANSWER_MAX_BYTES) return
    this.settle()
    this.#cut()
  }

  onResponseEnd(): void {
    this.settle()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.settle(error)
  }

  /** Ends the exchange and its connection. */
  abort(reason: unknown): void {
    this.settle(reason)
    this.#cut()
  }

  settle(error?: unknown): void {
    if (this.#settled) return
    this.#settled = true
    this.onSettled()
    if (error === undefined) this.#resolve()
    else this.#reject(error)
  }

  #cut(): void {
    this.#controller?.abort(new AttemptError('reset', 'the exchange is over'))
  }
}
