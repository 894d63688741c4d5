import { element } from './dom.mjs'

/**
 * The little Markdown that the document uses: paragraphs, `code` and **strong**.
 * @param {string | undefined} text
 * @returns {import('./dom.mjs').Element[]}
 */
export function paragraphs(text) {
  if (text === undefined || text === '') return []
  return text.split(/\n{2,}/).map((paragraph) => element('p', {}, ...inline(paragraph)))
}

/**
 * @param {string | undefined} text
 * @returns {import('./dom.mjs').Child[]}
 */
export function inline(text) {
  return (text ?? '').split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return element('code', {}, part.slice(1, -1))
    if (part.startsWith('**')) return element('strong', {}, part.slice(2, -2))
    return part
  })
}
