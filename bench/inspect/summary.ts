import { type Spread, spread } from '../statistics.ts'
import type { Load } from './load.ts'
import { type LaneName, peerOf, YARDSTICK } from './options.ts'

/** One contestant, one prompt size, one round. */
export interface Measurement extends Load {
  readonly cpuMicrosPerRequest: number
  /** Of it, the thread of the API; undefined for contestants that have none. */
  readonly apiMicrosPerRequest?: number | undefined
}

export interface LaneResult {
  readonly lane: LaneName
  readonly requestsPerSecond: Spread
  readonly cpuMicrosPerRequest: Spread
  /** Milliseconds, with every connection busy: waiting in line is included. */
  readonly p50: Spread
  readonly p99: Spread
  /** CPU per request divided by the yardstick's of the same round. */
  readonly cpuRatio: Spread
  /** The same against the fastest peer that does the same work; undefined where that peer did not run. */
  readonly peerRatio: Spread | undefined
  readonly apiMicrosPerRequest: Spread | undefined
}

/** The contestants' measurements of one round. */
export type Round = ReadonlyMap<LaneName, Measurement>

/** @throws RangeError where a round lacks a contestant */
export function summarise(lanes: readonly LaneName[], rounds: readonly Round[]): LaneResult[] {
  return lanes.map((lane) => {
    const peer = peerOf(lane)
    const over = (value: (measurement: Measurement, yardstick: Measurement) => number) =>
      spread(rounds.map((round) => value(measurementOf(round, lane), measurementOf(round, YARDSTICK))))
    return {
      lane,
      requestsPerSecond: over(({ requests, seconds }) => requests / seconds),
      cpuMicrosPerRequest: over(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest),
      p50: over(({ p50 }) => p50),
      p99: over(({ p99 }) => p99),
      peerRatio: lanes.includes(peer)
        ? spread(
            rounds.map(
              (round) =>
                measurementOf(round, lane).cpuMicrosPerRequest / measurementOf(round, peer).cpuMicrosPerRequest,
            ),
          )
        : undefined,
      apiMicrosPerRequest: rounds.every((round) => measurementOf(round, lane).apiMicrosPerRequest !== undefined)
        ? over(({ apiMicrosPerRequest = 0 }) => apiMicrosPerRequest)
        : undefined,
      cpuRatio: over((measurement, yardstick) => measurement.cpuMicrosPerRequest / yardstick.cpuMicrosPerRequest),
    }
  })
}

function measurementOf(round: Round, lane: LaneName): Measurement {
  const measurement = round.get(lane)
  if (measurement === undefined) throw new RangeError(`a round has no measurement of ${lane}`)
  return measurement
}
