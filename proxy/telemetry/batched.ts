import { Counter, type CounterConfiguration, Histogram, type HistogramConfiguration } from 'prom-client'

/** So much waits at most. */
const BATCH = 64

/** What waits to be told to prom-client. */
class Batch<T> {
  readonly #tell: (item: T) => void
  #waiting: T[] = []

  constructor(tell: (item: T) => void) {
    this.#tell = tell
  }

  add(item: T): void {
    if (this.#waiting.push(item) >= BATCH) this.flush()
  }

  flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const item of waiting) this.#tell(item)
  }
}

/**
 * A counter for what happens with every request. prom-client checks and hashes the labels each time, which costs more in the
 * middle of a request, with caches full of other things, than many times in a row: so increments wait for a batch, or for
 * whoever reads the counter.
 */
export class BatchedCounter<Label extends string> {
  readonly #counter: Counter<Label>
  readonly #batch = new Batch<readonly [Partial<Record<Label, string>>, number]>(([labels, value]) =>
    this.#counter.inc(labels, value),
  )

  constructor(configuration: CounterConfiguration<Label>) {
    this.#counter = new Counter({ ...configuration, collect: () => this.#batch.flush() })
  }

  inc(labels: Partial<Record<Label, string>>, value = 1): void {
    this.#batch.add([labels, value])
  }

  async get() {
    return await this.#counter.get()
  }
}

/** A sum without labels: only added up, until it is read. */
export class Tally {
  readonly #counter: Counter
  #pending = 0

  constructor(configuration: CounterConfiguration<never>) {
    this.#counter = new Counter({
      ...configuration,
      collect: () => {
        this.#counter.inc(this.#pending)
        this.#pending = 0
      },
    })
  }

  inc(value = 1): void {
    this.#pending += value
  }
}

/** A histogram without labels for what happens with every request; see BatchedCounter. */
export class BatchedHistogram {
  readonly #histogram: Histogram
  readonly #batch = new Batch<number>((value) => this.#histogram.observe(value))

  constructor(configuration: HistogramConfiguration<never>) {
    this.#histogram = new Histogram({ ...configuration, collect: () => this.#batch.flush() })
  }

  observe(value: number): void {
    this.#batch.add(value)
  }
}
