import type { z } from 'zod'
import type { Detail } from './api-error.ts'

/** A hostile body can be wrong in thousands of places; the first ones say enough. */
const DETAILS_MAX = 50
/** In UTF-16 code units. */
const PATH_MAX = 200

type Issue = z.core.$ZodIssue

/** Turns what a schema found into sentences about the caller's fields. No message repeats a value. */
export function toDetails(issues: readonly Issue[]): Detail[] {
  return issues.flatMap((issue) => describe(issue, issue.path.map(String))).slice(0, DETAILS_MAX)
}

function describe(issue: Issue, path: readonly string[]): Detail[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: joined([...path, key]),
        message: 'is not a known field',
      }))
    case 'invalid_union':
      return describeUnion(issue, path)
    default:
      return [{ path: joined(path), message: sentence(issue) }]
  }
}

/**
 * Of several shapes a value may have, the one it comes closest to is explained: the one that does not fail for the
 * type of the value as a whole.
 */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, path: readonly string[]): Detail[] {
  const closest = issue.errors.find((issues) => issues.every((inner) => !isWholeTypeMismatch(inner)))
  if (closest !== undefined) return closest.flatMap((inner) => describe(inner, [...path, ...inner.path.map(String)]))
  const expected = 'options' in issue && Array.isArray(issue.options) ? issue.options : undefined
  const message = expected === undefined ? unionOfTypes(issue) : `must be one of ${expected.join(', ')}`
  return [{ path: joined(path), message }]
}

/** Bounded, for names of fields are the caller's. */
function joined(path: readonly string[]): string {
  return path.join('.').slice(0, PATH_MAX)
}

function isWholeTypeMismatch(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

function unionOfTypes(issue: z.core.$ZodIssueInvalidUnion): string {
  const types = issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => (inner.code === 'invalid_type' ? [inner.expected] : [])),
  )
  return types.length === 0 ? 'is not valid' : `must be of type ${[...new Set(types.map(typeName))].join(' or ')}`
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? missingOrType(issue) : `must be of type ${typeName(issue.expected)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must ${bound(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must ${bound(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`
    default:
      return issue.message
  }
}

/** Zod leaves `input` out of its issues and says "received undefined" instead. */
function missingOrType(issue: z.core.$ZodIssueInvalidType): string {
  return issue.message.endsWith('received undefined') ? 'is required' : `must be of type ${typeName(issue.expected)}`
}

/** As JSON calls it. */
function typeName(expected: string): string {
  if (expected === 'int') return 'integer'
  return expected === 'record' ? 'object' : expected
}

function bound(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be'
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' items' : ''
}
