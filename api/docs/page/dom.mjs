/** @typedef {any} Element A node of the page. The project's types know no browser. */

/** @type {any} */
export const browser = globalThis

/** @type {Element} */
export const page = browser.document

/** @typedef {string | number | Element | undefined | null} Child */

/**
 * Makes an element: `element('a', { href: '#x', onclick }, 'text', child)`. Text stays text: nothing is parsed as HTML.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes] functions are listeners; true is an attribute without a value; undefined and false are none
 * @param {...(Child | Child[])} children
 * @returns {Element}
 */
export function element(name, attributes = {}, ...children) {
  const made = page.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.slice(2), value)
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : String(value))
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null))
  return made
}

/**
 * A part of the page that is made when it is opened for the first time.
 * @param {Record<string, unknown>} attributes
 * @param {Child[]} summary
 * @param {() => Child[]} make
 * @returns {Element}
 */
export function disclosure(attributes, summary, make) {
  const made = element('details', attributes, element('summary', {}, ...summary))
  let isFilled = false
  made.addEventListener('toggle', () => {
    if (isFilled || !made.open) return
    isFilled = true
    made.append(...make().filter((child) => child !== undefined && child !== null))
    made.dispatchEvent(new Event('filled'))
  })
  return made
}
