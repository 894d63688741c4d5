import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { BASE } from '../../../api/http/base.ts'
import { createDocument } from '../../../api/openapi/document.ts'
import { MODELS } from '../../../api/openapi/models.ts'
import { FIELD_DESCRIPTIONS } from '../../../api/openapi/text/fields.ts'
import { OPERATION_DESCRIPTIONS } from '../../../api/openapi/text/operations.ts'
import { PARAMETER_DESCRIPTIONS } from '../../../api/openapi/text/parameters.ts'
import type { OpenApiDocument } from '../../../api/openapi/types.ts'
import { startTestApi } from '../../support/api.ts'
import { allRoutes } from '../../support/api-routes.ts'
import { resolve } from '../../support/json-schema.ts'
import { fileScope } from '../../support/scope.ts'

const MODEL_FOLDER = join(import.meta.dirname, '../../../core/model')

const routes = allRoutes(fileScope())
const document: OpenApiDocument = JSON.parse(JSON.stringify(createDocument(routes, BASE)))
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

/** Every value of this key, however deep. */
function valuesOf(key: string, part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(key, value)])
}

test('every route is in the document, and the document has no other', (t) => {
  const expected = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const documented = operations.map(({ method, path }) => `${method} ${path}`)
  t.deepEqual(documented.sort(), expected.sort())
})

test('the server takes the methods of the document on every path, and no others', async (t) => {
  const api = await startTestApi(t)
  for (const [path, item] of Object.entries(document.paths)) {
    const answer = await api.request('OPTIONS', path.replaceAll(/\{\w+\}/g, 'x'))
    const methods = Object.keys(item).map((method) => method.toUpperCase())
    const expected = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort()
    t.is(answer.headers.get('allow'), expected.join(', '), path)
  }
})

test('it is the same document at the root and under the base path, and it is not sent twice', async (t) => {
  const api = await startTestApi(t)
  t.deepEqual((await api.request('GET', '//docs/openapi.json')).json, document)
  for (const [path, type] of [
    ['/docs/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/openapi.yaml', 'application/yaml; charset=utf-8'],
  ] as const) {
    const atRoot = await api.request('GET', `/${path}`)
    const underBase = await api.request('GET', path)
    t.is(atRoot.headers.get('content-type'), type)
    t.is(atRoot.text, underBase.text)
    const headers = { 'if-none-match': atRoot.headers.get('etag') ?? '' }
    const again = await api.request('GET', path, { headers })
    t.is(again.status, 304)
    t.is(again.text, '')
  }
})

test('the document holds together', (t) => {
  t.regex(document.openapi, /^3\.1\.\d$/)
  const ids = operations.map(({ operation }) => operation.operationId)
  t.is(new Set(ids).size, ids.length)

  const tags = new Set(document.tags.map(({ name }) => name))
  for (const { path, operation } of operations) {
    t.true(operation.tags.length === 1 && tags.has(operation.tags[0] ?? ''), `tag of ${path}`)
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    t.deepEqual(
      inPath.map(({ name }) => `{${name}}`),
      path.match(/\{\w+\}/g) ?? [],
    )
  }

  const references = valuesOf('$ref', document) as string[]
  for (const reference of references) t.notThrows(() => resolve(reference, document), reference)
  for (const { operationId } of valuesOf('links', document).flatMap((links) => Object.values(links as object))) {
    t.true(ids.includes(operationId), `a link to ${operationId}`)
  }
  for (const [kind, components] of Object.entries(document.components)) {
    if (kind === 'securitySchemes') continue
    const unused = Object.keys(components).filter((name) => !references.includes(`#/components/${kind}/${name}`))
    t.deepEqual(unused, [], `unused ${kind}`)
  }
})

test('no schema has the name that generators of clients give to an unnamed part of another', (t) => {
  const { schemas } = document.components
  for (const [name, { properties }] of Object.entries(schemas)) {
    for (const [property, part] of Object.entries(properties ?? {})) {
      if (!/"type":"object"|"enum":/.test(JSON.stringify(part))) continue
      const words = property.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      t.false(`${name}${words.join('')}` in schemas, `${name}.${property}`)
    }
  }
})

test('what is written about operations, parameters and fields is about some that exist', (t) => {
  const ids = operations.map(({ operation }) => operation.operationId)
  t.deepEqual(
    Object.keys(OPERATION_DESCRIPTIONS).filter((id) => !ids.includes(id)),
    [],
  )
  const parameters = operations
    .flatMap(({ operation }) => operation.parameters ?? [])
    .filter((one) => one.in !== 'path')
  t.deepEqual([...new Set(parameters.map(({ name }) => name))].sort(), Object.keys(PARAMETER_DESCRIPTIONS).sort())
  for (const [model, fields] of Object.entries(FIELD_DESCRIPTIONS)) {
    const schema = document.components.schemas[model]
    t.truthy(schema, model)
    for (const field of Object.keys(fields))
      if (field !== '') t.true(Object.keys(schema?.properties ?? {}).includes(field), `${model}.${field}`)
  }
})

test('every schema of the model is known by its name', async (t) => {
  const known = new Set<unknown>(MODELS.values())
  for (const file of readdirSync(MODEL_FOLDER)) {
    const module: Record<string, unknown> = await import(join(MODEL_FOLDER, file))
    for (const [name, value] of Object.entries(module)) {
      // What clients say on /ws is described in words: OpenAPI knows no messages.
      if (file !== 'live.ts' && value instanceof z.ZodType) t.true(known.has(value), `${name} of ${file}`)
    }
  }
})

test('the security of an operation is what its route lets in', (t) => {
  const security = (path: string, method: string) => document.paths[path]?.[method]?.security
  t.deepEqual(security('/auth/login', 'post'), [])
  t.deepEqual(security('/policies', 'post'), [{ session: ['admin'] }])
  t.deepEqual(security('/policies', 'get'), [{ session: ['admin', 'viewer'] }, { serviceToken: ['policies'] }])
})

test('what is sent may differ from what comes back, and has a name of its own then', (t) => {
  const { schemas } = document.components
  t.deepEqual(schemas.ClassificationInput?.required, ['type', 'score', 'start', 'end'])
  t.deepEqual(schemas.Classification?.required, ['type', 'value', 'score', 'start', 'end'])
  t.true(JSON.stringify(schemas.PolicyCreate).includes('#/components/schemas/RulesInput'))
  t.true(JSON.stringify(schemas.Policy).includes('#/components/schemas/Rules"'))
  t.false('UuidInput' in schemas)
})

test('query parameters have the type that they stand for', (t) => {
  const schemaOf = (path: string, name: string) =>
    document.paths[path]?.get?.parameters?.find((parameter) => parameter.name === name)?.schema
  t.deepEqual(schemaOf('/policies', 'limit'), { type: 'integer', minimum: 1, maximum: 500, default: 50 })
  t.deepEqual(schemaOf('/policies', 'enabled'), { type: 'boolean' })
  t.deepEqual(schemaOf('/interactions', 'risk_score_min'), { type: 'number', minimum: 0, maximum: 1 })
  t.like(schemaOf('/interactions', 'sort'), { type: 'string', default: '-timestamp' })
})
