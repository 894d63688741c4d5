/** As prom-client gives what `weir_proxy_inspections_total` counted since the start. */
export interface InspectionCounts {
  readonly values: readonly {
    readonly labels: { readonly status?: string | number; readonly reason?: string | number }
    readonly value: number
  }[]
}

interface Totals {
  /** In milliseconds, of a clock that only goes forward. */
  readonly at: number
  readonly prompts: number
  readonly notInspected: ReadonlyMap<string, number>
}

/** Readings that are kept: the window is as long as they reach back, five minutes at 30 seconds each. */
const READINGS = 10

/** How many prompts there were of late, and why some were not inspected whole: from counters that only grow. */
export class PromptWindow {
  readonly #readings: Totals[]

  constructor(at: number) {
    this.#readings = [{ at, prompts: 0, notInspected: new Map() }]
  }

  read(counts: InspectionCounts, at: number) {
    const now = totalsOf(counts, at)
    const [first = now] = this.#readings
    this.#readings.push(now)
    if (this.#readings.length > READINGS) this.#readings.shift()
    const reasons = [...now.notInspected].map(
      ([reason, count]) => [reason, count - (first.notInspected.get(reason) ?? 0)] as const,
    )
    return {
      window_seconds: Math.round((at - first.at) / 1000),
      prompts: now.prompts - first.prompts,
      not_inspected: Object.fromEntries(reasons.filter(([, count]) => count > 0)),
    }
  }
}

function totalsOf({ values }: InspectionCounts, at: number): Totals {
  const notInspected = new Map<string, number>()
  let prompts = 0
  for (const { labels, value } of values) {
    prompts += value
    if (labels.status === 'full' || labels.reason === undefined || labels.reason === '') continue
    const reason = String(labels.reason)
    notInspected.set(reason, (notInspected.get(reason) ?? 0) + value)
  }
  return { at, prompts, notInspected }
}
