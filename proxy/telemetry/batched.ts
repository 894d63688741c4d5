import { Counter, type CounterConfiguration, Histogram, type HistogramConfiguration } from 'prom-client'

/** What was counted of one combination of labels since the counter was last read. */
interface Series {
  readonly first: string
  readonly second: string
  readonly third: string
  pending: number
}

/**
 * A counter for what happens with every request. prom-client checks and hashes the labels each time, which costs more in the
 * middle of a request, with caches full of other things, than all the rest of counting: so it is told when somebody reads the counter.
 * The values of its labels, three at most, are from closed sets, so there are few combinations of them.
 */
export class BatchedCounter<Label extends string> {
  readonly #counter: Counter<Label>
  readonly #names: readonly Label[]
  readonly #series = new Map<string, Map<string, Map<string, Series>>>()
  /** In the order in which they were first counted. */
  readonly #all: Series[] = []
  /** Mostly it is the same combination again. */
  #last: Series | undefined

  constructor(configuration: CounterConfiguration<Label>) {
    this.#names = configuration.labelNames ?? []
    this.#counter = new Counter({ ...configuration, collect: () => this.#tell() })
  }

  /** @param first the value of the first label in `labelNames`, and so on */
  inc(first: string, second = '', third = ''): void {
    this.add(1, first, second, third)
  }

  add(amount: number, first: string, second = '', third = ''): void {
    let series = this.#last
    if (series === undefined || series.first !== first || series.second !== second || series.third !== third) {
      series = this.#find(first, second, third)
      this.#last = series
    }
    series.pending += amount
  }

  async get() {
    return await this.#counter.get()
  }

  #find(first: string, second: string, third: string): Series {
    const byFirst = inside(this.#series, first, () => new Map<string, Map<string, Series>>())
    const bySecond = inside(byFirst, second, () => new Map<string, Series>())
    return inside(bySecond, third, () => {
      const series = { first, second, third, pending: 0 }
      this.#all.push(series)
      return series
    })
  }

  #tell(): void {
    for (const series of this.#all) {
      const values = [series.first, series.second, series.third]
      const labels: Partial<Record<Label, string>> = {}
      for (const [index, name] of this.#names.entries()) labels[name] = values[index] ?? ''
      this.#counter.inc(labels, series.pending)
      series.pending = 0
    }
  }
}

function inside<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
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

/** Where prom-client keeps what a histogram has counted: it takes no more than one value at a time. */
interface Counted {
  readonly hashMap: Readonly<
    Record<string, { readonly bucketValues: Record<string, number>; sum: number; count: number }>
  >
}

/** A histogram without labels for what happens with every request: only counted, until it is read. */
export class BatchedHistogram {
  readonly #histogram: Histogram
  readonly #bounds: readonly number[]
  /** Of values up to each bound and beyond the one before it, and of those beyond the last. */
  readonly #counts: Float64Array
  #sum = 0

  constructor(configuration: HistogramConfiguration<never> & { readonly buckets: number[] }) {
    this.#bounds = configuration.buckets
    this.#counts = new Float64Array(configuration.buckets.length + 1)
    this.#histogram = new Histogram({ ...configuration, collect: () => this.#tell() })
  }

  observe(value: number): void {
    const bounds = this.#bounds
    let at = 0
    while (at < bounds.length && value > (bounds[at] ?? 0)) at++
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  #tell(): void {
    const { hashMap } = this.#histogram as unknown as Counted
    for (const counted of Object.values(hashMap)) {
      for (const [index, count] of this.#counts.entries()) {
        const bound = this.#bounds[index]
        if (bound !== undefined) counted.bucketValues[bound] = (counted.bucketValues[bound] ?? 0) + count
        counted.count += count
      }
      counted.sum += this.#sum
    }
    this.#counts.fill(0)
    this.#sum = 0
  }
}
