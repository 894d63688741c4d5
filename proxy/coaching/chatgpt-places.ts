import { isArray, isObject, isText, type JsonObject } from '../platforms/json-value.ts'
import { type Path, valueAt } from './json-text.ts'
import type { Form, Place } from './places.ts'

const PART: Path = ['message', 'content', 'parts', 0]
const PART_POINTER = '/message/content/parts/0'

/**
 * ChatGPT's web stream. With `delta_encoding` v1, `{p, o: 'add', v: {message}}` begins a message, `{p, o: 'append', v}` or a `patch` of
 * those adds to it. Before, and for messages that are not streamed, each event holds all that there is so far.
 */
export function chatGptForm(): Form {
  let isOpen = false
  return (value) => {
    const added = isObject(value.v) && isObject(value.v.message) ? value.v : undefined
    if (added !== undefined) {
      isOpen = isSaid(added.message)
      return isOpen && isText(valueAt(added, PART)) ? { path: ['v', ...PART] } : undefined
    }
    if (isSaid(value.message)) return isText(valueAt(value, PART)) ? wholeMessages(value) : undefined
    if (!isOpen) return undefined
    if (isAppended(value)) return { path: ['v'] }
    if (value.o !== 'patch' || !isArray(value.v)) return undefined
    const at = value.v.findIndex((one) => isObject(one) && isAppended(one))
    return at === -1 ? undefined : { path: ['v', at, 'v'] }
  }
}

function wholeMessages(first: JsonObject): Place {
  const id = valueAt(first, ['message', 'id'])
  const repeated = (value: JsonObject) => (valueAt(value, ['message', 'id']) === id ? PART : undefined)
  return { path: PART, repeated }
}

function isAppended({ p, o, v }: JsonObject): boolean {
  return p === PART_POINTER && (o === 'append' || o === 'replace') && isText(v)
}

/** A message for the person: not one to a tool, nor what the model thinks. */
function isSaid(message: unknown): boolean {
  if (!isObject(message)) return false
  const { channel } = message
  return (
    valueAt(message, ['author', 'role']) === 'assistant' &&
    valueAt(message, ['content', 'content_type']) === 'text' &&
    (message.recipient ?? 'all') === 'all' &&
    (channel === undefined || channel === null || channel === 'final')
  )
}
