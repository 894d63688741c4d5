export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** @throws RangeError where there are no values */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: percentile(sorted, 50), min: percentile(sorted, 0), max: percentile(sorted, 100) }
}

/**
 * Linear interpolation between the closest ranks, so that the median of two values is their mean.
 * @param sorted in ascending order
 * @param percent from 0 to 100
 * @throws RangeError where there are no values
 */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(rank)]
  const above = sorted[Math.ceil(rank)]
  if (below === undefined || above === undefined) throw new RangeError('there is no percentile of no values')
  return below + (above - below) * (rank - Math.floor(rank))
}
