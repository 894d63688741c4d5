import type { PartCollector } from './collect.ts'
import { readContent } from './formats/content.ts'
import { geminiDetails, readContentBatch, readCountTokens, readGenerateContent } from './formats/gemini-contents.ts'
import { readLiveMessage } from './formats/gemini-live.ts'
import { readChatCompletion, roleOf } from './formats/openai-chat.ts'
import { isArray, type JsonObject } from './json-value.ts'
import { commonDetails, fieldOperation, type JsonReader, jsonOperation, plainOperation, stringOf } from './operation.ts'
import { normalisePath } from './path.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from './platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from './refusals.ts'
import { SOCKET_MESSAGE } from './socket-message.ts'

/** Any API version; models, tuned models and dynamic ones are called alike. */
function methods(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`/*/models/*:${name}`, `/*/tunedModels/*:${name}`, `/*/dynamic/*:${name}`])
}

const PREDICT = new Set(['instances'])
const INSTANCE = new Set(['prompt'])
const INTERACTION = new Set(['input', 'system_instruction', 'systemInstruction'])
const TURN = new Set(['content', 'parts'])
const RESULT = new Set(['result'])
const NONE = new Set<string>()

/** Imagen and Veo: `{instances: [{prompt, image: {bytesBase64Encoded}}], parameters}`. */
export const readPredict: JsonReader = (body, parts, target) => {
  if (!isArray(body.instances)) return undefined
  parts.each('user', body.instances, (instance) => {
    parts.leaves('user', instance.prompt)
    parts.rest(instance, INSTANCE)
  })
  parts.rest(body, PREDICT)
  return geminiDetails(target)
}

/** The interactions API: `input` is a string, content parts, or turns of them. */
const readInteraction: JsonReader = (body, parts) => {
  if (body.input === undefined) return undefined
  readContent(parts, 'system', body.system_instruction)
  readContent(parts, 'system', body.systemInstruction)
  parts.each('user', body.input, (item) => readTurn(parts, item))
  parts.rest(body, INTERACTION)
  return { ...commonDetails(body), conversation: stringOf(body.conversation_id) }
}

function readTurn(parts: PartCollector, item: JsonObject): void {
  if (item.role !== undefined) {
    const role = roleOf(item.role)
    parts.message(role)
    readContent(parts, role, item.content)
    readContent(parts, role, item.parts)
    parts.rest(item, TURN)
    return
  }
  if (typeof item.type !== 'string') readContent(parts, 'user', item)
  else if (item.type.endsWith('_call')) {
    parts.message('assistant')
    parts.rest(item, NONE, 'assistant')
  } else if (item.type.endsWith('_result')) {
    readContent(parts, 'tool', item.result)
    parts.rest(item, RESULT)
  } else readContent(parts, 'user', item)
}

/** With a key; with a token that was made for one session. */
const LIVE = '/ws/google.ai.generativelanguage.*.GenerativeService.BidiGenerateContent'

export const googleGeminiApi: KnownPlatform = {
  id: 'google-gemini-api',
  operations: [
    jsonOperation(
      { id: 'generate_content', paths: methods('generateContent', 'streamGenerateContent'), history: 'contents' },
      readGenerateContent,
    ),
    jsonOperation({ id: 'count_tokens', paths: methods('countTokens') }, readCountTokens),
    jsonOperation(
      { id: 'embed_content', paths: methods('embedContent'), interactionType: 'embedding' },
      readGenerateContent,
    ),
    jsonOperation(
      {
        id: 'batch_embed_contents',
        paths: methods('batchEmbedContents', 'asyncBatchEmbedContent'),
        interactionType: 'embedding',
      },
      readContentBatch,
    ),
    jsonOperation({ id: 'batch_generate_content', paths: methods('batchGenerateContent') }, readContentBatch),
    jsonOperation({ id: 'predict', paths: methods('predict', 'predictLongRunning') }, readPredict),
    jsonOperation({ id: 'interactions', paths: ['/*/interactions'] }, readInteraction),
    jsonOperation({ id: 'cached_contents', paths: ['/*/cachedContents'] }, readGenerateContent),
    // Its service has no message for an error: a refused one ends the WebSocket.
    jsonOperation(
      {
        id: 'live_message',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: [LIVE, `${LIVE}Constrained`],
      },
      readLiveMessage,
    ),
    plainOperation({ id: 'files', paths: ['/upload/*/files', '/*/files'], methods: ['POST', 'PUT'] }),
    jsonOperation(
      {
        id: 'openai_chat_completions',
        paths: ['/*/openai/chat/completions'],
        history: 'messages',
        refuse: refuseLikeOpenAi,
      },
      readChatCompletion,
    ),
    fieldOperation(
      {
        id: 'openai_embeddings',
        paths: ['/*/openai/embeddings'],
        interactionType: 'embedding',
        refuse: refuseLikeOpenAi,
      },
      ['input'],
    ),
  ],
  refuse: refuseLikeGoogle,
}

/** google.rpc.Status as JSON (google.aip.dev/193). A stream that is not SSE is an array of messages, the error one of them. */
export function refuseLikeGoogle({ message, target, interactionId, isRecorded }: Refusal): RefusalResponse {
  if (printsWholeBody(target)) return jsonRefusal(withoutStraightQuotes(message))
  const error = {
    code: 400,
    message,
    status: 'FAILED_PRECONDITION',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'BLOCKED_BY_POLICY',
        domain: 'weir',
        metadata: isRecorded === false ? {} : { interaction_id: interactionId },
      },
    ],
  }
  const isArrayStream =
    normalisePath(target.path).toLowerCase().endsWith(':streamgeneratecontent') && target.query.get('alt') !== 'sse'
  return jsonRefusal(isArrayStream ? [{ error }] : { error })
}

/**
 * Gemini CLI prints the body of an error as the JSON that it is, where Google's SDK has read it (0.61.0, `throwErrorIfNotOK`): of a string
 * that is the sentence. Signed in with a Google account it has no SDK, and reads `error.message`.
 */
function printsWholeBody({ headers }: Refusal['target']): boolean {
  const isSdk = headers['x-goog-api-client']?.includes('google-genai-sdk/') === true
  return isSdk && headers['user-agent']?.startsWith('GeminiCLI') === true
}

/** JSON writes them with a backslash. */
function withoutStraightQuotes(text: string): string {
  return text.replace(/"([^"]*)"/g, '“$1”')
}
