import { disclosure, element } from './dom.mjs'
import { inline, paragraphs } from './markdown.mjs'

/** @typedef {Record<string, any>} Schema */

/**
 * Follows a reference within the document.
 * @param {Schema} part
 * @param {Schema} api
 * @returns {Schema}
 */
export function resolve(part, api) {
  if (typeof part.$ref !== 'string') return part
  const { $ref, ...beside } = part
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((inner, name) => inner[name], api)
  return { ...resolve(found, api), ...beside }
}

/**
 * What a value looks like: its fields one under another, their own fields behind a disclosure. In what is sent, the fields
 * that must be there are marked; in an answer every field is there unless the schema says otherwise.
 * @param {Schema} given
 * @param {Schema} api
 * @param {'sent' | 'answered'} kind
 * @returns {import('./dom.mjs').Element}
 */
export function schemaView(given, api, kind) {
  const schema = resolve(given, api)
  const choices = schema.oneOf ?? schema.anyOf
  if (Array.isArray(choices)) {
    const views = choices.map((choice) =>
      element('li', {}, ...valueView(choice, api, kind), ...paragraphs(resolve(choice, api).description)),
    )
    return element('div', { class: 'schema' }, element('p', {}, 'One of:'), element('ul', {}, ...views))
  }
  if (schema.type === 'array') {
    return element(
      'div',
      { class: 'schema' },
      element('p', {}, typeName(schema, api)),
      schemaView(schema.items, api, kind),
    )
  }
  if (schema.properties === undefined)
    return element('div', { class: 'schema' }, element('p', {}, typeName(schema, api)))
  const fields = Object.entries(schema.properties).map(([name, field]) => fieldView(name, field, schema, api, kind))
  return element('dl', { class: 'schema' }, ...fields.flat())
}

/**
 * @param {string} name
 * @param {Schema} field
 * @param {Schema} parent
 * @param {Schema} api
 * @param {'sent' | 'answered'} kind
 */
function fieldView(name, field, parent, api, kind) {
  const isRequired = (parent.required ?? []).includes(name)
  const mark = kind === 'sent' ? (isRequired ? 'required' : '') : isRequired ? '' : 'not always'
  const schema = resolve(field, api)
  return [
    element('dt', {}, element('code', {}, name), mark === '' ? null : element('span', { class: 'mark' }, mark)),
    element(
      'dd',
      {},
      ...valueView(field, api, kind),
      schema.description === undefined ? null : element('p', {}, ...inline(schema.description)),
    ),
  ]
}

/**
 * A value's type, and what it is made of where that is more than a word.
 * @param {Schema} given
 * @param {Schema} api
 * @param {'sent' | 'answered'} kind
 */
function valueView(given, api, kind) {
  const inner = innerSchema(given, api)
  const name = element('span', { class: 'type' }, typeName(given, api))
  if (inner === undefined) return [name]
  return [disclosure({ class: 'inner' }, [name], () => [schemaView(inner, api, kind)])]
}

/**
 * The part of a schema that has fields or choices of its own.
 * @param {Schema} given
 * @param {Schema} api
 * @returns {Schema | undefined}
 */
function innerSchema(given, api) {
  const schema = resolve(given, api)
  if (schema.type === 'array') return innerSchema(schema.items, api)
  if (schema.properties !== undefined) return schema
  const choices = schema.oneOf ?? schema.anyOf
  if (!Array.isArray(choices)) return undefined
  const complex = choices.filter((/** @type {Schema} */ choice) => innerSchema(choice, api) !== undefined)
  return complex.length > 0 ? schema : undefined
}

/**
 * @param {Schema} given
 * @param {Schema} api
 * @returns {string}
 */
export function typeName(given, api) {
  const schema = resolve(given, api)
  const fallback = schema.default === undefined ? '' : `, ${JSON.stringify(schema.default)} unless given`
  const component = typeof given.$ref === 'string' ? given.$ref.split('/').at(-1) : undefined
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(' | ') + fallback
  if (schema.type === 'array') {
    return `array of ${typeName(schema.items, api)}${bounds(schema.minItems, schema.maxItems, ' items')}`
  }
  const choices = schema.oneOf ?? schema.anyOf
  if (Array.isArray(choices)) return component ?? choices.map((choice) => typeName(choice, api)).join(' or ')
  if (schema.properties !== undefined) return component ?? 'object'
  if (schema.type === undefined) return 'anything'
  const type = schema.format ?? [schema.type].flat().join(' or ')
  const limits = bounds(schema.minimum, schema.maximum) || bounds(schema.minLength, schema.maxLength, ' characters')
  return type + limits + fallback
}

/**
 * @param {number | undefined} least
 * @param {number | undefined} most
 * @param {string} [unit]
 */
function bounds(least, most, unit = '') {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `, up to ${most}${unit}`
  return most === undefined ? `, from ${least}${unit}` : `, ${least} to ${most}${unit}`
}
