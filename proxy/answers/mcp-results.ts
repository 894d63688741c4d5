import { isArray, isObject, type JsonObject } from '../platforms/json-value.ts'
import type { AnswerSink } from './strands.ts'

/** Reads a message of an MCP server: what a tool has found out, a resource or a prompt holds, or the server says or asks meanwhile. */
export function readMcpMessage(message: JsonObject, sink: AnswerSink): void {
  const { id, result, error, params } = message
  const texts: unknown[] = []
  if (isObject(result)) {
    const said = textsOf(result)
    for (const text of said) texts.push(text)
    // Most servers say it as a text, too.
    const structured = isObject(result.structuredContent) ? JSON.stringify(result.structuredContent) : undefined
    if (structured !== undefined && !said.some((text) => isSame(text, structured))) texts.push(structured)
  }
  if (isObject(error)) texts.push(error.message)
  if (isObject(params)) {
    for (const text of textsOf(params)) texts.push(text)
    texts.push(params.message, params.data)
  }
  const text = texts.filter((one) => typeof one === 'string' && one !== '').join('\n')
  sink.add('tool_call', `${typeof id} ${String(id)}`, text)
}

/** The texts of `content`, `contents` (resources) and `messages` (prompts, sampling). */
function textsOf(holder: JsonObject): string[] {
  const blocks = ['content', 'contents', 'messages'].flatMap((name) => listOf(holder[name]))
  return blocks.flatMap(textOfBlock)
}

function textOfBlock(block: unknown): string[] {
  if (!isObject(block)) return []
  if (typeof block.text === 'string') return [block.text]
  if (isObject(block.resource) && typeof block.resource.text === 'string') return [block.resource.text]
  return listOf(block.content).flatMap((inner) =>
    isObject(inner) && typeof inner.text === 'string' ? [inner.text] : [],
  )
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : isArray(value) ? value : [value]
}

function isSame(text: string, json: string): boolean {
  if (text === json) return true
  try {
    return JSON.stringify(JSON.parse(text)) === json
  } catch {
    return false
  }
}
