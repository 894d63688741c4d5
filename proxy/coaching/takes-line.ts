import { AI_SERVICES } from '../../core/catalogue/ai-services.ts'
import { isWebApp } from '../banner/documents.ts'
import { forbidsTransforming } from '../http/no-transform.ts'
import { isArray, isObject, type JsonObject, parseOrUndefined } from '../platforms/json-value.ts'
import type { Operation, Platform, RequestTarget } from '../platforms/platform.ts'
import { mayChange } from '../platforms/turns.ts'
import { coachingLimits } from './limits.ts'
import { isOrdinaryChat, SETTINGS } from './ordinary-chat.ts'

/** Services whose answers end in files and commands, where a line would do harm, and which a person does not read as they are. */
const FOR_CODE: ReadonlySet<string> = new Set(
  AI_SERVICES.filter(({ category }) => category === 'coding_assistant').map(({ id }) => id),
)
/** Coding assistants that call APIs themselves, by their User-Agent. */
const ASSISTANTS =
  /(?<![a-z])(?:claude-(?:cli|code)|codex|gemini-?cli|copilot|cursor|windsurf|codeium|aider|cline|roo-?code|kilo-?code|opencode|crush|continue|zed|tabnine|cody|amp|augment|junie|jetbrains|qwen-?code|goose)(?![a-z])/i

/** Settings that bound the length of an answer, in tokens. */
const LENGTH_SETTINGS = [
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'num_predict',
] as const

/**
 * Whether the answer to a request is a text for a person, as far as the request tells. Its operation has to be one whose answers are.
 * @param bytes its body, whole
 */
export function takesLine(
  platform: Pick<Platform, 'id' | 'signsBodies'>,
  operation: Pick<Operation, 'id' | 'isForPeople'>,
  target: Pick<RequestTarget, 'headers'>,
  bytes: Buffer,
): boolean {
  if (operation.isForPeople !== true || FOR_CODE.has(platform.id) || platform.signsBodies === true) return false
  if (ASSISTANTS.test(target.headers['user-agent'] ?? '') || bytes.length > coachingLimits.requestBytes) return false
  if (!mayChange(target, bytes) || forbidsTransforming(target.headers['cache-control'])) return false
  const body = parseOrUndefined(bytes.toString())
  if (!isObject(body)) return false
  // The requests of a web chat name tools of its own, and its page shows the answer to a person all the same.
  if (isWebApp(platform.id)) return true
  if (!isOrdinaryChat(body, SAID_IN_PROMPT.has(operation.id) ? ['prompt'] : []) || isShort(body)) return false
  return ![body.messages, body.contents, body.input].some(isBegun)
}

/** Operations whose `prompt` is what the person said. In OpenAI's responses it is a template, which may have tools. */
const SAID_IN_PROMPT: ReadonlySet<string> = new Set(['ollama_generate'])

function isShort(body: JsonObject): boolean {
  const settings = [body, ...SETTINGS.map((name) => body[name]).filter(isObject)]
  return settings.some((one) =>
    LENGTH_SETTINGS.some(
      (name) => typeof one[name] === 'number' && one[name] > 0 && one[name] <= coachingLimits.shortAnswerTokens,
    ),
  )
}

/** Whether the client has begun the answer itself, and has it continued: a line would stand in the middle of the text. */
function isBegun(conversation: unknown): boolean {
  const last = isArray(conversation) ? conversation.at(-1) : undefined
  return isObject(last) && (last.role === 'assistant' || last.role === 'model')
}
