import { z } from 'zod'
import { Uuid } from '../../core/model/common.ts'
import { BooleanParameter } from '../http/query.ts'
import type { Route } from '../http/route.ts'
import type { Example } from './examples.ts'
import type { JsonSchema } from './json-schema.ts'
import type { SchemaSet } from './schema-set.ts'
import { PARAMETER_DESCRIPTIONS } from './text/parameters.ts'
import type { Parameter } from './types.ts'

/** `/policies/:id` as OpenAPI writes it. */
export function pathTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

/** Everything a request says outside its body, but for the token. */
export function parametersOf(route: Route, schemas: SchemaSet, example: Example | undefined): Parameter[] {
  return [
    ...pathParameterNames(route.path).map((name) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: schemas.input(route.params?.[name] ?? Uuid),
      ...exampleOf(example?.params?.[name]),
    })),
    ...queryParameters(route, schemas, example),
    ...conditionParameters(route),
  ]
}

function queryParameters(route: Route, schemas: SchemaSet, example: Example | undefined): Parameter[] {
  return Object.entries(queryShape(route)).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    ...descriptionOf(name),
    ...(!schema.safeParse(undefined).success && { required: true }),
    schema: parameterSchema(schema, schemas),
    ...exampleOf(example?.query?.[name]),
  }))
}

function queryShape(route: Route): Readonly<Record<string, z.ZodType>> {
  return route.query instanceof z.ZodObject ? route.query.shape : {}
}

/** A paged list is a list that can be asked for a page. */
export function isPaged(route: Route): boolean {
  return 'page' in queryShape(route)
}

/** A query is text; what it stands for is a number or a truth value all the same. */
function parameterSchema(schema: z.ZodType, schemas: SchemaSet): JsonSchema {
  if (schema instanceof z.ZodOptional) return parameterSchema(schema.unwrap() as z.ZodType, schemas)
  if (schema instanceof z.ZodDefault) {
    return { ...parameterSchema(schema.unwrap() as z.ZodType, schemas), default: schema.def.defaultValue }
  }
  if (schema === BooleanParameter) return { type: 'boolean' }
  if (schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodNumber) return schemas.output(schema.def.out)
  return schemas.input(schema)
}

/** RFC 9110, 13.1: who reads asks whether it has changed, who writes asks that it has not. */
function conditionParameters({ method, conditional }: Route): Parameter[] {
  if (conditional !== true || method === 'POST') return []
  const name = method === 'GET' ? 'If-None-Match' : 'If-Match'
  return [{ name, in: 'header', ...descriptionOf(name), schema: { type: 'string' } }]
}

function descriptionOf(name: string): { description?: string } {
  const description = PARAMETER_DESCRIPTIONS[name]
  return description === undefined ? {} : { description }
}

function exampleOf(value: unknown): { example?: unknown } {
  return value === undefined ? {} : { example: value }
}
