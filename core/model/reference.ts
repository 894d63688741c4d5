import { z } from 'zod'

/** An interaction's reference (core/reference.ts) as people type it. */
export const Reference = z
  .string()
  .regex(/^[0-9a-f]{10}$/i, "must be 10 hexadecimal digits: the last ones of the interaction's id")
  .transform((value) => value.toLowerCase())
