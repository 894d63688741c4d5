import { valuesOf, wholeInRange } from '../arguments.ts'

export interface Options {
  readonly deliveries: number
  readonly webhooks: number
}

export const USAGE = `deliveries: webhook deliveries a second on each queue, to a receiver that answers at once
    --deliveries N     how many, from 100 to 1000000 (default 5000)
    --webhooks N       to how many webhooks, from 1 to 1000 (default 10)`

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const values = valuesOf(args, ['deliveries', 'webhooks'])
  return {
    deliveries: wholeInRange('--deliveries', values.deliveries ?? '5000', 100, 1_000_000),
    webhooks: wholeInRange('--webhooks', values.webhooks ?? '10', 1, 1000),
  }
}
