import { Client } from 'undici'
import { BenchError } from '../errors.ts'

export const PASSWORD = 'Bench-Passw0rd-1'
export const EMAIL = 'admin@weir.local'
/** Per tenant and minute: out of the way. */
export const AMPLE_RATE = '1000000000'

export interface Timed {
  /** Milliseconds from the request to the last byte of the answer. */
  readonly ms: number
  readonly total: number | undefined
}

/** An administrator with one connection to the API, as a browser's console has. */
export class Administrator {
  readonly #client: Client
  readonly #base: string
  readonly #token: string

  private constructor(client: Client, base: string, token: string) {
    this.#client = client
    this.#base = base
    this.#token = token
  }

  /** @throws BenchError */
  static async login(apiUrl: string, ca: string): Promise<Administrator> {
    const { origin, pathname } = new URL(apiUrl)
    const client = new Client(origin, { connect: { ca }, headersTimeout: 60_000, bodyTimeout: 60_000 })
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: `${pathname}/auth/login`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    })
    const answer = (await body.json()) as { token?: string }
    if (statusCode !== 200 || answer.token === undefined) throw new BenchError(`login was answered with ${statusCode}`)
    return new Administrator(client, pathname, answer.token)
  }

  /** @throws BenchError where the answer is no 200 */
  async get(path: string): Promise<Timed> {
    const begun = performance.now()
    const { statusCode, headers, body } = await this.#client.request({
      method: 'GET',
      path: this.#base + path,
      headers: { authorization: `Bearer ${this.#token}` },
    })
    const bytes = await body.arrayBuffer()
    const ms = performance.now() - begun
    if (statusCode !== 200 || bytes.byteLength === 0) throw new BenchError(`${path} was answered with ${statusCode}`)
    const total = headers['x-total-count']
    return { ms, total: typeof total === 'string' ? Number(total) : undefined }
  }

  /** @throws BenchError where not all were stored */
  async record(interactions: readonly unknown[]): Promise<void> {
    const { statusCode, body } = await this.#client.request({
      method: 'POST',
      path: `${this.#base}/interactions/batch`,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(interactions),
    })
    const { stored } = (await body.json()) as { stored?: number }
    if (stored !== interactions.length) throw new BenchError(`a batch was answered with ${statusCode}`)
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}
