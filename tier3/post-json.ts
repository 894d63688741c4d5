import type { Pool } from 'undici'
import { type ClassifyOptions, Tier3Error } from './provider.ts'

/** Thousands of entities; more is not read, for parsing it would hold up the prompts of this thread. */
const ANSWER_MAX_BYTES = 512 * 1024
const CONNECT_TIMEOUT_MS = 5_000

export interface JsonServerOptions {
  /** WEIR_TIER3_URL: paths are added to it. */
  readonly baseUrl: URL
  readonly apiKey: string | undefined
  /** Requests at once; others wait their turn. */
  readonly connections: number
}

/** A server that takes JSON and answers JSON; whatever else it does is an error. Redirects are not followed: they could lead the text elsewhere. */
export class JsonServer {
  readonly #origin: string
  readonly #basePath: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #connections: number
  #pool: Promise<Pool> | undefined
  readonly #closing = new AbortController()

  constructor({ baseUrl, apiKey, connections }: JsonServerOptions) {
    this.#origin = baseUrl.origin
    this.#basePath = baseUrl.pathname.replace(/\/+$/, '')
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    }
    this.#connections = connections
  }

  /** @throws Tier3Error */
  async post(path: string, body: unknown, { budgetMs, signal }: ClassifyOptions): Promise<unknown> {
    const timeout = AbortSignal.timeout(budgetMs)
    const signals = [timeout, this.#closing.signal, ...(signal === undefined ? [] : [signal])]
    try {
      const pool = await this.#openPool()
      const { statusCode, body: answer } = await pool.request({
        method: 'POST',
        path: this.#basePath + path,
        headers: this.#headers,
        body: JSON.stringify(body),
        signal: AbortSignal.any(signals),
        headersTimeout: budgetMs,
        bodyTimeout: budgetMs,
      })
      if (statusCode !== 200) {
        // Not read on: an error page may repeat the text, and nobody is to see it.
        answer.on('error', () => {}).destroy()
        throw this.#refused(statusCode)
      }
      return this.#parse(await this.#read(answer))
    } catch (error) {
      if (error instanceof Tier3Error) throw error
      if (this.#closing.signal.aborted || signal?.aborted === true) {
        throw new Tier3Error('ERR_TIER3_CLOSED', 'the tier 3 classification was given up')
      }
      if (timeout.aborted) {
        throw new Tier3Error(
          'ERR_TIER3_TIMEOUT',
          `the tier 3 server at ${this.#origin} took longer than ${budgetMs} ms`,
        )
      }
      throw new Tier3Error(
        'ERR_TIER3_UNAVAILABLE',
        `the tier 3 server at ${this.#origin} cannot be reached (${reasonOf(error)})`,
      )
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#pool?.then((pool) => pool.destroy())
  }

  /** The client takes eight megabytes in each thread that loads it, and most installations have no such server. */
  #openPool(): Promise<Pool> {
    this.#closing.signal.throwIfAborted()
    this.#pool ??= import('undici').then(
      (undici) =>
        new undici.Pool(this.#origin, {
          connections: this.#connections,
          pipelining: 1,
          allowH2: false,
          connect: { timeout: CONNECT_TIMEOUT_MS },
        }),
    )
    return this.#pool
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      // Leaving the loop destroys the stream and its connection.
      if (bytes > ANSWER_MAX_BYTES) throw this.invalid(`answered more than ${ANSWER_MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.invalid('answered something other than JSON')
    }
  }

  #refused(status: number): Tier3Error {
    const code = status === 429 || status === 502 || status === 503 ? 'ERR_TIER3_UNAVAILABLE' : 'ERR_TIER3_REFUSED'
    return new Tier3Error(code, `the tier 3 server at ${this.#origin} answered ${status}`, status)
  }

  invalid(what: string): Tier3Error {
    return new Tier3Error('ERR_TIER3_INVALID_ANSWER', `the tier 3 server at ${this.#origin} ${what}`)
  }
}

/** ECONNREFUSED, UND_ERR_SOCKET, ...: a code, never a message, which may quote what was sent or answered. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown cause'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
