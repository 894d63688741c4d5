import { AI_SERVICES } from '../../core/catalogue/ai-services.ts'
import { isWebApp } from '../banner/documents.ts'
import { isArray, isObject, type JsonObject } from '../platforms/json-value.ts'
import type { Operation, Platform, RequestTarget } from '../platforms/platform.ts'
import { mayChange } from '../platforms/turns.ts'
import { coachingLimits } from './limits.ts'

/** What a person reads is not what these make of an answer: it ends in files and commands. */
const FOR_CODE: ReadonlySet<string> = new Set(
  AI_SERVICES.filter(({ category }) => category === 'coding_assistant').map(({ id }) => id),
)
/** Coding assistants that call APIs themselves, by what they say of themselves. */
const ASSISTANTS =
  /(?<![a-z])(?:claude-(?:cli|code)|codex|gemini-?cli|copilot|cursor|windsurf|codeium|aider|cline|roo-?code|kilo-?code|opencode|crush|continue|zed|tabnine|cody|amp|augment|junie|jetbrains|qwen-?code|goose)(?![a-z])/i

/** With one of these the answer has a form, calls something, or goes on with a text: a line would spoil it. */
const FORMING: readonly string[] = [
  ...['tools', 'functions', 'function_call', 'tool_config', 'toolConfig', 'mcp_servers', 'plugins', 'connectors'],
  ...['web_search_options', 'documents', 'prompt', 'prediction', 'suffix', 'audio', 'background'],
  ...['logprobs', 'top_logprobs', 'responseLogprobs', 'response_logprobs'],
  ...['format', 'output_format', 'grammar', 'json_schema', 'structured_outputs', 'regex', 'ebnf'],
  ...['guided_json', 'guided_regex', 'guided_choice', 'guided_grammar', 'response_mime_type', 'responseMimeType'],
  ...['responseSchema', 'response_schema', 'responseJsonSchema', 'response_json_schema'],
  // Programs that take an answer apart say where it is to end.
  ...['stop', 'stop_sequences', 'stopSequences'],
  // They force an answer out of a few words, or have their own template: nobody chats so.
  ...['logit_bias', 'logitBias', 'raw'],
]
/** Of those, what is said with them is an ordinary request for text. */
const HARMLESS: ReadonlySet<unknown> = new Set(['text', 'text/plain', 'none', 'auto'])
/** Objects of settings that may hold one of them. */
const SETTINGS: readonly string[] = ['generationConfig', 'generation_config', 'text', 'output_config', 'options']
/** Alternatives are chosen from, or voted on, by a program. */
const SEVERAL = ['n', 'num_generations', 'candidateCount', 'candidate_count'] as const
const SHORT = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'num_predict'] as const

/**
 * Whether the answer to a request is a text for a person, as far as the request tells. Its operation has to be one whose answers are.
 * @param bytes its body, whole
 */
export function takesLine(platform: Platform, operation: Operation, target: RequestTarget, bytes: Buffer): boolean {
  if (operation.isForPeople !== true || FOR_CODE.has(platform.id) || platform.signsBodies === true) return false
  if (ASSISTANTS.test(target.headers['user-agent'] ?? '') || bytes.length > coachingLimits.requestBytes) return false
  if (!mayChange(target, bytes)) return false
  const body = parsed(bytes)
  if (body === undefined) return false
  // A web chat's own tools are for its page, where a person reads.
  if (isWebApp(platform.id)) return true
  if (isForming(body, operation) || asksForLogprobs(body) || isShort(body) || isForSeveral(body)) return false
  return !continues(body.messages) && !continues(body.contents)
}

function isForming(body: JsonObject, operation: Operation): boolean {
  const names = SAID_IN_PROMPT.has(operation.id) ? FORMING.filter((name) => name !== 'prompt') : FORMING
  return (
    names.some((name) => isSet(body[name])) ||
    isFormat(body.response_format) ||
    SETTINGS.some((name) => {
      const settings = body[name]
      return isObject(settings) && (FORMING.some((one) => isSet(settings[one])) || isFormat(settings.response_format))
    })
  )
}

/** There `prompt` is what the person said; in OpenAI's responses it is a template that may have tools. */
const SAID_IN_PROMPT: ReadonlySet<string> = new Set(['ollama_generate'])

function isFormat(format: unknown): boolean {
  return isSet(isObject(format) ? (format.type ?? format) : format)
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '' || HARMLESS.has(value)) return false
  if (isArray(value)) return value.length > 0
  if (!isObject(value)) return true
  return value.type === undefined ? Object.keys(value).length > 0 : !HARMLESS.has(value.type)
}

/** In OpenAI's responses they are among what else is to be told. */
function asksForLogprobs({ include }: JsonObject): boolean {
  return isArray(include) && include.some((one) => typeof one === 'string' && one.endsWith('.logprobs'))
}

function isForSeveral(body: JsonObject): boolean {
  const settings = [body, ...SETTINGS.map((name) => body[name]).filter(isObject)]
  return settings.some((one) => SEVERAL.some((name) => typeof one[name] === 'number' && one[name] > 1))
}

function isShort(body: JsonObject): boolean {
  const settings = [body, ...SETTINGS.map((name) => body[name]).filter(isObject)]
  return settings.some((one) =>
    SHORT.some(
      (name) => typeof one[name] === 'number' && one[name] > 0 && one[name] <= coachingLimits.shortAnswerTokens,
    ),
  )
}

/** The answer goes on with what its client has begun it with. */
function continues(conversation: unknown): boolean {
  const last = isArray(conversation) ? conversation.at(-1) : undefined
  return isObject(last) && (last.role === 'assistant' || last.role === 'model')
}

function parsed(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
