import type { TelemetryFinding } from '../../../core/model/event-data.ts'
import { telemetryIn } from '../../../core/telemetry-in.ts'
import { contextTypes, type Recorded } from './why.ts'

/** Findings of one type in what stands before or beside the newest message. */
export interface Counted {
  readonly type: string
  readonly count: number
}

/** All that a record says was found, so that no part of a page contradicts another. */
export interface Found {
  readonly total: number
  /** In earlier messages, or beside the messages; empty for telemetry, whose places are known. */
  readonly context: readonly Counted[]
  /** Undefined where it is no telemetry. */
  readonly telemetry: readonly TelemetryFinding[] | undefined
}

export function foundIn({ classifications, content_metadata }: Recorded): Found {
  const telemetry = telemetryIn(content_metadata)
  const types = contextTypes(content_metadata.context_findings)
  if (telemetry !== undefined && telemetry.length > 0)
    return { total: telemetry.reduce((sum, { count }) => sum + count, 0), context: [], telemetry }
  const counts = Map.groupBy(types, ({ type }) => type)
  const context = [...counts].map(([type, all]) => ({ type, count: all.length }))
  return { total: classifications.length + types.length, context, telemetry }
}

/** The kinds of data that a list shows: those that policies looked at. */
export function typesIn({ classifications, content_metadata }: Recorded): string[] {
  const context = contextTypes(content_metadata.context_findings)
  return [...new Set([...classifications, ...context].map(({ type }) => type))]
}
