/** Days are the reader's, as times in the list are; the API takes moments, and counts both ends in. */

/** YYYY-MM-DD of a moment; '' of what is none. */
export function dayOf(iso: string | undefined): string {
  const time = iso === undefined ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(time)) return ''
  const at = new Date(time)
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1, 2)}-${digits(at.getDate(), 2)}`
}

/** The first moment of a day, or undefined where none was chosen. */
export function startOf(day: string): string | undefined {
  return momentOf(`${day}T00:00:00.000`)
}

/** The last moment of a day. */
export function endOf(day: string): string | undefined {
  return momentOf(`${day}T23:59:59.999`)
}

/** Without a zone in its text a moment is one of the reader's zone (ECMA-262, Date.parse). */
function momentOf(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
