import { browser, element } from './dom.mjs'
import { resolve, typeName } from './schema-view.mjs'
import { authorization } from './session.mjs'

/** Longer answers are cut: a browser takes seconds to lay out megabytes of text. */
const SHOWN_MAX = 200_000

/** @typedef {import('./schema-view.mjs').Schema} Schema */
/** @typedef {{ parameter: Schema, control: import('./dom.mjs').Element }} Field */

/**
 * A form that sends one operation, filled with its example, and shows what comes back.
 * @param {{ method: string, path: string, operation: Schema }} route
 * @param {Schema} api
 */
export function requestForm({ method, path, operation }, api) {
  /** @type {Field[]} */
  const fields = (operation.parameters ?? []).map((/** @type {Schema} */ parameter) => fieldFor(parameter, api))
  const body = bodyField(operation)
  const result = element('div', { class: 'result', role: 'status' })
  const button = element('button', { class: 'send' }, `Send ${method}`)
  return element(
    'form',
    { class: 'request', onsubmit: send },
    ...fields.map(({ parameter, control }) => fieldRow(parameter, control, api)),
    body === undefined ? null : element('label', { class: 'body' }, element('span', {}, 'Body'), body),
    button,
    result,
  )

  /** @param {any} event */
  async function send(event) {
    event.preventDefault()
    button.disabled = true
    const request = describeRequest(method, api.servers[0].url + path, fields, body)
    try {
      const started = performance.now()
      const response = await fetch(request.url, request.init)
      const text = await response.text()
      const duration = Math.round(performance.now() - started)
      result.replaceChildren(...answerView(response, text, duration), curlView(request))
    } catch {
      result.replaceChildren(element('p', { class: 'failed' }, 'The server cannot be reached.'), curlView(request))
    } finally {
      button.disabled = false
    }
  }
}

/**
 * @param {Schema} parameter
 * @param {Schema} api
 * @returns {Field}
 */
function fieldFor(parameter, api) {
  const schema = resolve(parameter.schema, api)
  const attributes = { name: parameter.name, required: parameter.required === true, 'data-in': parameter.in }
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  if (choices === undefined) {
    const example = parameter.example === undefined ? '' : `such as ${parameter.example}`
    const placeholder = schema.default ?? example
    const control = element('input', { ...attributes, placeholder, autocomplete: 'off', spellcheck: 'false' })
    return { parameter, control }
  }
  const options = ['', ...choices].map((choice) => element('option', {}, choice))
  return { parameter, control: element('select', attributes, ...options) }
}

/**
 * @param {Schema} parameter
 * @param {import('./dom.mjs').Element} control
 * @param {Schema} api
 */
function fieldRow(parameter, control, api) {
  const place = parameter.in === 'query' ? '' : ` (${parameter.in})`
  const type = control.matches('select') ? undefined : typeName(parameter.schema, api)
  const about = [parameter.description, type].filter((text) => text !== undefined)
  return element(
    'label',
    {},
    element('span', {}, parameter.name, place, parameter.required === true ? ' *' : ''),
    control,
    element('small', {}, about.join('; ').replaceAll('`', '')),
  )
}

/** @param {Schema} operation */
function bodyField({ requestBody }) {
  const media = requestBody?.content['application/json']
  if (media === undefined) return undefined
  const text = media.example === undefined ? '{}' : JSON.stringify(media.example, null, 2)
  const rows = Math.min(Math.max(text.split('\n').length, 3), 20)
  const field = element('textarea', { name: 'body', rows, spellcheck: 'false', autocomplete: 'off' })
  field.value = text
  return field
}

/**
 * @param {string} method
 * @param {string} template
 * @param {Field[]} fields
 * @param {import('./dom.mjs').Element | undefined} body
 */
function describeRequest(method, template, fields, body) {
  /** @type {Record<string, string>} */
  const headers = { ...authorization() }
  const query = new URLSearchParams()
  let path = template
  for (const { parameter, control } of fields) {
    if (control.value === '') continue
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(control.value))
    else if (parameter.in === 'query') query.append(parameter.name, control.value)
    else headers[parameter.name] = control.value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const url = query.size === 0 ? path : `${path}?${query}`
  // What the form shows is what is sent: no answer from the browser's own cache.
  return {
    url,
    init: {
      method,
      headers,
      cache: /** @type {const} */ ('no-store'),
      ...(body !== undefined && { body: body.value }),
    },
  }
}

/**
 * @param {Response} response
 * @param {string} text
 * @param {number} duration
 */
function answerView(response, text, duration) {
  const status = element(
    'p',
    { class: response.ok ? 'status ok' : 'status failed' },
    element('strong', {}, `${response.status} ${response.statusText}`),
    ` in ${duration} ms`,
  )
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`)
  return [
    status,
    text === '' ? null : element('pre', { class: 'answer', tabindex: '0' }, readable(text)),
    element('details', {}, element('summary', {}, 'Headers'), element('pre', { tabindex: '0' }, ...headers)),
  ].filter((part) => part !== null)
}

/** @param {string} text */
function readable(text) {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Metrics and YAML are shown as they came.
  }
  return shown.length > SHOWN_MAX
    ? `${shown.slice(0, SHOWN_MAX)}\n… and ${shown.length - SHOWN_MAX} characters more`
    : shown
}

/**
 * The same request for a terminal; the token is not in it, so that it can be passed on.
 * @param {{ url: string, init: { method: string, headers: Record<string, string>, body?: string } }} request
 */
function curlView({ url, init }) {
  const address = new URL(url, browser.location.href).href
  const headers = Object.entries(init.headers).map(([name, value]) =>
    name === 'Authorization' ? `-H "Authorization: Bearer $TOKEN"` : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const data = init.body === undefined ? [] : [`--data ${quoted(init.body)}`]
  const lines = [`curl -X ${init.method} ${quoted(address)}`, ...headers, ...data]
  return element(
    'details',
    {},
    element('summary', {}, 'As curl'),
    element('pre', { tabindex: '0' }, lines.join(' \\\n  ')),
  )
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
