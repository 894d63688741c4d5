import { createHash } from 'node:crypto'

/** What is known of an alert's subject differs between engines, and nothing that is shown depends on it. */
const LEFT_OUT = 'subject'

/** Of records in any order, each once: the same for two databases only if they have the same records. */
export class Digest {
  readonly #sum = Buffer.alloc(32)
  #count = 0

  get count(): number {
    return this.#count
  }

  get text(): string {
    return this.#sum.toString('hex')
  }

  add(record: unknown): void {
    const hash = createHash('sha256')
      .update(JSON.stringify(plain(record)))
      .digest()
    for (const [index, byte] of hash.entries()) this.#sum[index] = (this.#sum[index] ?? 0) ^ byte
    this.#count += 1
  }
}

/** With sorted keys, and without what is undefined: an engine may give the keys of an object back in another order. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, inner]) => inner !== undefined && key !== LEFT_OUT)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)]))
}
