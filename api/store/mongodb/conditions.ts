/** Conditions on fields, all of which hold. Built by the functions below, so that every value is under an operator. */
export type Condition = Readonly<Record<string, unknown>>

export type Scalar = string | number | boolean | null

/** Fields in order, each ascending (1) or descending (-1). */
export type Order = readonly (readonly [field: string, direction: 1 | -1])[]

/**
 * The fields have these values; undefined ones are left out. `$eq` says that a value is a value: nothing that comes from
 * a request is ever read as an operator.
 */
export function equal(values: Readonly<Record<string, Scalar | undefined>>): Condition {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([field, value]) => [field, { $eq: value }]))
}

/** The field is within the bounds, both inclusive; no condition where neither is given. */
export function between(field: string, min: Scalar | undefined, max: Scalar | undefined): Condition {
  if (min === undefined && max === undefined) return {}
  return { [field]: { ...(min !== undefined && { $gte: min }), ...(max !== undefined && { $lte: max }) } }
}

/** The field has one of the values. */
export function oneOf(field: string, values: readonly Scalar[]): Condition {
  return { [field]: { $in: values } }
}

/** The list has every one of the values; no condition if there is none. */
export function hasAll(field: string, values: readonly Scalar[]): Condition {
  return values.length === 0 ? {} : { [field]: { $all: [...values] } }
}

export function exists(field: string): Condition {
  return { [field]: { $exists: true } }
}

export function lessThan(field: string, value: Scalar): Condition {
  return { [field]: { $lt: value } }
}

/** The field is text that begins so. */
export function startsWith(field: string, prefix: string): Condition {
  const last = prefix.charCodeAt(prefix.length - 1)
  return { [field]: { $gte: prefix, $lt: `${prefix.slice(0, -1)}${String.fromCharCode(last + 1)}` } }
}

export function orderBy(fields: readonly string[], descending: boolean): Order {
  return fields.map((field) => [field, descending ? -1 : 1])
}
