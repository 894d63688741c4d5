import { isArray, parseOrUndefined } from '../platforms/json-value.ts'

/** Stands before the JSON of Google's web apps, so that no script can load it. */
export const GOOGLE_PREFIX = ")]}'"
/** Deeper than any answer that was seen. */
const MAX_DEPTH = 12

/** What an answer of Gemini's web app says: the whole text of each alternative again with each piece, and longer. */
export interface Snapshot {
  readonly snapshot: readonly (readonly [key: string, text: string])[]
}

/**
 * The pieces of an answer of Gemini's web app. Each is a line `[["wrb.fr", name, "<JSON>"], ...]` behind one with its length; in that JSON
 * the alternatives are in fifth place, as `[id, [text], ...]`.
 */
export function* googleSnapshots(text: string): Generator<Snapshot> {
  for (const line of text.split('\n')) {
    if (!line.startsWith('[')) continue
    const items = parseOrUndefined(line)
    for (const item of isArray(items) ? items : []) {
      if (!isArray(item) || item[0] !== 'wrb.fr' || typeof item[2] !== 'string') continue
      const content = parseOrUndefined(item[2])
      const alternatives = isArray(content) ? content[4] : undefined
      if (isArray(alternatives)) yield { snapshot: alternatives.flatMap(said) }
    }
  }
}

function said(alternative: unknown, at: number): (readonly [string, string])[] {
  const texts = isArray(alternative) ? alternative[1] : undefined
  return isArray(texts) && typeof texts[0] === 'string' ? [[String(at), texts[0]]] : []
}

/** AI Studio answers with arrays in place of objects, in which a part is `[null, text, ...]`; any other array is left as it is. */
export function withPartArrays(value: readonly unknown[]): unknown {
  const texts: string[] = []
  collect(value, texts, 0)
  return texts.length === 0 ? value : { text: texts.join('') }
}

function collect(value: readonly unknown[], texts: string[], depth: number): void {
  if (depth > MAX_DEPTH) return
  const [first, second] = value
  if (first === null && typeof second === 'string') texts.push(second)
  else for (const item of value) if (isArray(item)) collect(item, texts, depth + 1)
}
