import type { Call } from './command.ts'

/** The time that an option gives; a date alone is its first millisecond in UTC. Null if it is not given. */
export function beginTime(call: Call, name: string): string | null {
  return timeOf(call, name, '00:00:00.000')
}

/** The same, but a date alone is its last millisecond. */
export function endTime(call: Call, name: string): string | null {
  return timeOf(call, name, '23:59:59.999')
}

function timeOf(call: Call, name: string, ofDay: string): string | null {
  const value = call.optional(name)
  if (value === undefined) return null
  return /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T${ofDay}Z` : value
}
