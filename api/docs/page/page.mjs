/** The interactive page: reads the document of the API, and shows it. */
import { browser, element, page } from './dom.mjs'
import { eventsView } from './event-view.mjs'
import { paragraphs } from './markdown.mjs'
import { operationView } from './operation-view.mjs'
import { showSession } from './session.mjs'

/** @typedef {import('./operation-view.mjs').Route} Route */
/** @typedef {import('./schema-view.mjs').Schema} Schema */

const main = page.querySelector('#main')
const index = page.querySelector('#index')
const filter = page.querySelector('#filter')

try {
  show(await readDocument())
} catch (error) {
  main.append(element('p', { role: 'alert', class: 'failed' }, error instanceof Error ? error.message : String(error)))
}
main.removeAttribute('aria-busy')

/** @returns {Promise<Schema>} */
async function readDocument() {
  const response = await fetch('/docs/openapi.json')
  if (!response.ok) throw new Error(`The description of the API cannot be read: ${response.status}`)
  return /** @type {Promise<Schema>} */ (response.json())
}

/** @param {Schema} api */
function show(api) {
  const { title, version, description } = api.info
  page.querySelector('#title').textContent = `${title} ${version}`
  showSession(page.querySelector('#session'), api.servers[0].url)
  main.append(element('section', { class: 'introduction' }, ...paragraphs(description)))
  const routes = routesOf(api)
  for (const tag of api.tags) {
    const tagged = routes.filter(({ operation }) => operation.tags.includes(tag.name))
    main.append(
      element(
        'section',
        { class: 'tag' },
        element('h2', {}, tag.name),
        ...paragraphs(tag.description),
        ...tagged.map((route) => operationView(route, api)),
      ),
    )
    index.append(indexOf(tag.name, tagged))
  }
  main.append(eventsView(api))
  filter.addEventListener('input', () => narrow(filter.value))
  page.addEventListener('keydown', jumpToFilter)
  browser.addEventListener('hashchange', openTarget)
  openTarget()
}

/**
 * @param {Schema} api
 * @returns {Route[]}
 */
function routesOf(api) {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(/** @type {Schema} */ (item)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/**
 * @param {string} tag
 * @param {Route[]} routes
 */
function indexOf(tag, routes) {
  const entries = routes.map(({ method, path, operation }) =>
    element(
      'li',
      { 'data-text': `${tag} ${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase() },
      element(
        'a',
        { href: `#${operation.operationId}` },
        element('span', { class: `method ${method.toLowerCase()}` }, method),
        ' ',
        operation.summary,
      ),
    ),
  )
  return element('section', {}, element('h2', {}, tag), element('ul', {}, ...entries))
}

/**
 * Leaves the entries that have every word.
 * @param {string} text
 */
function narrow(text) {
  const words = text.toLowerCase().split(/\s+/)
  let found = 0
  for (const section of index.children) {
    let inSection = 0
    for (const entry of section.querySelectorAll('li')) {
      entry.hidden = !words.every((word) => entry.dataset.text.includes(word))
      if (!entry.hidden) inSection += 1
    }
    section.hidden = inSection === 0
    found += inSection
  }
  page.querySelector('#nothing').hidden = found > 0
}

/** @param {any} event */
function jumpToFilter(event) {
  const isTyping = event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  filter.focus()
}

/** Opens the operation that the address names, so that operations can be linked to. */
function openTarget() {
  const name = browser.location.hash.slice(1)
  const target = name === '' ? null : page.getElementById(decodeURIComponent(name))
  if (target === null || !target.matches('.operation, .event')) return
  target.open = true
  target.scrollIntoView()
  target.querySelector('summary').focus()
}
