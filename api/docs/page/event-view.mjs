import { disclosure, element } from './dom.mjs'
import { paragraphs } from './markdown.mjs'
import { exampleView } from './operation-view.mjs'
import { resolve, schemaView } from './schema-view.mjs'

/** @typedef {import('./schema-view.mjs').Schema} Schema */

/**
 * What webhooks are sent, by the type of the event.
 * @param {Schema} api
 */
export function eventsView({ webhooks, ...api }) {
  const events = Object.entries(webhooks)
  const [first] = events
  return element(
    'section',
    { class: 'tag' },
    element('h2', {}, 'Events'),
    ...paragraphs(first?.[1].post.description),
    ...events.map(([type, { post }]) => eventView(type, post, api)),
  )
}

/**
 * @param {string} type
 * @param {Schema} post
 * @param {Schema} api
 */
function eventView(type, post, api) {
  const line = [element('code', { class: 'path' }, type), element('span', { class: 'summary' }, post.summary)]
  return disclosure({ class: 'event', id: `event-${type}` }, line, () => {
    const { schema, example } = post.requestBody.content['application/json']
    const headers = post.parameters.map((/** @type {Schema} */ given) => {
      const { name, description } = resolve(given, api)
      return [element('dt', {}, element('code', {}, name)), element('dd', {}, description)]
    })
    return [
      element(
        'div',
        { class: 'operation-body' },
        element('h3', {}, 'Body'),
        schemaView(schema, api, 'answered'),
        exampleView(example),
        element('h3', {}, 'Headers'),
        element('dl', { class: 'schema' }, ...headers.flat()),
      ),
    ]
  })
}
