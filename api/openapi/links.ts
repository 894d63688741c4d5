import { z } from 'zod'
import type { Route } from '../http/route.ts'
import { pathParameterNames } from './parameters.ts'
import type { Link } from './types.ts'

/**
 * Where to go from an answer: from something created to the operations on it, and, for things that no one creates by hand,
 * from the first of a list to the operations on that one.
 */
export function linksOf(route: Route, status: number, routes: readonly Route[]): Record<string, Link> {
  const collection = route.path.split('/')[1] ?? ''
  const targets = routes.filter(({ path }) => {
    const parts = path.split('/')
    return parts[1] === collection && parts[2]?.startsWith(':') === true && pathParameterNames(path).length === 1
  })
  return Object.fromEntries(
    targets.flatMap((target) => {
      const [parameter = ''] = pathParameterNames(target.path)
      const pointer = pointerTo(route, status, parameter, routes)
      if (pointer === undefined) return []
      const description = `${target.summary}: the \`${parameter}\` of this response`
      const parameters = { [parameter]: `$response.body#${pointer}` }
      return [[target.operation, { operationId: target.operation, description, parameters }] as const]
    }),
  )
}

/** A JSON pointer (RFC 6901) to the parameter's value within the answer. */
function pointerTo(route: Route, status: number, parameter: string, routes: readonly Route[]): string | undefined {
  const schema = route.responses[status]?.schema
  if (status === 201) return shapeOf(schema)?.[parameter] === undefined ? undefined : `/${parameter}`
  const isCollection = route.method === 'GET' && route.path.split('/').length === 2
  if (!isCollection || routes.some((other) => other.responses[201] !== undefined && sameCollection(route, other)))
    return
  for (const [field, list] of Object.entries(shapeOf(schema) ?? {})) {
    if (list instanceof z.ZodArray && shapeOf(list.element)?.[parameter] !== undefined) {
      return `/${field}/0/${parameter}`
    }
  }
  return
}

function sameCollection(a: Route, b: Route): boolean {
  return a.path.split('/')[1] === b.path.split('/')[1]
}

/** The fields of an object; of several forms of it, those that all have. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined
  const [first = {}, ...others] = schema.options.map((option) => shapeOf(option) ?? {})
  return Object.fromEntries(Object.entries(first).filter(([name]) => others.every((other) => name in other)))
}
