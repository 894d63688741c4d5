import { isArray, isObject, isText, type JsonObject } from '../platforms/json-value.ts'
import { type Path, valueAt } from './json-text.ts'

/** Where an answer says something to a person, in one JSON value of it. */
export interface Place {
  readonly path: Path
  /** Where later values of the same answer repeat the text; undefined where none does. */
  readonly repeated?: (value: JsonObject) => Path | undefined
}

/**
 * The forms that answers have, told by their shape: vendors copy each other's. `none`: the answer is a call of a tool, or something else
 * that no line must stand in. Undefined: nothing is said here.
 */
export type Form = (value: JsonObject) => Place | 'none' | undefined

/** The text of the first alternative, in OpenAI's chat completions, whole or in a stream. */
const chatCompletion: Form = ({ choices }) => {
  if (!isArray(choices)) return undefined
  const at = choices.findIndex((choice) => isObject(choice) && (choice.index ?? 0) === 0)
  const choice = choices[at]
  if (!isObject(choice)) return undefined
  const name = isObject(choice.delta) ? 'delta' : 'message'
  const said = choice[name]
  if (!isObject(said)) return undefined
  if (isArray(said.tool_calls) || isObject(said.function_call) || isObject(said.audio)) return 'none'
  // Of Qwen's web chat: what it thinks is no answer.
  if (said.phase !== undefined && said.phase !== 'answer') return undefined
  return isText(said.content) ? { path: ['choices', at, name, 'content'] } : undefined
}

/** OpenAI's responses in a stream: events after the last piece of a text repeat all of it (API reference, "Streaming events"). */
const responsesEvent: Form = ({ type, delta, output_index: item, content_index: part }) => {
  if (type !== 'response.output_text.delta' || !isText(delta)) return undefined
  if (!Number.isSafeInteger(item) || !Number.isSafeInteger(part)) return 'none'
  const [output, content] = [item as number, part as number]
  const repeated = (value: JsonObject): Path | undefined => {
    if (value.output_index === item && value.type === 'response.output_item.done')
      return ['item', 'content', content, 'text']
    if (value.output_index === item && value.content_index === part) {
      if (value.type === 'response.output_text.done') return ['text']
      if (value.type === 'response.content_part.done') return ['part', 'text']
    }
    return isObject(value.response) ? ['response', 'output', output, 'content', content, 'text'] : undefined
  }
  return { path: ['delta'], repeated }
}

const response: Form = ({ object, output }) => {
  if (object !== 'response' || !isArray(output)) return undefined
  if (output.some((item) => isObject(item) && typeof item.type === 'string' && item.type.endsWith('_call')))
    return 'none'
  for (const [at, item] of output.entries()) {
    if (!isObject(item) || item.type !== 'message' || item.role !== 'assistant' || !isArray(item.content)) continue
    const part = item.content.findIndex((one) => isObject(one) && one.type === 'output_text' && isText(one.text))
    // What cites by positions in the text would cite something else.
    if (part !== -1)
      return hasCitations(item.content[part]) ? 'none' : { path: ['output', at, 'content', part, 'text'] }
  }
  return undefined
}

function hasCitations(part: unknown): boolean {
  return isObject(part) && isArray(part.annotations) && part.annotations.length > 0
}

/** Anthropic's messages; Claude's web app has the same events, and `completion` before. */
const anthropicMessage: Form = ({ type, delta, content, completion, content_block: block }) => {
  if (type === 'content_block_start') return isObject(block) && block.type === 'tool_use' ? 'none' : undefined
  if (type === 'completion' && isText(completion)) return { path: ['completion'] }
  if (type === 'content_block_delta' && isObject(delta)) {
    return delta.type === 'text_delta' && isText(delta.text) ? { path: ['delta', 'text'] } : undefined
  }
  if (type !== 'message' || !isArray(content)) return undefined
  if (content.some((one) => isObject(one) && one.type === 'tool_use')) return 'none'
  const at = content.findIndex((one) => isObject(one) && one.type === 'text' && isText(one.text))
  return at === -1 ? undefined : { path: ['content', at, 'text'] }
}

/** Gemini's candidates. */
const candidates: Form = ({ candidates: all }) => {
  if (!isArray(all)) return undefined
  const at = all.findIndex((one) => isObject(one) && (one.index ?? 0) === 0)
  const parts = valueAt(all, [at, 'content', 'parts'])
  if (!isArray(parts)) return undefined
  if (parts.some((part) => isObject(part) && ('functionCall' in part || 'executableCode' in part))) return 'none'
  const part = parts.findIndex((one) => isObject(one) && one.thought !== true && isText(one.text))
  return part === -1 ? undefined : { path: ['candidates', at, 'content', 'parts', part, 'text'] }
}

/** Ollama's chat and generate, whole or in lines. */
const ollama: Form = ({ done, message, response: said }) => {
  if (typeof done !== 'boolean') return undefined
  if (isText(said)) return { path: ['response'] }
  if (!isObject(message)) return undefined
  if (isArray(message.tool_calls)) return 'none'
  return isText(message.content) ? { path: ['message', 'content'] } : undefined
}

/** Cohere's chat, its second version. */
const cohere: Form = (value) => {
  if (value.type === 'tool-plan-delta' || value.type === 'tool-call-start') return 'none'
  const path =
    value.type === 'content-delta' ? ['delta', 'message', 'content', 'text'] : ['message', 'content', 0, 'text']
  if (value.type !== 'content-delta' && typeof value.finish_reason !== 'string') return undefined
  return isText(valueAt(value, path)) ? { path } : undefined
}

/** Grok's web app: pieces, and at last the whole message (open-source clients, 2026). */
const grok: Form = ({ result }) => {
  if (!isObject(result)) return undefined
  const inner = isObject(result.response)
  const said = inner ? result.response : result
  if (!isObject(said) || said.isThinking === true) return undefined
  const base = inner ? ['result', 'response'] : ['result']
  if (isText(said.token)) return { path: [...base, 'token'], repeated: () => [...base, 'modelResponse', 'message'] }
  return isText(said.message) ? { path: [...base, 'message'] } : undefined
}

/** duck.ai's pieces. */
const duckAi: Form = ({ action, role, message }) =>
  action === 'success' && (role === undefined || role === 'assistant') && isText(message)
    ? { path: ['message'] }
    : undefined

const FORMS: readonly Form[] = [
  ...[chatCompletion, responsesEvent, response, anthropicMessage, candidates, ollama, cohere, grok, duckAi],
]

/** @returns the first of them that the value has */
export function placeIn(value: JsonObject): Place | 'none' | undefined {
  for (const form of FORMS) {
    const place = form(value)
    if (place !== undefined) return place
  }
  return undefined
}
