import { disclosure, element } from './dom.mjs'
import { inline, paragraphs } from './markdown.mjs'
import { requestForm } from './request-form.mjs'
import { resolve, schemaView } from './schema-view.mjs'

/** @typedef {import('./schema-view.mjs').Schema} Schema */
/** @typedef {{ method: string, path: string, operation: Schema }} Route */

/**
 * One operation: its line, and behind it what it takes, what it answers and a form to try it.
 * @param {Route} route
 * @param {Schema} api
 */
export function operationView(route, api) {
  const { method, path, operation } = route
  const line = [
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    element('code', { class: 'path' }, path),
    element('span', { class: 'summary' }, operation.summary),
    element('span', { class: 'who' }, whoMay(operation)),
  ]
  return disclosure({ class: 'operation', id: operation.operationId }, line, () => [
    element(
      'div',
      { class: 'operation-body' },
      ...paragraphs(operation.description),
      element('h3', {}, 'Try it'),
      requestForm(route, api),
      ...bodySection(operation, api),
      element('h3', {}, 'Answers'),
      ...Object.entries(operation.responses).map(([status, response]) => responseView(status, response, api)),
    ),
  ])
}

/** @param {Schema} operation */
function whoMay({ security }) {
  const names = security.flatMap((/** @type {Record<string, string[]>} */ scheme) =>
    Object.entries(scheme).flatMap(([kind, list]) =>
      list.map((name) => (kind === 'session' ? name : `token: ${name}`)),
    ),
  )
  return names.length === 0 ? 'everyone' : names.join(', ')
}

/**
 * @param {Schema} operation
 * @param {Schema} api
 */
function bodySection({ requestBody }, api) {
  const schema = requestBody?.content['application/json']?.schema
  return schema === undefined ? [] : [element('h3', {}, 'Body'), schemaView(schema, api, 'sent')]
}

/**
 * @param {string} status
 * @param {Schema} given
 * @param {Schema} api
 */
function responseView(status, given, api) {
  const response = resolve(given, api)
  const kind = Number(status) < 400 ? 'ok' : 'failed'
  const line = [element('strong', { class: kind }, status), ' ', ...inline(response.description)]
  return disclosure({ class: 'response' }, line, () => {
    const [type, media] = Object.entries(response.content ?? {})[0] ?? []
    const headers = Object.entries(response.headers ?? {}).map(([name, header]) => [
      element('dt', {}, element('code', {}, name)),
      element('dd', {}, resolve(header, api).description),
    ])
    return [
      type === undefined ? element('p', {}, 'No body.') : element('p', {}, element('code', {}, type)),
      media === undefined ? null : schemaView(media.schema, api, 'answered'),
      media?.example === undefined ? null : exampleView(media.example),
      headers.length === 0 ? null : element('h4', {}, 'Headers'),
      headers.length === 0 ? null : element('dl', { class: 'schema' }, ...headers.flat()),
    ]
  })
}

/** @param {unknown} example */
export function exampleView(example) {
  return element(
    'details',
    { open: true },
    element('summary', {}, 'Example'),
    element('pre', { tabindex: '0' }, JSON.stringify(example, null, 2)),
  )
}
