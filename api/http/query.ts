import { z } from 'zod'
import { DECIMAL } from '../../core/model/common.ts'
import type { Page, Sort } from '../store/paging.ts'

export const PAGE_LIMIT_DEFAULT = 50
export const PAGE_LIMIT_MAX = 500
/** Beyond this no list goes; it keeps page x limit far from the end of exact integers. */
const PAGE_MAX = 1_000_000_000

/** A whole number in a query string, within bounds. */
export function integerParameter(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

const NUMBER = new RegExp(`^${DECIMAL.source}$`)

/** 0 to 1, as programs write numbers: 1e-7 too. */
export const UnitIntervalParameter = z
  .string()
  .max(32)
  .regex(NUMBER, 'must be a number from 0 to 1')
  .transform(Number)
  .pipe(z.number().min(0).max(1))

export const BooleanParameter = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Every paged list takes these (specification, Pagination). */
export const pageParameters = {
  page: integerParameter(1, PAGE_MAX).default(1),
  limit: integerParameter(1, PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
}

/** `name`, or `-name` for descending order. */
export function sortParameter<const Field extends string>(
  fields: readonly Field[],
  fallback: NoInfer<Field> | `-${NoInfer<Field>}`,
) {
  const choices: string[] = fields.flatMap((field) => [field, `-${field}`])
  return z
    .enum(choices)
    .prefault(fallback)
    .transform((value): Sort<Field> => {
      const field = fields.find((name) => name === value)
      return field === undefined ? { field: value.slice(1) as Field, descending: true } : { field, descending: false }
    })
}

export interface PageQuery {
  readonly page: number
  readonly limit: number
}

export function toPage({ page, limit }: PageQuery): Page {
  return { offset: (page - 1) * limit, limit }
}

/** Set where counting all that matches would take too long: `total` is then a lower bound. */
export const TotalIsEstimate = z.literal(true)

/** The response headers of a paged list (specification, Pagination). */
export function pageHeaders({ page, limit }: PageQuery, total: number, isEstimate?: boolean): Record<string, string> {
  return {
    ...(isEstimate && { 'X-Total-Is-Estimate': 'true' }),
    'X-Total-Count': String(total),
    'X-Page': String(page),
    'X-Per-Page': String(limit),
    'X-Total-Pages': String(Math.ceil(total / limit)),
  }
}
