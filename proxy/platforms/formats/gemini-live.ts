import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'
import { type JsonReader, stringOf } from '../operation.ts'
import { readContent } from './gemini-contents.ts'

const SETUP = new Set(['systemInstruction', 'system_instruction'])
const TURNS = new Set(['turns'])
const INPUT = new Set(['text', 'audio', 'video', 'mediaChunks', 'media_chunks'])
const BLOB = new Set(['data'])
const RESPONSES = new Set(['functionResponses', 'function_responses'])
const RESPONSE = new Set(['response'])

/**
 * What a client says on a WebSocket of Gemini's Live API (ai.google.dev/api/live, `BidiGenerateContentClientMessage`): one of a setup, turns
 * of a conversation, speech, pictures and text as they come, and results of tools. Names are in camel case or in snake case.
 */
export const readLiveMessage: JsonReader = (body, parts) => {
  const [setup] = named(body, 'setup', 'setup')
  const [turns, turnsName] = named(body, 'clientContent', 'client_content')
  const [input, inputName] = named(body, 'realtimeInput', 'realtime_input')
  const [results, resultsName] = named(body, 'toolResponse', 'tool_response')
  if (!isObject(setup ?? turns ?? input ?? results)) return undefined
  if (isObject(setup)) readSetup(parts, setup)
  if (isObject(turns)) {
    for (const turn of isArray(turns.turns) ? turns.turns : [turns.turns]) readContent(parts, 'user', turn)
    parts.rest(turns, TURNS)
  }
  if (isObject(input)) readInput(parts, input)
  if (isObject(results)) readResults(parts, results)
  const taken = [isObject(setup) ? 'setup' : '', turnsName, inputName, resultsName]
  parts.rest(body, new Set(taken))
  const model = isObject(setup) ? stringOf(setup.model) : undefined
  return { model, isPrompt: !isObject(setup), stream: true }
}

/** A field, and what it is called here; the name only where it is an object, which is then read. */
function named(body: JsonObject, camel: string, snake: string): readonly [value: unknown, name: string] {
  const name = camel in body ? camel : snake
  return [body[name], isObject(body[name]) ? name : '']
}

function readSetup(parts: PartCollector, setup: JsonObject): void {
  readContent(parts, 'system', setup.systemInstruction)
  readContent(parts, 'system', setup.system_instruction)
  parts.rest(setup, SETUP)
}

/** What a person says comes in many of these; it cannot be read, and WEIR_FAIL_MODE_FILES judges it. All else may be a text or a file. */
function readInput(parts: PartCollector, input: JsonObject): void {
  parts.leaves('user', input.text)
  for (const blobs of [input.audio, input.video, input.mediaChunks, input.media_chunks]) {
    for (const blob of isArray(blobs) ? blobs : [blobs]) {
      if (isObject(blob)) {
        if (isAudio(blob)) parts.speech(blob.data)
        else parts.media('user', blob.data)
        parts.rest(blob, BLOB)
      } else parts.leaves('user', blob)
    }
  }
  parts.rest(input, INPUT)
}

/** By each of its names that is there: which one counts is the service's choice. */
function isAudio({ mimeType, mime_type }: JsonObject): boolean {
  const types = [mimeType, mime_type].filter((type) => type !== undefined)
  return types.length > 0 && types.every((type) => typeof type === 'string' && /^audio\//i.test(type))
}

function readResults(parts: PartCollector, results: JsonObject): void {
  for (const list of [results.functionResponses, results.function_responses]) {
    parts.each('tool', list, (result) => {
      parts.message('tool')
      parts.leaves('tool', result.response)
      parts.rest(result, RESPONSE)
    })
  }
  parts.rest(results, RESPONSES)
}
