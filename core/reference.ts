/** As long as a person copies without a mistake; of random digits, so that two of a year rarely share one. */
const DIGITS = 10

/** The short name of a record that refusals, coach texts and logs tell: the last 10 hexadecimal digits of its id, which are random. */
export function referenceOf(id: string): string {
  const end = id.slice(-DIGITS)
  // The last group of a UUID is longer.
  return end.includes('-') ? id.replaceAll('-', '').slice(-DIGITS) : end
}
