import type { Logger } from 'pino'
import { type Discrepancy, type Facts, FirstStart } from '../config/first-start.ts'
import { idOfConversationKey, otherKey, otherTenant } from '../config/proxy-first-start.ts'

interface Options {
  readonly dataDir: string
  readonly conversationKey: string
  /** Of the API. */
  readonly origin: string
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

/** Says where the API or the key is another one than this proxy worked with when it first started to its end. */
export class KnownProxy {
  readonly #options: Options
  readonly #first: FirstStart
  #facts: Facts
  #tenant: string | undefined
  #hasStarted = false

  constructor(options: Options) {
    this.#options = options
    this.#first = new FirstStart(options.dataDir, 'proxy')
    this.#facts = this.#first.read() ?? {}
    const { dataDir, conversationKey, logger } = options
    const key = otherKey(dataDir, this.#facts, conversationKey)
    if (key !== undefined) logger.warn({ code: 'ERR_OTHER_KEY' }, sentenceOf(key))
  }

  /** The API has answered, for this tenant. */
  heard(tenant: string): void {
    if (tenant === this.#tenant) return
    this.#tenant = tenant
    const { dataDir, origin, logger } = this.#options
    const other = otherTenant(dataDir, this.#facts, origin, tenant)
    if (other !== undefined) logger.error({ code: 'ERR_OTHER_TENANT' }, sentenceOf(other))
    if (this.#hasStarted) this.#note()
  }

  /** The start has come to its end. */
  hasStarted(): void {
    this.#hasStarted = true
    this.#note()
  }

  /** What is known of the first start holds until an operator removes it. */
  #note(): void {
    const found = {
      conversation_key: idOfConversationKey(this.#options.conversationKey),
      ...(this.#tenant !== undefined && { tenant_id: this.#tenant }),
    }
    if (Object.keys(found).every((name) => name in this.#facts)) return
    this.#facts = { ...found, ...this.#facts }
    try {
      this.#first.note(this.#facts)
    } catch (error) {
      // A full disk, of which the spool says more.
      this.#options.logger.warn({ err: error }, 'what this proxy works with cannot be noted')
    }
  }
}

const sentenceOf = ({ found, mend }: Discrepancy) => `${found}. ${mend}`
