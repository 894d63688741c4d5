import type { MessagePort } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { RecordAnswer, RecordBatch, RecordCounts } from '../../core/model/hand-over.ts'
import { callerOfServiceToken } from '../auth/authenticate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, forbidden, payloadTooLarge, unauthorized } from '../http/api-error.ts'
import { toApiError } from '../http/error-handler.ts'
import { BATCH_BODY_LIMIT } from '../http/route.ts'
import { isBatch, recordBatch } from './record-batch.ts'
import type { Recorder } from './recorder.ts'

interface Dependencies extends Pick<ApiDependencies, 'store' | 'metrics'> {
  readonly recorder: Recorder
  readonly logger: Logger
}

/**
 * Takes the records of the proxy in the same process (core/model/hand-over.ts): its token is looked up at every batch, and
 * all else is as over HTTP, but that it counts towards no rate limit.
 */
export class HandOver {
  readonly #port: MessagePort
  readonly #dependencies: Dependencies
  readonly #running = new Set<Promise<void>>()

  constructor(port: MessagePort, dependencies: Dependencies) {
    this.#port = port
    this.#dependencies = dependencies
    port.on('message', (batch: RecordBatch) => {
      const running = this.#answer(batch).finally(() => this.#running.delete(running))
      this.#running.add(running)
    })
  }

  /** Accepts no more records, and resolves when those that came are answered. */
  async close(): Promise<void> {
    this.#port.removeAllListeners('message')
    await Promise.all(this.#running)
    this.#port.close()
  }

  async #answer(batch: RecordBatch): Promise<void> {
    const { request } = batch
    let answer: RecordAnswer
    try {
      answer = { request, status: 200, ...(await this.#record(batch)) }
    } catch (error) {
      const { status, code, headers } = toApiError(error)
      if (status === 500) this.#dependencies.logger.error({ err: error, code }, 'records were not stored')
      answer = { request, status, retryAfter: headers['Retry-After'] }
    }
    this.#port.postMessage(answer)
  }

  async #record({ token, body }: RecordBatch): Promise<RecordCounts> {
    const caller = await callerOfServiceToken(this.#dependencies.store, token)
    if (caller === undefined) throw unauthorized()
    if (!caller.token.scopes.includes('record')) throw forbidden()
    if (isLongerThan(body, BATCH_BODY_LIMIT)) throw payloadTooLarge(BATCH_BODY_LIMIT)
    const items = parse(body)
    if (!isBatch(items)) throw badRequest('The batch is not valid')
    return recordBatch(this.#dependencies, caller, items)
  }
}

/** In UTF-8. Only a long text needs to be measured: a UTF-16 code unit takes three bytes at most. */
function isLongerThan(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw badRequest('The batch is not valid JSON')
  }
}
