import { z } from 'zod'

/** How many of an id's hexadecimal digits the reference has. In a UUIDv7 the last ones are random. */
const DIGITS = 10

/** What a refusal names, so that an administrator finds the interaction: the last digits of its id. */
export const Reference = z
  .string()
  .regex(/^[0-9a-f]{10}$/i, `must be ${DIGITS} hexadecimal digits: the last ones of the interaction's id`)
  .transform((value) => value.toLowerCase())

/** @param id a UUID, whose last group is longer than the reference */
export function referenceOf(id: string): string {
  return id.slice(-DIGITS)
}
