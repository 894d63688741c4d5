import { locale } from './language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  formats.set(key, known)
  return known
}

/** 21 Nov, 14:03:22, in the reader's zone. */
export function dateTime(iso: string): string {
  return format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    new Date(iso),
  )
}

/** With the year and the zone. */
export function fullDateTime(iso: string): string {
  return format({ dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso))
}

export function day(iso: string, options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }): string {
  return format({ timeZone: 'UTC', ...options }).format(new Date(iso))
}

export function hour(iso: string): string {
  return format({ hour: '2-digit', minute: '2-digit' }).format(new Date(iso))
}

/** 14:03:22, of a time in milliseconds. */
export function clock(at: number): string {
  return format({ timeStyle: 'medium' }).format(at)
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** "5 minutes ago". */
export function ago(iso: string, now: number): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000)
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  const formatter = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'long' })
  return formatter.format(Math.trunc(seconds / length), unit)
}
