import { z } from 'zod'

/** Any RFC 9562 UUID, in any case, as the specification says "UUID string"; stored in lower case. */
export const Uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a UUID')
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' })

/** An offset can lead out of the years of four digits, and what is written otherwise would not compare. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** ISO 8601 with an offset or Z, normalised to UTC with milliseconds, so that timestamps compare as strings. */
export const Timestamp = z
  .string()
  .max(40)
  .pipe(z.iso.datetime({ offset: true, error: 'must be an ISO 8601 timestamp, such as 2026-11-21T09:30:00Z' }))
  .transform((value) => new Date(Math.min(LAST_INSTANT, Math.max(FIRST_INSTANT, Date.parse(value)))).toISOString())

/** A number in decimal, in any form in which programs and people write one: `0.8`, `.8`, `+0.5`, `1e-1`. */
export const DECIMAL = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?/

/** The most exceptions of one tenant: a proxy reads all of them at once. */
export const EXCEPTIONS_MAX = 500

/** A score or a risk: 0 to 1. */
export const UnitInterval = z.number().min(0).max(1)

/** SHA-256 as 64 hex digits, stored in lower case. */
export const Sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 digest of 64 hexadecimal digits')
  .transform((value) => value.toLowerCase())

/** Lowercase identifier of an AI platform; an open set (specification, Interaction). */
export const PlatformId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9][a-z0-9._:-]*$/, 'must be a lowercase identifier, such as openai-api')

/** NUL and lone surrogates cannot be stored by every engine, so no text field takes them. */
export function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

/** A text field of bounded length that every engine can store as it is. */
export function text(max: number, min = 0) {
  return z.string().min(min).max(max).refine(isStorableText, 'must be well-formed Unicode without NUL characters')
}
