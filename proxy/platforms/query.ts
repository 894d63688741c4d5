/** What signs people and programs in has to go through, and would only be taken for a leak. */
const SIGN_IN = /(?:key|keyid|token|sig|signature|secret|credential|code|state|nonce|accessid|email|login_hint)$/i
/** Shorter values are switches and page numbers. */
const MIN_LENGTH = 6

/**
 * The text of a query, a line a parameter: web apps take prompts there (`chatgpt.com/?q=`), so that a search engine or a
 * link of somebody's own sends one. Empty where there is none.
 */
export function textOfQuery(query: URLSearchParams): string {
  if (query.size === 0) return ''
  const texts: string[] = []
  for (const [name, value] of query) {
    if (value.length >= MIN_LENGTH && !SIGN_IN.test(name)) texts.push(value)
  }
  return texts.join('\n')
}
