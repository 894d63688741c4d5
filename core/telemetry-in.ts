import type { TelemetryFinding } from './model/event-data.ts'

const FINDINGS_MAX = 1000
/** Of the schema, core/model/event-data.ts. */
const AT_MAX = 300

/**
 * What a record's `content_metadata` says of telemetry; undefined where it is none. Metadata are what a recorder sent, so their form is not
 * certain. Not by the schema: the console uses this too, and the content security policy of its pages forbids the code that Zod generates.
 */
export function telemetryIn({ telemetry }: Readonly<Record<string, unknown>>): readonly TelemetryFinding[] | undefined {
  if (typeof telemetry !== 'object' || telemetry === null || !('findings' in telemetry)) return undefined
  const { findings } = telemetry
  return Array.isArray(findings) ? findings.slice(0, FINDINGS_MAX).flatMap(findingOf) : undefined
}

function findingOf(value: unknown): TelemetryFinding[] {
  const { type, part, at, count, enforced } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof type !== 'string' || !/^[A-Z][A-Z0-9_]{0,63}$/.test(type) || typeof enforced !== 'boolean') return []
  if (part !== 'prompt' && part !== 'telemetry') return []
  const isCount = typeof count === 'number' && Number.isInteger(count) && count > 0
  return [{ type, part, at: typeof at === 'string' ? at.slice(0, AT_MAX) : '', count: isCount ? count : 1, enforced }]
}
