import { hash } from 'node:crypto'
import { Agent, fetch } from 'undici'
import type { Interaction } from '../../core/model/interaction.ts'
import type { Scope } from './scope.ts'
import { until } from './wire.ts'

export const ADMIN = { email: 'admin@weir.local', password: 'Correct-Horse-1-Battery' }

export interface ApiAnswer<T> {
  readonly status: number
  readonly json: T
}

/** The management API of a running product, as its first admin sees it, over verified TLS. */
export class ProductApi {
  /** https://host:port/api/v1 */
  readonly apiUrl: string
  readonly #dispatcher: Agent
  #token: string | undefined

  constructor(scope: Scope, apiUrl: string, ca: string) {
    this.apiUrl = apiUrl
    // As many connections as a console and some scripts have; a crowded machine may be slow to take one.
    this.#dispatcher = new Agent({ connections: 16, connect: { ca, timeout: 60_000 } })
    scope.teardown(() => this.#dispatcher.destroy())
  }

  /** `path` is under BASE. */
  async api<T>(method: string, path: string, body?: unknown): Promise<ApiAnswer<T>> {
    this.#token ??= (await this.#fetch<{ token: string }>('POST', '/auth/login', ADMIN)).json.token
    return this.#fetch<T>(method, path, body, this.#token)
  }

  /** Waits until the API has this record. */
  async interaction(id: string): Promise<Interaction> {
    let answer = await this.api<Interaction>('GET', `/interactions/${id}`)
    await until(
      async () => {
        if (answer.status !== 200) answer = await this.api<Interaction>('GET', `/interactions/${id}`)
        return answer.status === 200
      },
      () => `interaction ${id} was not recorded`,
    )
    return answer.json
  }

  /** Waits until the API has this many records of a prompt; fails where it has more. */
  async interactionsOf(content: string, count = 1): Promise<Interaction[]> {
    const query = `/interactions/search?content_hash=${hash('sha256', content)}`
    let found: { id: string }[] = []
    await until(
      async () => {
        found = (await this.api<{ id: string }[]>('GET', query)).json
        return found.length >= count
      },
      () => `${found.length} of ${count} records of a prompt were found`,
    )
    if (found.length > count) throw new Error(`there are ${found.length} records of a prompt instead of ${count}`)
    return Promise.all(found.map(({ id }) => this.interaction(id)))
  }

  /**
   * Waits for the records that fit, out of the newest 500; without content_hash and tenant_id, as lists have them.
   * @param filter of the list: `&enforced_action=block`
   */
  async listed(fits: (interaction: Interaction) => boolean, count = 1, filter = ''): Promise<Interaction[]> {
    let found: Interaction[] = []
    await until(
      async () => {
        const { json } = await this.api<{ data: Interaction[] }>('GET', `/interactions?limit=500${filter}`)
        found = json.data.filter(fits)
        return found.length >= count
      },
      () => `${found.length} of ${count} interactions were found`,
    )
    return found
  }

  async #fetch<T>(method: string, path: string, body: unknown, token?: string): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.apiUrl}${path}`, {
      method,
      dispatcher: this.#dispatcher,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: (text === '' ? undefined : JSON.parse(text)) as T }
  }
}
