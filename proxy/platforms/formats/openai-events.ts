import type { PartCollector } from '../collect.ts'
import { isObject, type JsonObject } from '../json-value.ts'
import { type JsonReader, stringOf } from '../operation.ts'
import type { PromptDetails, Refusal } from '../platform.ts'
import { readContent } from './content.ts'
import { readInput, readResponses } from './openai-responses.ts'

const STEER = new Set(['input'])
const SESSION_EVENT = new Set(['session'])
const SESSION = new Set(['instructions'])
const ITEM_EVENT = new Set(['item'])
const RESPONSE_EVENT = new Set(['response'])
const RESPONSE = new Set(['instructions', 'input'])
const AUDIO_EVENT = new Set(['audio'])

/**
 * What a client says on a WebSocket of the Responses API (openai-node 7.55, `ResponsesClientEvent`): a request as over HTTP, or more
 * input for an answer that is under way. `stream_id` names one of several conversations on the connection.
 */
export const readResponsesEvent: JsonReader = (body, parts, target) => {
  const details = eventDetails(body)
  if (body.type === 'response.steer') {
    readInput(parts, body.input)
    parts.rest(body, STEER)
    return { ...details, isPrompt: true }
  }
  if (body.type !== 'response.create') return undefined
  const read = readResponses(body, parts, target)
  if (read === undefined) {
    parts.rest(body, NONE)
    return details
  }
  return { ...read, ...details, model: read.model, isPrompt: true }
}

/** What a client says on a WebSocket of the Realtime API (openai-node 7.55, `RealtimeClientEvent`). */
export const readRealtimeEvent: JsonReader = (body, parts) => {
  const details = eventDetails(body)
  switch (body.type) {
    case 'session.update':
    case 'transcription_session.update':
      readSession(parts, body.session)
      parts.rest(body, SESSION_EVENT)
      return details
    case 'conversation.item.create':
      readInput(parts, [body.item])
      parts.rest(body, ITEM_EVENT)
      return { ...details, isPrompt: true }
    case 'response.create':
      if (isObject(body.response)) {
        readContent(parts, 'system', body.response.instructions)
        readInput(parts, body.response.input)
        parts.rest(body.response, RESPONSE)
      } else parts.leaves('user', body.response)
      parts.rest(body, RESPONSE_EVENT)
      return details
    case 'input_audio_buffer.append':
      // What a person says comes in many of these; it cannot be read, and WEIR_FAIL_MODE_FILES judges it.
      parts.speech(body.audio)
      parts.rest(body, AUDIO_EVENT)
      return { ...details, isPrompt: true }
    default:
      return undefined
  }
}

function readSession(parts: PartCollector, session: unknown): void {
  if (!isObject(session)) {
    parts.leaves('user', session)
    return
  }
  readContent(parts, 'system', session.instructions)
  parts.rest(session, SESSION)
}

function eventDetails(body: JsonObject): PromptDetails {
  return { isPrompt: false, lane: stringOf(body.stream_id), eventId: stringOf(body.event_id) }
}

/** The error event of the Responses API (openai-node 7.55, `ResponseWsError`), in the conversation that it is about. */
export function refuseResponsesEvent({ message, prompt }: Refusal): readonly string[] {
  const error = { type: 'invalid_request_error', code: 'policy_violation', message, param: null }
  const lane = prompt?.lane === undefined ? {} : { stream_id: prompt.lane }
  return [JSON.stringify({ type: 'error', status: 400, error, ...lane })]
}

/** The error event of the Realtime API (openai-node 7.55, `RealtimeErrorEvent`); most of its errors leave the session open. */
export function refuseRealtimeEvent({ message, interactionId, prompt }: Refusal): readonly string[] {
  const event = prompt?.eventId ?? null
  const error = { type: 'invalid_request_error', code: 'policy_violation', message, param: null, event_id: event }
  return [JSON.stringify({ type: 'error', event_id: `event_${interactionId}`, error })]
}

const NONE = new Set<string>()
